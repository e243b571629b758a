import Interpreting
import Plumbing
package import Providers
import Resilience

/// The usage of providers for some speech, before any call. The estimate before a run and the amounts that `--max-cost`
/// reserves during it use the same forecast.
package struct CostEstimate {
    package var amount: SpeechAmount
    /// How many of the next utterances a translator is shown.
    package var lookAhead = 0
    /// How many utterances are translated with one call; 0 or 1 if each has its own call.
    package var batch = 0
    /// After how many utterances they are summarized; 0 if they are not.
    package var block = 0

    package init(amount: SpeechAmount, lookAhead: Int = 0, batch: Int = 0, block: Int = 0) {
        self.amount = amount
        self.lookAhead = lookAhead
        self.batch = batch
        self.block = block
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

    /// The share of a translator, with its summaries if it makes them.
    package func share(of translator: any Translator) -> Share {
        // No call is estimated too low, so a part of a character counts as one.
        let each = amount.utterances > 0 ? (amount.characters + amount.utterances - 1) / amount.utterances : 0
        let capabilities = translator.capabilities
        let sumsUp = block > 0 && translator.summarizer != nil
        let summary = sumsUp ? SummaryRequest.maximumCharacters : 0
        let around = each * (2 * capabilities.contextPairs + (capabilities.takesLater ? lookAhead : 0)) + summary
        var usage =
            batch > 1 && translator.batcher != nil
            ? UsageForecast.batch(lines: batch, characters: each * batch, earlierCharacters: around)
                .times((amount.utterances + batch - 1) / batch)
            : UsageForecast.translation(characters: each, earlierCharacters: around).times(amount.utterances)
        if sumsUp {
            usage = usage.adding(
                UsageForecast.summary(characters: 2 * each * block + summary).times(amount.utterances / block))
        }
        let isByLetter = capabilities.price?.millionCharacters != nil
        return Share(
            usage: usage,
            told: isByLetter ? "\(amount.characters) characters" : "\(usage.inputTokens ?? 0) tokens",
            price: capabilities.price)
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
