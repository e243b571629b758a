public import Audio
public import Conversations

/// Who has the word when, as it was said from outside. Everything is told by samples of the audio, nothing by a clock.
public struct SpeakerTurns: Sendable, Hashable {
    /// Events kept at most: three a second for an hour.
    public static let mostEvents = 10_000

    /// In order.
    public private(set) var events: [SpeakerEvent] = []
    /// Who had the word last, whether or not somebody has it now.
    private var last: Speaker?

    public init() {}

    /// Takes the next event. Its time is not before that of the event before, and there are fewer than ``mostEvents``.
    ///
    /// - Returns: whether it takes the word from somebody else, so that an utterance does not go on over it. Letting go of a
    ///   button ends nothing, for people let go too early; nor does pressing it anew.
    @discardableResult
    public mutating func append(_ event: SpeakerEvent) -> Bool {
        events.append(event)
        guard let speaker = event.speaker else { return false }
        defer { last = speaker }
        return last.map { $0 != speaker } ?? false
    }

    /// Forgets what nothing from a sample on depends on.
    mutating func forget(before sample: Int) {
        let place = events.place { $0.at > sample }
        if place > 1 { events.removeFirst(place - 1) }
    }

    /// Who had the word for most of a range, where the time in which nobody had it counts as well; of those who had it as
    /// long, the one who had it first. Nil where that is nobody.
    public func holder(of range: SampleRange) -> Speaker? {
        var held: [(holder: Speaker?, samples: Int)] = []
        let behind = events.place { $0.at > range.start }
        var holder = behind > 0 ? events[behind - 1].speaker : nil
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
        for event in events[behind...] {
            guard event.at < range.end else { break }
            add(upTo: event.at)
            holder = event.speaker
        }
        add(upTo: range.end)
        let most = held.lazy.map(\.samples).max() ?? 0
        return held.first { $0.samples == most }?.holder
    }
}

extension [SpeakerEvent] {
    /// The first place from which on a condition holds that holds for none before.
    fileprivate func place(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
