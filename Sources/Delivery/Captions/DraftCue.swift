internal import Captions
internal import Conversations
internal import Language

/// A caption with its ideal times, before its neighbours are known.
struct DraftCue {
    /// The text of a caption in one language.
    struct Side {
        var lines: [String]
        /// The text without line breaks.
        var text: String
        var language: LanguageCode
        /// The maximum number of lines.
        var maximumLines: Int
        /// The columns that the text takes on one line.
        var columns: Int
        let profile: CaptionProfile
        /// When each of its atoms is said, in milliseconds; nil if that is not known or not wanted.
        let starts: [Int]?
        /// The words of each line with these times; empty if there are none.
        let words: [[TimedWord]]

        init(_ layout: CaptionLayout, _ part: Range<Int>, _ profile: CaptionProfile, starts: [Int]? = nil) {
            self.profile = profile
            self.starts = starts?.count == part.count ? starts : nil
            words =
                self.starts.map { starts in
                    layout.lineRanges(part).map { line in
                        line.map { atom in
                            let isBehindSpace = atom > line.lowerBound && layout.text.atoms[atom].spaceBefore
                            return TimedWord(
                                (isBehindSpace ? " " : "") + layout.text.atoms[atom].text,
                                start: starts[atom - part.lowerBound])
                        }
                    }
                } ?? []
            lines = layout.lines(part)
            text = layout.text.line(part)
            columns = layout.text.width(part)
            maximumLines = layout.linesPerPart
            language = layout.language
        }

        /// Both texts in sequence, if they fit into one caption.
        func joined(with next: Side) -> Side? {
            guard language == next.language, maximumLines == next.maximumLines else { return nil }
            let isTight = language.isWrittenWithoutSpaces && text.last.map(BreakRules.closing.contains) ?? false
            let layout = CaptionLayout(
                text + (isTight ? "" : " ") + next.text, language: language, profile: profile,
                linesPerPart: maximumLines)
            guard layout.minimumParts == 1 else { return nil }
            let both = starts.flatMap { own in next.starts.map { own + $0 } }
            return Side(layout, 0..<layout.atomCount, profile, starts: both)
        }
    }

    var start: Int
    var end: Int
    /// The text that was said, then its translation.
    var sides: [Side]
    /// The side that speaks, whether or not it is shown.
    var speaker: Speaker
    /// The name of the speaker that is shown; nil for none.
    var name: String?
    var lane: Int
    /// Whether it begins with a language in brackets. Then it is not joined with others.
    var isMarked: Bool
    let profile: CaptionProfile
    /// Whether its recognition is doubtful. Then it is not joined with one that is not.
    var isDoubtful = false

    /// A cue that is too brief joins its neighbour if the pause between them is no longer than this, in milliseconds.
    private static let joiningPause = 1_000

    /// Milliseconds that it takes to read it, within the limits of a caption's length. A viewer reads one of the languages
    /// only.
    var readingTime: Int {
        sides.map { profile.easyTime(columns: $0.columns, in: $0.language) }.max() ?? profile.shortest
    }

    /// Both as one caption from `start` on, if one of them is too brief alone. The same voice must continue soon after the
    /// first has left the screen, and the texts must fit.
    func joined(with next: DraftCue, from start: Int) -> DraftCue? {
        guard isBrief(from: start, before: next) || next.isBrief(behind: self) else { return nil }
        guard speaker == next.speaker, name == next.name, lane == next.lane, !isMarked, !next.isMarked,
            isDoubtful == next.isDoubtful
        else { return nil }
        guard next.start - max(end, start + readingTime) <= Self.joiningPause else { return nil }
        let end = max(end, next.end)
        guard sides.count == next.sides.count, end - start <= profile.longest else { return nil }
        var joined = self
        joined.sides = zip(sides, next.sides).compactMap { $0.joined(with: $1) }
        guard joined.sides.count == sides.count else { return nil }
        joined.end = end
        return joined
    }

    /// Whether it is on the screen for less than a second, even if it stays on until the next one to be read.
    private func isBrief(from start: Int, before next: DraftCue) -> Bool {
        max(end, min(start + readingTime, next.start - profile.gap)) - start < CueSpan.brief
    }

    /// Whether it lasts less than a second, and either is read in less than a second or has no pause before it.
    private func isBrief(behind previous: DraftCue) -> Bool {
        end - start < CueSpan.brief
            && (readingTime < CueSpan.brief || start - previous.end <= profile.gap)
    }
}
