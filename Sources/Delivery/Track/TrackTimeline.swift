internal import Audio
public import Conversations

/// Where an utterance's spoken translation lies in the voice track, in samples of the speech clock (16 kHz).
public struct TrackPlacement: Sendable, Hashable {
    public var start: Int
    public var end: Int
    /// How much faster than synthesized it is spoken, in thousandths: 1000 to 1300.
    public var tempoThousandths: Int
    /// How much later than the source it begins, because the speech before it was too long even at the highest tempo.
    public var shiftedMilliseconds: Int

    public init(start: Int, end: Int, tempoThousandths: Int, shiftedMilliseconds: Int) {
        self.start = start
        self.end = end
        self.tempoThousandths = tempoThousandths
        self.shiftedMilliseconds = shiftedMilliseconds
    }

    public var tempo: Double { Double(tempoThousandths) / 1_000 }
}

/// An utterance and, where it was spoken, its place in the voice track.
public struct PlacedUtterance: Sendable, Hashable {
    public var record: UtteranceRecord
    public var placement: TrackPlacement?

    public init(record: UtteranceRecord, placement: TrackPlacement?) {
        self.record = record
        self.placement = placement
    }
}

/// Lays spoken translations on the source's time line, each where its source begins and none over another.
///
/// The slot of an utterance ends 80 ms before the next spoken one begins. Speech that is longer is sped up, to ×1.3 at
/// most; what is still too long pushes the next ones, which are sped up in their turn until a pause has paid the delay
/// back. All of it follows from the records alone, in integers on the speech clock, so that a document can tell the
/// places without the audio being made, and equal records give equal places.
///
/// Lines of a text have no time, and so no slots: their voices follow one another as they are, with a pause between lines
/// and a longer one between paragraphs.
public struct TrackTimeline: Sendable {
    /// Silence between two voices: 80 ms.
    public static let gap = speechSampleRate * 80 / 1_000
    /// 1300 thousandths.
    public static let highestTempoThousandths = 1_300

    /// Silence between two spoken lines of a text, and where a paragraph ends between them: 0.5 s and 1 s.
    public static let linePause = speechSampleRate / 2
    public static let paragraphPause = speechSampleRate

    private static let waitingCapacity = 1_024
    /// Keeps all arithmetic far from overflow; 780 days on the speech clock.
    private static let latest = 1 << 40

    private var order = StartOrder()
    private var waiting: [UtteranceRecord] = []
    /// Where the next voice may begin at the earliest.
    private var free = 0
    /// Whether a line of a text has been spoken, and whether a paragraph began since.
    private var hasSpokenLine = false
    private var isParagraphDue = false

    public init() {}

    /// Takes the next record, in the order of sequence numbers.
    ///
    /// - Returns: utterances whose places are settled, in the order in which the voices begin.
    public mutating func add(_ record: UtteranceRecord) -> [PlacedUtterance] {
        waiting += order.add(record)
        return settle(isLast: false)
    }

    /// Gives the rest; no more records come.
    public mutating func finish() -> [PlacedUtterance] {
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
            // Without a follower yet, the slot is known to suffice once the utterances have passed its end.
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

    /// Samples on the speech clock that the speech lasts as synthesized, or nil where nothing was spoken.
    private static func length(of record: UtteranceRecord) -> Int? {
        guard let speech = record.speech, speech.sampleCount > 0, speech.sampleRate > 0 else { return nil }
        let count = min(speech.sampleCount, latest)
        return min(latest, (count * speechSampleRate + speech.sampleRate - 1) / speech.sampleRate)
    }

    private static func position(_ sample: Int) -> Int { max(0, min(sample, latest)) }
}
