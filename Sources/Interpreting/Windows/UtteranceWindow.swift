internal import Conversations

/// What the neighbours of an utterance wait for: the text before it, the text after it, its direction.
///
/// A window is settled for each utterance as soon as its part is known, and at the utterance's end at the latest.
protocol UtteranceWindow: Sendable {
    /// Takes an utterance that has come. Utterances come in their order.
    func begin(_ input: UtteranceInput)

    /// Takes an utterance that stays as its record says: it is not worked on.
    func keep(_ record: UtteranceRecord)

    /// Takes an utterance that is over. What is not settled for it by now has no result.
    ///
    /// - Parameter isLeftPending: whether it is left to the run that continues the conversation.
    func close(_ input: UtteranceInput, isLeftPending: Bool)

    /// Ends the run in the middle of an utterance: from now on no work is begun that would lack it.
    func abandon(with error: any Error)
}

extension UtteranceWindow {
    func begin(_ input: UtteranceInput) {}
    func keep(_ record: UtteranceRecord) {}
    func close(_ input: UtteranceInput, isLeftPending: Bool) {}
}
