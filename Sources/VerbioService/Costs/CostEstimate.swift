import Conversations
import Delivery
import Interpreting
package import Plumbing
package import Providers
import Resilience

/// The usage of providers for some speech, before any call. The estimate before a run and the amounts that `--max-cost`
/// reserves during it use the same forecast.
package struct CostEstimate {
    private let amount: SpeechAmount
    private let context: ContextSettings
    /// How many utterances are translated with one call; 0 or 1 if each has its own call.
    private let batch: Int
    /// Whether translations that are too long for their time are asked for again.
    private let shortens: Bool

    /// - Throws: `Problem` of kind `usage` if a setting is out of its range.
    package init(of amount: SpeechAmount, _ settings: Settings) throws(Problem) {
        self.amount = amount
        context = try ContextSettings(settings)
        batch = try settings.batchLines()
        let films = try settings.formats().contains { $0.film != nil }
        let isFitted = try VoiceFit(settings).shortens(films: films)
        // Text has no times.
        shortens = isFitted && amount.isTimed && settings.strings(.synthesizer) != ["none"]
    }

    /// The usage of one provider.
    package struct Share {
        package var usage: Usage
        /// The amount for people to read, in the unit that the provider charges by.
        package var told: String
        package var price: Price?

        /// Nil if the price is not known.
        package var dollars: Double? { price?.cost(of: usage).dollars }
        /// The day the price was read; nil if there is no price, and for a provider that charges nothing.
        package var priceAsOf: String? { price.flatMap { $0.asOf.isEmpty ? nil : $0.asOf } }
    }

    /// The share of a recognizer, by the seconds that it bills at most.
    package func share(of recognizer: any SpeechRecognizer) -> Share {
        let capabilities = recognizer.capabilities
        let seconds = amount.sent.reduce(0) { $0 + capabilities.maximumBilled(seconds: $1) }
        return Share(
            usage: UsageForecast.recognition(seconds: seconds), told: "\(tenths(seconds)) s",
            price: capabilities.price)
    }

    /// The share of a translator, with its summaries if it makes them. One that hears speech is charged for by its seconds.
    package func share(of translator: any Translator) -> Share {
        guard !translator.capabilities.hearsSpeech else { return share(ofHearing: translator) }
        let count = max(1, amount.utterances)
        // No call is estimated too low, so a part of a character counts as one.
        let (each, tokens) = ((amount.characters + count - 1) / count, (amount.tokens + count - 1) / count)
        let capabilities = translator.capabilities
        let shown = context.shown(to: translator)
        let block = translator.summarizer == nil ? 0 : shown.summaryBlock
        let summary = block > 0 && amount.utterances > block ? SummaryRequest.maximumCharacters : 0
        let lines = batch > 1 && translator.batcher != nil ? batch : 1
        let calls = (amount.utterances + lines - 1) / lines
        let surroundings = UsageForecast.surroundings(
            pairs: pairs(in: calls, of: lines, atMost: min(shown.pairs, capabilities.contextPairs)),
            later: capabilities.takesLater ? shown.lookAhead : 0, utterance: tokens, summary: summary)
        var usage =
            (lines > 1
            ? UsageForecast.batch(
                lines: lines, characters: each * lines, tokens: tokens * lines, surroundings: surroundings)
            : UsageForecast.translation(characters: each, tokens: tokens, surroundings: surroundings)).times(calls)
        if shortens, capabilities.takesHints {
            // No more than half of the lines need it, and one question is enough for most of these.
            let around = UsageForecast.surroundings(
                pairs: pairs(in: amount.utterances, of: 1, atMost: min(shown.pairs, capabilities.contextPairs)),
                later: capabilities.takesLater ? shown.lookAhead : 0, utterance: tokens, summary: summary)
            let again = UsageForecast.translation(characters: each, tokens: tokens, surroundings: around + tokens)
            usage = usage.adding(again.times(amount.utterances))
        }
        if block > 0 {
            usage = usage.adding(
                UsageForecast.summary(characters: 2 * each * block + summary).times(amount.utterances / block))
        }
        let isByLetter = capabilities.price?.millionCharacters != nil
        var told = isByLetter ? "\(amount.characters) characters" : "\(usage.inputTokens ?? 0) tokens"
        // What charges nothing takes time.
        if let each = capabilities.secondsPerToken, let written = usage.outputTokens {
            told += ", about \(Int((each * Double(written)).rounded(.up))) s of computing"
        }
        return Share(usage: usage, told: told, price: capabilities.price)
    }

    private func share(ofHearing translator: any Translator) -> Share {
        let price = translator.capabilities.price
        let seconds = amount.sent.reduce(0) { $0 + (price?.billed($1) ?? $1) }
        return Share(usage: UsageForecast.recognition(seconds: seconds), told: "\(tenths(seconds)) s", price: price)
    }

    /// How many earlier pairs a call is shown on average: the first ones have fewer, because less was said before them.
    private func pairs(in calls: Int, of lines: Int, atMost most: Int) -> Int {
        guard calls > 0 else { return 0 }
        let all = (0..<calls).reduce(0) {
            $0 + min(most, max(0, $1 * lines + 1 - ConversationSettings.Context.usualLag))
        }
        return (all + calls - 1) / calls
    }

    /// The share of a synthesizer, by the characters, and by the audio they become.
    package func share(of synthesizer: any SpeechSynthesizer) -> Share {
        let capabilities = synthesizer.capabilities
        var usage = UsageForecast.synthesis(characters: amount.characters)
        if let step = capabilities.price?.audioStep, let seconds = usage.audioSeconds {
            // If two parts of a text follow each other, one is longer than half of the longest text that a call takes.
            let parts = capabilities.maximumCharacters.map { 2 * amount.characters / max(1, $0) } ?? 0
            usage.audioSeconds = seconds + step * Double(amount.utterances + parts)
        }
        return Share(usage: usage, told: "\(amount.characters) characters", price: capabilities.price)
    }
}

extension Usage {
    fileprivate func times(_ count: Int) -> Usage {
        Usage(
            audioSeconds: audioSeconds.map { $0 * Double(count) }, characters: characters.map { $0 * count },
            inputTokens: inputTokens.map { $0 * count }, cachedInputTokens: cachedInputTokens.map { $0 * count },
            outputTokens: outputTokens.map { $0 * count })
    }
}
