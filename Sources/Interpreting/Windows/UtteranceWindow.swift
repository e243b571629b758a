internal import Conversations

/// What the neighbours of an utterance wait for: what was said before it, what is said behind it, which way it goes.
///
/// A window is settled for each utterance as soon as its part is known, and at the utterance's end at the latest.
protocol UtteranceWindow: Sendable {
    /// An utterance has come. Utterances come in their order.
    func begin(_ input: UtteranceInput)

    /// An utterance stays as its record says: it is not worked on.
    func keep(_ record: UtteranceRecord)

    /// An utterance is over. What is not settled for it by now has come to nothing.
    ///
    /// - Parameter isLeftPending: whether it is left to the run that goes on with the conversation.
    func close(_ input: UtteranceInput, isLeftPending: Bool)

    /// The run ends in the middle of an utterance: nothing more is begun that would lack that one.
    func abandon(with error: any Error)
}

extension UtteranceWindow {
    func begin(_ input: UtteranceInput) {}
    func keep(_ record: UtteranceRecord) {}
    func close(_ input: UtteranceInput, isLeftPending: Bool) {}
}
