internal import Language

/// What calls are likely to consume, before they are made: on the high side, so that a limit holds.
public enum UsageForecast {
    /// Letters a second of speech, fast: 3.3 words of 5 letters and a blank (conversational English has about 2.5 words
    /// a second: Yuan, Liberman & Cieri 2006).
    public static let charactersPerSecond = 20.0
    /// Tokens of the instructions to a language model, with room to spare.
    private static let instructionTokens = 350

    /// How many times as much as forecast a call may be said to have consumed, and how much besides: a language model
    /// thinks before it answers, and is not held to less than any writes at once; audio and letters are sent from here.
    static let mostTimes = 20.0
    static let mostBesides = Usage(
        audioSeconds: 600, characters: 2_000, inputTokens: 20_000, cachedInputTokens: 20_000, outputTokens: 100_000)

    /// One utterance heard.
    public static func recognition(seconds: Double) -> Usage {
        let tokens = Int(exactly: (seconds * 15).rounded(.up)) ?? 0
        return Usage(audioSeconds: seconds, inputTokens: tokens, outputTokens: tokens)
    }

    /// A text of so many characters translated, with what was said before. A token has three bytes or more in all languages
    /// but few; for those written without spaces a character is about a token.
    public static func translation(characters: Int, earlierCharacters: Int = 0) -> Usage {
        Usage(
            characters: characters,
            inputTokens: instructionTokens + (characters + earlierCharacters) / 2,
            outputTokens: characters + 32)
    }

    /// Many lines of so many characters together translated with one call, each with its number and its first words.
    public static func batch(lines: Int, characters: Int, earlierCharacters: Int) -> Usage {
        Usage(
            characters: characters,
            inputTokens: instructionTokens + 100 + 16 * lines + (characters + earlierCharacters) / 2,
            outputTokens: characters + 40 * lines)
    }

    /// A stretch of a conversation summed up, its translations and the summary before it included.
    public static func summary(characters: Int) -> Usage {
        Usage(
            characters: characters, inputTokens: instructionTokens + characters / 2,
            outputTokens: SummaryRequest.mostCharacters / 2)
    }

    /// A text of so many characters spoken.
    public static func synthesis(characters: Int) -> Usage {
        Usage(
            audioSeconds: Double(characters) / 10, characters: characters, inputTokens: characters,
            outputTokens: characters * 5)
    }
}

extension Usage {
    /// The same without what no call of this kind can have consumed: a count that is beyond all measure is a fault of whoever
    /// tells it, and would end a run for its price.
    public func plausible(expecting forecast: Usage) -> Usage {
        let besides = UsageForecast.mostBesides
        func believed<Number: Comparable & Sendable>(
            _ told: Number?, _ expected: Number?, _ more: Number?, _ double: (Number) -> Double
        ) -> Number? {
            let most = (expected.map(double) ?? 0) * UsageForecast.mostTimes + (more.map(double) ?? 0)
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
