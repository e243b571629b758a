internal import Captions
internal import Conversations

/// Settles the times of drafts: cues are sorted, never overlap, and are neither too short nor too long for the profile.
///
/// If two cues overlap, the first one ends earlier as long as it stays readable; otherwise the next one begins later.
/// The next pause makes up for the delay, because every draft keeps its own times. If a caption is hard to read, it
/// stays on into the pause after it until there was time to read it. If a caption is too brief, it joins its neighbour.
struct CueSequence {
    /// The end of the recording: no cue stays on beyond it only to be readable. Nil if it is not known.
    let recordingEnd: Int?
    let profile: CaptionProfile
    /// The cues that were settled.
    private(set) var tally = CaptionTally()
    private var drafts: [DraftCue] = []
    /// The last cue: its start is settled and its end is still open.
    private var open: DraftCue?
    private var openStart = 0

    init(recordingEnd: Int?, profile: CaptionProfile) {
        self.recordingEnd = recordingEnd
        self.profile = profile
    }

    /// Takes a draft. It may start earlier than the drafts before it, but not earlier than the last ``settle(before:)``.
    mutating func add(_ draft: DraftCue) {
        let index = drafts.lastIndex { $0.start <= draft.start }.map { $0 + 1 } ?? 0
        drafts.insert(draft, at: index)
    }

    /// Returns the cues that no draft which begins at or after this time can change.
    mutating func settle(before time: Int) -> [CaptionCue] {
        let count = drafts.firstIndex { $0.start >= time } ?? drafts.count
        defer { drafts.removeFirst(count) }
        return drafts[..<count].compactMap { advance(to: $0) }
    }

    /// Returns the remaining cues.
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
        openStart = max(draft.start, closed.map { $0.end + profile.gap } ?? 0)
        return closed
    }

    private mutating func close(_ draft: DraftCue, before next: Int?) -> CaptionCue {
        let planned = draft.end - draft.start
        let least = openStart + max(profile.shortest, min(draft.readingTime, planned - profile.gap))
        var end = max(draft.end, least)
        let readable = openStart + draft.readingTime
        end = max(end, min(readable, recordingEnd ?? readable))
        if let next { end = min(end, max(least, next - profile.gap)) }
        end = min(end, openStart + profile.longest)
        tally.add(draft, shownFor: end - openStart)
        var cue = CaptionCue(
            start: openStart, end: end, lines: draft.sides.flatMap(\.lines),
            voice: draft.name,
            languages: draft.sides.flatMap { side in side.lines.map { _ in side.language } })
        cue.isDoubtful = draft.isDoubtful
        if draft.sides.contains(where: { !$0.words.isEmpty }) {
            cue.words = draft.sides.flatMap { $0.words.isEmpty ? $0.lines.map { _ in [] } : $0.words }
        }
        return cue
    }
}
