internal import Conversations

/// Settles drafts against each other: sorted, never two at once, none too short to be seen or longer than 7 s.
///
/// A caption gives way at its end as long as it stays readable; then the next one begins later. Delay is paid back in
/// the next pause, because every draft keeps its own times. A caption that is hard to read stays on into the pause behind
/// it, until there was time to read it. One that is too brief joins its neighbour.
struct CueSequence {
    /// Whether cues tell who speaks.
    let namesSpeakers: Bool
    /// When the recording ends: no cue stays on beyond it for its reader's sake. Nil if that is not known.
    let recordingEnd: Int?
    /// The cues that were settled.
    private(set) var tally = CaptionTally()
    private var drafts: [DraftCue] = []
    /// The cue whose end is still open: its start is settled.
    private var open: DraftCue?
    private var openStart = 0

    init(namesSpeakers: Bool, recordingEnd: Int?) {
        self.namesSpeakers = namesSpeakers
        self.recordingEnd = recordingEnd
    }

    /// Takes a draft. Its start may be earlier than that of drafts before it, but not than the last
    /// ``settle(before:)``.
    mutating func add(_ draft: DraftCue) {
        let index = drafts.lastIndex { $0.start <= draft.start }.map { $0 + 1 } ?? 0
        drafts.insert(draft, at: index)
    }

    /// Gives the cues that nothing which begins at or after this time can change.
    mutating func settle(before time: Int) -> [CaptionCue] {
        let count = drafts.firstIndex { $0.start >= time } ?? drafts.count
        defer { drafts.removeFirst(count) }
        return drafts[..<count].compactMap { advance(to: $0) }
    }

    /// Gives the rest.
    mutating func finish() -> [CaptionCue] {
        var cues = drafts.compactMap { advance(to: $0) }
        drafts = []
        if let open { cues.append(close(open, before: nil)) }
        open = nil
        return cues
    }

    private mutating func advance(to draft: DraftCue) -> CaptionCue? {
        if let joined = open?.joined(with: draft, from: openStart) {
            open = joined
            return nil
        }
        let closed = open.map { close($0, before: draft.start) }
        open = draft
        openStart = max(draft.start, closed?.end ?? 0)
        return closed
    }

    private mutating func close(_ draft: DraftCue, before next: Int?) -> CaptionCue {
        let planned = draft.end - draft.start
        let least = openStart + max(CaptionLimits.shortest, min(draft.readingTime, planned - CaptionLimits.gap))
        var end = max(draft.end, least)
        let readable = openStart + draft.readingTime
        end = max(end, min(readable, recordingEnd ?? readable))
        if let next { end = min(end, max(least, next - CaptionLimits.gap)) }
        end = min(end, openStart + CaptionLimits.longest)
        tally.add(draft, shownFor: end - openStart)
        return CaptionCue(
            start: openStart, end: end, lines: draft.sides.flatMap(\.lines),
            speaker: namesSpeakers ? draft.speaker : nil,
            languages: draft.sides.flatMap { side in side.lines.map { _ in side.language } })
    }
}
