internal import Language

/// Forecasts of what calls consume, made before the calls. They are on the high side, so that a spending limit holds.
package enum UsageForecast {
    /// Letters in a second of fast speech: 3.3 words of 5 letters and a space. (Conversational English has about 2.5 words a
    /// second: Yuan, Liberman & Cieri 2006.)
    package static let charactersPerSecond = 20.0
    /// Tokens of the instructions to a language model, with a margin.
    private static let instructionTokens = 350

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

    /// The usage for translating a text of so many characters, with what was said before. A token has three bytes or more in
    /// all but a few languages. In languages that are written without spaces, a character is about a token.
    package static func translation(characters: Int, earlierCharacters: Int = 0) -> Usage {
        Usage(
            characters: characters,
            inputTokens: instructionTokens + (characters + earlierCharacters) / 2,
            outputTokens: characters + 32)
    }

    /// The usage for one call that translates many lines of so many characters together, each with its number and its first
    /// words.
    package static func batch(lines: Int, characters: Int, earlierCharacters: Int) -> Usage {
        Usage(
            characters: characters,
            inputTokens: instructionTokens + 100 + 16 * lines + (characters + earlierCharacters) / 2,
            outputTokens: characters + 40 * lines)
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
