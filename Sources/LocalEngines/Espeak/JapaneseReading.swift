internal import Language

/// Converts a Japanese text to kana as it is pronounced, by MeCab with the IPA dictionary.
///
/// It takes the dictionary's pronunciation (the ninth field) and not its reading. So the particles は, へ and を are
/// written as they are spoken: ワ, エ, オ. MeCab is a separate program and starts in some milliseconds.
struct JapaneseReading: Sendable {
    static let packages = ["mecab", "mecab-ipadic-utf8"]
    /// The most bytes of one text in kana.
    private static let outputLimit = 1 << 20

    enum Failure: Error {
        case notInstalled
        /// MeCab ended with an error, or its dictionary is not in UTF-8.
        case unreadable
    }

    var searchPath: SearchPath

    /// Whether a text has to be converted because it has characters that espeak-ng does not know.
    static func isNeeded(for text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isIdeographic }
    }

    /// The text in kana, on one line. If the dictionary does not have a word, the word stays as it is.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    func kana(_ text: String) async throws -> String {
        guard let program = searchPath.find("mecab") else { throw Failure.notInstalled }
        let command = ChildCommand(
            path: program, arguments: ["--node-format=%f[8]", "--unk-format=%m", "--eos-format=\\n"],
            searchPath: searchPath)
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        var bytes: [UInt8] = []
        do {
            try await command.run(input: Array((line + "\n").utf8), limit: Self.outputLimit) { bytes += $0 }
        } catch is ChildFailure {
            throw Failure.unreadable
        }
        guard let kana = String(validating: bytes, as: UTF8.self), !kana.isEmpty else { throw Failure.unreadable }
        return kana.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
