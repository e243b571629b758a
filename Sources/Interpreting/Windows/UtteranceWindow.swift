internal import Conversations

/// One kind of result that utterances need from each other, such as the context or the direction.
///
/// A window settles each utterance once: when its result is known, or at its end without a result.
protocol UtteranceWindow: Sendable {
    /// Takes an utterance when its interpretation begins. Utterances begin in their order.
    func begin(_ input: UtteranceInput)

    /// Takes an utterance that stays unchanged, with its record.
    func keep(_ record: UtteranceRecord)

    /// Takes an utterance that has ended. If it is not settled yet, it has no result.
    ///
    /// - Parameter isLeftPending: whether the utterance is left to the resumed run.
    func close(_ input: UtteranceInput, isLeftPending: Bool)

    /// Ends the run in the middle of an utterance. No work begins that would need its result.
    func abandon(with error: any Error)
}

extension UtteranceWindow {
    func begin(_ input: UtteranceInput) {}
    func keep(_ record: UtteranceRecord) {}
    func close(_ input: UtteranceInput, isLeftPending: Bool) {}
}
