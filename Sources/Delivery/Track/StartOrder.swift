internal import Audio
internal import Conversations

/// Sorts utterances by the time at which their voices begin. The store returns them in the order in which they ended.
/// Utterances of different lanes overlap, so the two orders differ within the length of an utterance.
struct StartOrder {
    /// How far an utterance may begin before the end of one already seen, in samples of the speech clock. It is 60 s, about
    /// twice the length of the longest utterance.
    static let window = 60 * 16_000
    /// The maximum number of records that are held, even if the window would hold more.
    static let capacity = 1_024

    private var held: [UtteranceRecord] = []
    private var latestEnd = 0

    /// Takes the next record and returns the records before which no further record can come.
    mutating func add(_ record: UtteranceRecord) -> [UtteranceRecord] {
        latestEnd = max(latestEnd, record.utterance.speech.end)
        let index = held.lastIndex { !Self.isBefore(record, $0) }.map { $0 + 1 } ?? 0
        held.insert(record, at: index)

        let horizon = latestEnd - Self.window
        let settled = held.firstIndex { $0.utterance.speech.start > horizon } ?? held.count
        let count = max(settled, held.count - Self.capacity)
        defer { held.removeFirst(count) }
        return Array(held[..<count])
    }

    /// Returns the remaining records.
    mutating func finish() -> [UtteranceRecord] {
        defer { held = [] }
        return held
    }

    private static func isBefore(_ a: UtteranceRecord, _ b: UtteranceRecord) -> Bool {
        (a.utterance.speech.start, a.utterance.sequence) < (b.utterance.speech.start, b.utterance.sequence)
    }
}
