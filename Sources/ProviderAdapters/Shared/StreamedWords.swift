internal import Language
internal import Providers

/// The words of one utterance that a stream has given up to now, as they are shown.
struct StreamedWords {
    private let joiner: String
    private var shown = ("", "")

    init(_ language: LanguageCode) { joiner = language.isWrittenWithoutSpaces ? "" : " " }

    /// - Parameters:
    ///   - settled: texts that do not change any more.
    ///   - open: the texts after them, which may still change.
    ///   - seconds: of the utterance that both cover.
    /// - Returns: nil if nothing has changed.
    mutating func take(settled: [String], open: [String], upTo seconds: Double? = nil) -> HeardWords? {
        let before = joined(settled)
        var behind = joined(open)
        if !before.isEmpty, !behind.isEmpty { behind = joiner + behind }
        guard (before, behind) != shown, !(before + behind).isEmpty else { return nil }
        shown = (before, behind)
        return HeardWords(settled: before, open: behind, seconds: seconds)
    }

    private func joined(_ texts: [String]) -> String {
        texts.map(\.withoutBrokenCharacters.trimmingBlanks).filter { !$0.isEmpty }.joined(separator: joiner)
    }
}
