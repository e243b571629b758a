package import Language

/// What is translated as a whole: a sentence with the parts of the cues over which it runs.
package struct CaptionPassage: Sendable, Hashable {
    /// In the order of their cues; the parts of one cue are never apart.
    package var parts: [CuePart]
    /// The number of the line in the file on which it begins.
    package var line: Int

    package init(parts: [CuePart], line: Int) {
        self.parts = parts
        self.line = line
    }

    /// The text on one line, as it is translated.
    package func text(in language: LanguageCode) -> String {
        parts.map(\.flat).filter { !$0.isEmpty }.joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
    }

    package var start: Int { parts.first?.start ?? 0 }
    package var end: Int { parts.map(\.end).max() ?? start }

    // MARK: Finding them

    /// The most cues, characters and milliseconds of a passage, and the longest pause in one. A sentence of a speaker takes up to
    /// four cues of two lines.
    private static let maximumCues = 6
    private static let maximumCharacters = 400
    private static let maximumLength = 25_000
    private static let maximumPause = 2_000

    /// The passages of a file.
    ///
    /// If hardly a cue ends with a full stop, as in Chinese subtitles, nothing shows where sentences end, and each cue is a passage.
    ///
    /// - Parameter cues: in the order of time.
    package static func all(of cues: [ReadCue]) -> [CaptionPassage] {
        let split = cues.enumerated().map { ($0.element, CueSplitting($0.element, number: $0.offset + 1).parts) }
        let texts = split.flatMap { $0.1.map(\.flat) }.filter { !$0.isEmpty }
        let isPunctuated = texts.count(where: endsSentence) * 10 >= texts.count
        var passages: [CaptionPassage] = []
        for (cue, parts) in split {
            for part in parts {
                if isPunctuated, let last = passages.last, last.continues(in: part) {
                    passages[passages.count - 1].parts.append(part)
                } else {
                    passages.append(CaptionPassage(parts: [part], line: cue.line))
                }
            }
        }
        return passages
    }

    /// Whether the sentence that its last part leaves open may go on in the next one.
    private func continues(in next: CuePart) -> Bool {
        guard let last = parts.last, next.cue == last.cue + 1, next.before.isEmpty, last.after.isEmpty,
            last.voice == next.voice, last.alignment == next.alignment, last.native["Style"] == next.native["Style"],
            !last.flat.isEmpty, !next.flat.isEmpty, parts.count < Self.maximumCues,
            next.start - last.end <= Self.maximumPause, next.end - start <= Self.maximumLength,
            parts.reduce(next.flat.count, { $0 + $1.flat.count }) <= Self.maximumCharacters
        else { return false }
        if Self.isOpen(last.flat), let first = next.flat.first(where: { $0 != "." && $0 != "…" }) {
            return first.isLowercase || next.flat.hasPrefix("...") || next.flat.hasPrefix("…")
        }
        return !Self.endsSentence(last.flat)
    }

    /// Whether a text ends with dots, after which a sentence may go on.
    private static func isOpen(_ text: String) -> Bool { text.hasSuffix("...") || text.hasSuffix("…") }

    private static let ends: Set<Character> = [
        ".", "!", "?", "…", "。", "！", "？", "．", "؟", "۔", "।", "॥", ":", "：", "♪",
    ]
    private static let closing: Set<Character> = [
        "\"", "'", "”", "’", "»", ")", "]", "」", "』", "）", "】", "〉", "》", "\u{200E}", "\u{200F}", "\u{202C}",
    ]

    private static func endsSentence(_ text: String) -> Bool {
        guard let last = text.last(where: { !closing.contains($0) && !$0.isWhitespace }) else { return false }
        return ends.contains(last)
    }
}
