/// A cue as a file has it.
package struct ReadCue: Sendable, Hashable {
    /// The number of the line on which it begins, from 1.
    package var line: Int
    /// Milliseconds from the beginning of the film.
    package var start: Int
    /// Nil if the file does not say when it ends.
    package var end: Int?
    package var text: StyledText
    package var voice: String?
    package var alignment: Int?
    package var native: [String: String] = [:]
    /// The text in the words of the format, if it says more than ``text``: an instruction in the middle, a time between words. Nil
    /// if it says the same.
    package var source: String?

    package init(line: Int, start: Int, end: Int?, text: StyledText) {
        self.line = line
        self.start = start
        self.end = end
        self.text = text
    }

    /// Whether a viewer reads it: it is no comment and no drawing.
    package var isShown: Bool { native["Raw"] == nil && !text.trimmed.isEmpty }

    /// Its lines without those that are empty.
    package var shownLines: [StyledText] { text.lines.map(\.trimmed).filter { !$0.isEmpty } }

    /// Milliseconds on the screen.
    package var shownFor: Int { max(0, (end ?? start) - start) }
}

/// What could not be used of a file, and where.
package struct CaptionLoss: Sendable, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    package var line: Int
    /// One clause: `text without a time was left out`.
    package var what: String

    package init(line: Int, _ what: String) {
        self.line = line
        self.what = what
    }

    package var description: String { "line \(line): \(what)" }
}

/// What a reader has found in the text of a file.
package struct CaptionContent: Sendable, Hashable {
    package var cues: [ReadCue] = []
    /// What precedes the cues, in the words of the format.
    package var head = ""
    package private(set) var losses: [CaptionLoss] = []
    /// All losses, those that are not listed included.
    package private(set) var lossCount = 0

    /// The most cues of a file: a film of three hours has 2,500.
    package static let maximumCues = 100_000
    /// The most losses that are listed.
    package static let maximumLosses = 100

    package init() {}

    package mutating func lose(_ what: String, at line: Int) {
        lossCount += 1
        if losses.count < Self.maximumLosses { losses.append(CaptionLoss(line: line, what)) }
    }

    /// Whether there is room for another cue; a cue without room is a loss.
    package mutating func add(_ cue: ReadCue) {
        guard cues.count < Self.maximumCues else {
            if cues.count == Self.maximumCues, !losses.contains(where: { $0.what == Self.tooMany }) {
                lose(Self.tooMany, at: cue.line)
            }
            return
        }
        cues.append(cue)
    }

    private static let tooMany = "the cues after the first \(maximumCues) were left out"
}
