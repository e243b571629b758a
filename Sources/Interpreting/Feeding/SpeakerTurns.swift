package import Audio
package import Conversations
internal import Plumbing

/// The speaker turns that are given from outside. All times are samples of the audio, not of a clock.
package struct SpeakerTurns: Sendable, Hashable {
    /// Events kept at most: three a second for an hour.
    package static let maximumEvents = 10_000

    /// In order.
    package private(set) var events: [SpeakerEvent] = []
    /// The last speaker, whether or not that side still speaks.
    private var last: Speaker?

    package init() {}

    /// Takes the next event. Its time is not before that of the last one, and there are fewer than ``maximumEvents``.
    ///
    /// - Returns: whether the speaker changes, so that the current utterance must end. Releasing a button ends nothing, because
    ///   people release it too early; nor does pressing it again.
    @discardableResult
    package mutating func append(_ event: SpeakerEvent) -> Bool {
        events.append(event)
        guard let speaker = event.speaker else { return false }
        defer { last = speaker }
        return last.map { $0 != speaker } ?? false
    }

    /// Drops the events that do not affect any sample from this one on.
    mutating func forget(before sample: Int) {
        let place = events.partitioningIndex { $0.at > sample }
        if place > 1 { events.removeFirst(place - 1) }
    }

    /// The side that spoke for the longest part of a range. Time in which neither side spoke counts as well; nil if that is the
    /// longest part. Of equally long parts, the first one wins.
    package func holder(of range: SampleRange) -> Speaker? {
        var held: [(holder: Speaker?, samples: Int)] = []
        let later = events.partitioningIndex { $0.at > range.start }
        var holder = later > 0 ? events[later - 1].speaker : nil
        var from = range.start
        func add(upTo end: Int) {
            guard end > from else { return }
            if let place = held.firstIndex(where: { $0.holder == holder }) {
                held[place].samples += end - from
            } else {
                held.append((holder, end - from))
            }
            from = end
        }
        for event in events[later...] {
            guard event.at < range.end else { break }
            add(upTo: event.at)
            holder = event.speaker
        }
        add(upTo: range.end)
        let most = held.lazy.map(\.samples).max() ?? 0
        return held.first { $0.samples == most }?.holder
    }
}
