internal import Audio
internal import Conversations

/// The time that each voice of a dub has: from the start of its utterance to the start of the next one.
struct VoicePlaces: Sendable {
    /// How many utterances before and after one are looked at. Those of other lanes may begin later although they come first, and
    /// those without words are passed over.
    let reach: Int

    static let usualReach = 3

    func range(around sequence: Int) -> ClosedRange<Int> { max(1, sequence - reach)...(sequence + reach) }

    /// The place of an utterance in samples of the speech clock, with the gap before the next voice; nil if no voice follows within
    /// reach.
    ///
    /// - Parameter lines: the utterances of ``range(around:)`` that are translated.
    func place(of utterance: Utterance, among lines: [Int: SourceText]) -> Int? {
        let own = (utterance.speech.start, utterance.sequence)
        let next = lines.filter { ($0.value.start, $0.key) > own }.map(\.value.start).min()
        return next.map { $0 - own.0 }
    }
}
