internal import Audio
package import Conversations

/// The position of an utterance's spoken translation in the voice track, in samples of the speech clock (16 kHz).
package struct TrackPlacement: Sendable, Hashable {
    package var start: Int
    package var end: Int
    /// The tempo at which it is spoken, in thousandths of the synthesized tempo: 1000 to 1300.
    package var tempoThousandths: Int
    /// The delay of its start after the source. There is a delay if the speech before it was too long even at the highest
    /// tempo.
    package var shiftedMilliseconds: Int

    package init(start: Int, end: Int, tempoThousandths: Int, shiftedMilliseconds: Int) {
        self.start = start
        self.end = end
        self.tempoThousandths = tempoThousandths
        self.shiftedMilliseconds = shiftedMilliseconds
    }

    /// The tempo as a factor, 1 to 1.3.
    package var tempo: Double { Double(tempoThousandths) / 1_000 }
}

/// An utterance and, if it was spoken, its place in the voice track.
package struct PlacedUtterance: Sendable, Hashable {
    package var record: UtteranceRecord
    package var placement: TrackPlacement?

    package init(record: UtteranceRecord, placement: TrackPlacement?) {
        self.record = record
        self.placement = placement
    }
}

/// Places spoken translations on the source's time line. Each begins at the start of its source if possible, and none overlaps
/// another.
///
/// The slot of an utterance ends 80 ms before the next spoken one begins. If speech is longer than its slot, it is sped up, to
/// ×1.3 at most. If it is still too long, it delays the next ones. These are sped up in turn until a pause makes up for the
/// delay.
///
/// All places follow from the records alone, in integers on the speech clock. So a document can give the places without the
/// audio being made, and equal records give equal places.
///
/// Lines of a text have no times, and so no slots. Their voices follow one another at their own tempo, with a pause between
/// lines and a longer one between paragraphs.
package struct TrackTimeline: Sendable {
    /// Silence between two voices: 80 ms.
    package static let gap = speechSampleRate * 80 / 1_000
    /// 1300 thousandths.
    package static let highestTempoThousandths = 1_300

    /// Silence between two spoken lines of a text, 0.5 s, and between two paragraphs, 1 s.
    package static let linePause = speechSampleRate / 2
    package static let paragraphPause = speechSampleRate

    private static let waitingCapacity = 1_024
    /// A limit that keeps all arithmetic far from overflow: 780 days on the speech clock.
    private static let latest = 1 << 40

    private var order = StartOrder()
    private var waiting: [UtteranceRecord] = []
    /// The earliest time at which the next voice may begin.
    private var free = 0
    /// Whether a line of a text has been spoken, and whether a paragraph has begun since.
    private var hasSpokenLine = false
    private var isParagraphDue = false

    package init() {}

    /// Takes the next record, in the order of sequence numbers.
    ///
    /// - Returns: utterances whose places are settled, in the order in which the voices begin.
    package mutating func add(_ record: UtteranceRecord) -> [PlacedUtterance] {
        waiting += order.add(record)
        return settle(isLast: false)
    }

    /// Returns the remaining utterances; no more records come.
    package mutating func finish() -> [PlacedUtterance] {
        waiting += order.finish()
        return settle(isLast: true)
    }

    private mutating func settle(isLast: Bool) -> [PlacedUtterance] {
        var settled: [PlacedUtterance] = []
        var next = 0
        while next < waiting.count {
            let record = waiting[next]
            if record.utterance.beginsParagraph { isParagraphDue = true }
            guard let length = Self.length(of: record) else {
                settled.append(PlacedUtterance(record: record, placement: nil))
                next += 1
                continue
            }
            if record.utterance.isWritten {
                settled.append(PlacedUtterance(record: record, placement: placeLine(length)))
                next += 1
                continue
            }
            let start = Self.position(record.utterance.speech.start)
            let begin = max(start, free)
            let follower = waiting[(next + 1)...].first { Self.length(of: $0) != nil }
                .map { Self.position($0.utterance.speech.start) }
            // If no next spoken utterance is known yet, the slot is long enough once an utterance begins after its end.
            let passed = waiting.last.map { Self.position($0.utterance.speech.start) } ?? 0
            let isSettled =
                isLast || follower != nil || passed >= begin + length + Self.gap
                || waiting.count - next > Self.waitingCapacity
            guard isSettled else { break }

            let placement = Self.place(length, from: begin, start: start, follower: follower)
            free = placement.end + Self.gap
            settled.append(PlacedUtterance(record: record, placement: placement))
            next += 1
        }
        waiting.removeFirst(next)
        return settled
    }

    private mutating func placeLine(_ length: Int) -> TrackPlacement {
        let pause = !hasSpokenLine ? 0 : isParagraphDue ? Self.paragraphPause : Self.linePause
        (hasSpokenLine, isParagraphDue) = (true, false)
        let start = free + pause
        free = start + length
        return TrackPlacement(start: start, end: free, tempoThousandths: 1_000, shiftedMilliseconds: 0)
    }

    private static func place(_ length: Int, from begin: Int, start: Int, follower: Int?) -> TrackPlacement {
        var tempo = 1_000
        if let follower, length > follower - gap - begin {
            let slot = follower - gap - begin
            let needed = slot > 0 ? (length * 1_000 + slot - 1) / slot : highestTempoThousandths
            tempo = min(needed, highestTempoThousandths)
        }
        return TrackPlacement(
            start: begin, end: begin + (length * 1_000 + tempo - 1) / tempo, tempoThousandths: tempo,
            shiftedMilliseconds: Milliseconds.of(samples: begin - start))
    }

    /// The length of the synthesized speech in samples on the speech clock, or nil if nothing was spoken.
    private static func length(of record: UtteranceRecord) -> Int? {
        guard let speech = record.speech, speech.sampleCount > 0, speech.sampleRate > 0 else { return nil }
        let count = min(speech.sampleCount, latest)
        return min(latest, (count * speechSampleRate + speech.sampleRate - 1) / speech.sampleRate)
    }

    private static func position(_ sample: Int) -> Int { max(0, min(sample, latest)) }
}
