internal import Conversations
internal import Providers

/// All windows of a conversation.
struct Windows: Sendable {
    let context: ContextWindow<ContextPair>
    /// Nil if no request shows later text or several lines.
    let sources: SourceTexts?
    let lookAhead: LookAhead
    /// Nil if each utterance is translated separately.
    let batches: TranslationBatches?
    /// Nil if nothing is summarized.
    let summaries: RollingSummaries?
    /// Nil if recognizers get no earlier text.
    let carried: CarriedText?
    /// Nil if every direction is known beforehand.
    let directions: DirectionWindow?
    /// Nil if no translation has to fit the time of its original.
    let places: VoicePlaces?
    let rates: SpokenRates?

    private var all: [any UtteranceWindow] {
        let optional: [(any UtteranceWindow)?] = [
            carried, directions, summaries, context, sources, batches, rates,
        ]
        return optional.compactMap(\.self)
    }

    func begin(_ input: UtteranceInput) {
        for window in all { window.begin(input) }
    }

    func keep(_ record: UtteranceRecord) {
        for window in all { window.keep(record) }
    }

    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        for window in all { window.close(input, isLeftPending: isLeftPending) }
    }

    func abandon(with error: any Error) {
        for window in all { window.abandon(with: error) }
    }

    /// The windows for an utterance that is corrected while the conversation continues. It gets the same context as before.
    ///
    /// - Parameter directions: nil if every direction is known beforehand.
    func repeating(_ directions: DirectionWindow?) -> Windows {
        Windows(
            context: context, sources: nil, lookAhead: lookAhead, batches: nil, summaries: nil, carried: nil,
            directions: directions, places: nil, rates: nil)
    }

    /// Settles an utterance that has been translated.
    func settle(_ sequence: Int, _ pair: ContextPair) {
        context.settle(sequence, pair)
        summaries?.settle(sequence, pair)
    }
}
