/// A rule of a profile that a cue breaks.
package struct CaptionFinding: Sendable, Hashable {
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A line has more characters than the profile allows.
        case lineLength = "line-length"
        /// There are more lines in one language than the profile allows.
        case lineCount = "line-count"
        /// A line ends where words belong together, although there is a better place.
        case lineBreak = "line-break"
        /// It has more characters a second than are read.
        case readingSpeed = "reading-speed"
        case shortestTime = "shortest-time"
        case longestTime = "longest-time"
        /// The next cue in the same place begins too soon after its end.
        case gap
        /// It begins before the end of an earlier cue in the same place.
        case overlap
    }

    package var rule: Rule
    /// The number of the cue in the order of time, from 1.
    package var number: Int
    /// The line of the file on which it begins, from 1.
    package var line: Int
    /// Milliseconds.
    package var start: Int
    package var end: Int
    /// What was measured, and the limit, in ``unit``; nil for a line break.
    package var value: Double?
    package var limit: Double?
    /// `characters`, `lines`, `characters a second`, `seconds` or `frames`.
    package var unit: String
    /// One clause: `line 2 has 47 characters, at most 42`.
    package var what: String
}

/// How many cues break each rule.
package struct CaptionFindings: Sendable, Hashable {
    package let all: [CaptionFinding]
    /// The number of cues that a viewer reads.
    package let cues: Int

    /// The number of cues that break a rule.
    package func count(_ rule: CaptionFinding.Rule) -> Int { Set(all.filter { $0.rule == rule }.map(\.number)).count }

    /// The number of cues that break any rule.
    package var broken: Int { Set(all.map(\.number)).count }

    /// The rules that are broken, with the number of cues: `2 reading-speed, 1 gap`.
    package var summary: String {
        CaptionFinding.Rule.allCases.compactMap { rule in
            let count = count(rule)
            return count == 0 ? nil : "\(count) \(rule.rawValue)"
        }.joined(separator: ", ")
    }
}
