internal import Language

/// Forecasts of what calls consume, made before the calls. They are on the high side, so that a spending limit holds.
package enum UsageForecast {
    /// Letters in a second of fast speech: 3.3 words of 5 letters and a space. (Conversational English has about 2.5 words a
    /// second: Yuan, Liberman & Cieri 2006.)
    package static let charactersPerSecond = 20.0
    /// Tokens of the instructions to a language model. Verbio's have 163 with Qwen2.5's tokenizer; terms, a form of address and a
    /// chat template add to them.
    private static let instructionTokens = 220

    /// A call's reported usage is accepted up to this many times the forecast, plus a margin. A language model thinks
    /// before it answers, and its output is limited only by the most that any model writes at once. Verbio itself sends
    /// the audio and the letters.
    static let maximumMultiple = 20.0
    static let maximumMargin = Usage(
        audioSeconds: 600, characters: 2_000, inputTokens: 20_000, cachedInputTokens: 20_000, outputTokens: 100_000)

    /// The usage for recognizing one utterance.
    package static func recognition(seconds: Double) -> Usage {
        let tokens = Int(exactly: (seconds * 15).rounded(.up)) ?? 0
        return Usage(audioSeconds: seconds, inputTokens: tokens, outputTokens: tokens)
    }

    /// The tokens of speech of which only the length is known, by OpenAI's four letters per token. In languages that are written
    /// without spaces a character is about a token, but a second of speech has fewer of them.
    package static func tokens(characters: Int) -> Int { (characters + 3) / 4 }

    /// What a language model is shown with a text, if only the number of letters is known.
    ///
    /// - Parameters:
    ///   - pairs: how many earlier utterances, with their translations.
    ///   - later: how many later ones.
    ///   - utterance: the tokens of one utterance.
    ///   - summary: the characters of a summary; 0 for none.
    package static func surroundings(pairs: Int, later: Int, utterance: Int, summary: Int) -> Int {
        pairs * (2 * utterance + ContextPair.marks) + later * (utterance + LaterLine.marks)
            + tokens(characters: summary)
    }

    /// The usage for translating a text of so many tokens, with its surroundings. A translation into another script may have
    /// more tokens.
    package static func translation(characters: Int, tokens: Int, surroundings: Int = 0) -> Usage {
        Usage(
            characters: characters, inputTokens: instructionTokens + tokens + surroundings,
            outputTokens: tokens * 3 / 2 + 16)
    }

    /// The usage for one call that translates many lines of so many tokens together, each with its number and its first words.
    package static func batch(lines: Int, characters: Int, tokens: Int, surroundings: Int) -> Usage {
        Usage(
            characters: characters, inputTokens: instructionTokens + 100 + 16 * lines + tokens + surroundings,
            outputTokens: tokens * 3 / 2 + 24 * lines)
    }

    /// The usage for summing up a part of a conversation, its translations and the summary before it included.
    package static func summary(characters: Int) -> Usage {
        Usage(
            characters: characters, inputTokens: instructionTokens + characters / 2,
            outputTokens: SummaryRequest.maximumCharacters / 2)
    }

    /// The usage for speaking a text of so many characters.
    package static func synthesis(characters: Int) -> Usage {
        Usage(
            audioSeconds: Double(characters) / 10, characters: characters, inputTokens: characters,
            outputTokens: characters * 5)
    }
}

extension Usage {
    /// The usage without the counts that no call of this kind can have consumed. If a count is impossibly high, the provider
    /// reports it wrongly, and its price would end a run.
    package func plausible(expecting forecast: Usage) -> Usage {
        let besides = UsageForecast.maximumMargin
        func believed<Number: Comparable & Sendable>(
            _ told: Number?, _ expected: Number?, _ more: Number?, _ double: (Number) -> Double
        ) -> Number? {
            let most = (expected.map(double) ?? 0) * UsageForecast.maximumMultiple + (more.map(double) ?? 0)
            return told.flatMap { double($0) <= most ? $0 : nil }
        }
        return Usage(
            audioSeconds: believed(audioSeconds, forecast.audioSeconds, besides.audioSeconds) { $0 },
            characters: believed(characters, forecast.characters, besides.characters) { Double($0) },
            inputTokens: believed(inputTokens, forecast.inputTokens, besides.inputTokens) { Double($0) },
            cachedInputTokens: believed(cachedInputTokens, forecast.inputTokens, besides.cachedInputTokens) {
                Double($0)
            },
            outputTokens: believed(outputTokens, forecast.outputTokens, besides.outputTokens) { Double($0) })
    }
}
