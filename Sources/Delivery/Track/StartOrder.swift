internal import Audio
internal import Conversations

/// Brings utterances from the order in which they ended, which is how the store pages through them, into the order in
/// which the voices begin. Lanes interleave, so the two differ within the length of an utterance.
struct StartOrder {
    /// How far back, in samples of the speech clock, an utterance may begin before the end of one already seen: 60 s,
    /// about twice the longest utterance there is.
    static let window = 60 * 16_000
    /// How many are held at most, whatever the window says.
    static let capacity = 1_024

    private var held: [UtteranceRecord] = []
    private var latestEnd = 0

    /// Takes the next record and gives those that nothing can come before any more.
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

    /// Gives the rest.
    mutating func finish() -> [UtteranceRecord] {
        defer { held = [] }
        return held
    }

    private static func isBefore(_ a: UtteranceRecord, _ b: UtteranceRecord) -> Bool {
        (a.utterance.speech.start, a.utterance.sequence) < (b.utterance.speech.start, b.utterance.sequence)
    }
}
