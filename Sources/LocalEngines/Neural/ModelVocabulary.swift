internal import Foundation
internal import Glibc
internal import Language

/// The tokens of a translation model that name languages.
struct ModelVocabulary: Sendable {
    /// The vocabulary between line ends, so that the first and the last token are found as the others are. A NUL ends it.
    private let text: Data
    let form: LanguageTokens.Form?

    /// - Parameter folder: the folder with the vocabulary as lines of text or as a JSON array.
    init(of folder: String) {
        let names = ["shared_vocabulary", "source_vocabulary"].flatMap {
            ["\(folder)/\($0).json", "\(folder)/\($0).txt"]
        }
        let read = names.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first ?? Data()
        let text = Data("\n".utf8) + read + Data("\n\0".utf8)
        self.text = text
        form = LanguageTokens.Form.allCases.first { form in
            // Any of these languages is enough: a model of one form has no token of another.
            [LanguageCode.es, .en, .zh, .fr, .de, .pt, .ar, .ja, .ru, .it, .ko, .hi].contains { code in
                LanguageTokens.names(of: LanguageTag(code), form).contains { Self.has(form.token($0), text) }
            }
        }
    }

    func token(of tag: LanguageTag) -> String? {
        guard let form else { return nil }
        return LanguageTokens.names(of: tag, form).map(form.token).first { Self.has($0, text) }
    }

    /// Whether a whole token is there: in its own line, or between quotes.
    private static func has(_ token: String, _ text: Data) -> Bool {
        [("\"", "\""), ("\n", "\n"), ("\n", "\r")].contains { before, after in
            text.withUnsafeBytes { text in
                text.withMemoryRebound(to: CChar.self) { text in
                    text.baseAddress.map { strstr($0, before + token + after) != nil } ?? false
                }
            }
        }
    }
}
