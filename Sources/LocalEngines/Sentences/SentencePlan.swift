internal import Foundation
internal import Language

/// Splits a text into sentences for a model, and joins their translations to a text again.
struct SentencePlan: Sendable {
    private enum Part: Sendable {
        /// The number of a sentence, and the white space after it.
        case sentence(Int, gap: String)
        /// A part without words.
        case other(String)
    }

    /// The sentences to translate.
    private(set) var sentences: [String] = []
    private var parts: [Part] = []
    private let target: LanguageCode

    init(_ text: String, from source: LanguageCode, to target: LanguageCode) {
        self.target = target
        for segment in SentenceSplitter(language: source).segments(of: text) {
            let scalars = segment.text.unicodeScalars
            let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
            let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:)) ?? start
            if start > scalars.startIndex { parts.append(.other(String(scalars[..<start]))) }
            let core = String(scalars[start..<end])
            if Self.hasWords(core) {
                parts.append(.sentence(sentences.count, gap: String(scalars[end...])))
                // A model takes a line end for an unknown character.
                sentences.append(core.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            } else {
                parts.append(.other(String(scalars[start...])))
            }
        }
    }

    /// The text between the translations of a sentence's parts.
    var joint: String { target.isWrittenWithoutSpaces ? "" : " " }

    /// - Parameter translations: one for each of the sentences.
    func text(with translations: [String]) -> String {
        var text = ""
        for (place, part) in parts.enumerated() {
            switch part {
            case .other(let other): text += other
            case .sentence(let number, let gap):
                text += translations[number]
                let isLast = place == parts.count - 1
                text += isLast || gap.contains(where: \.isNewline) ? gap : joint
            }
        }
        return text
    }

    /// Whether there is anything to translate.
    static func hasWords(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
