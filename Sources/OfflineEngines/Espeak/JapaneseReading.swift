internal import Language

/// How a Japanese text is pronounced, in kana, by MeCab with the IPA dictionary.
///
/// The dictionary's pronunciation (its ninth field) is taken and not its reading, so that the particles は, へ and を are written
/// as they are spoken: ワ, エ, オ. MeCab is a program of its own, and starts in some milliseconds.
struct JapaneseReading: Sendable {
    static let packages = ["mecab", "mecab-ipadic-utf8"]
    /// Bytes of one text in kana.
    private static let outputLimit = 1 << 20

    enum Failure: Error {
        case notInstalled
        /// It ended badly, or its dictionary is not in UTF-8.
        case unreadable
    }

    var searchPath: SearchPath

    /// Whether a text has to be read: it holds characters that espeak-ng does not know.
    static func isNeeded(for text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isIdeographic }
    }

    /// The text in kana, on one line. Words that the dictionary does not have stay as they are.
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
