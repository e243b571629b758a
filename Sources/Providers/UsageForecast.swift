internal import Language

/// What calls are likely to consume, before they are made: on the high side, so that a limit holds.
public enum UsageForecast {
    /// Letters a second of speech, fast: 3.3 words of 5 letters and a blank (conversational English has about 2.5 words
    /// a second: Yuan, Liberman & Cieri 2006).
    public static let charactersPerSecond = 20.0
    /// Tokens of the instructions to a language model, with room to spare.
    private static let instructionTokens = 350

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
