internal import Language

/// What the value of a stage's option may be.
public enum OptionValue: Sendable, Hashable {
    /// Anything.
    case text
    /// A number, written as `0.7`.
    case number
    /// A number without a fraction, from 0.
    case count
    /// `true` or `false`.
    case onOff
    /// One of these words.
    case oneOf([String])

    /// What is expected where a value is none; nil where it is one. What the environment is to fill in is not known yet, and is
    /// one.
    func expected(insteadOf value: String) -> String? {
        if value.contains("${") { return nil }
        switch self {
        case .text: return nil
        case .number: return Double(value).map(\.isFinite) ?? false ? nil : "a number"
        case .count: return UInt32(value) != nil ? nil : "a whole number"
        case .onOff: return value == "true" || value == "false" ? nil : "true or false"
        case .oneOf(let words):
            return words.contains(value)
                ? nil : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        }
    }
}

// What each adapter reads of a stage's options. What is not among them would be ignored, and so would a value that it cannot
// read, so both are refused.

extension RecognitionWire {
    /// The options it takes; nil where all are sent on as they are.
    public var options: [String: OptionValue]? {
        switch self {
        case .openAI, .whisperCpp:
            [
                "format": .oneOf(["json", "verbose_json"]), "language-field": .text, "prompt": .text,
                "temperature": .number,
            ]
        case .elevenLabs, .deepgram: nil
        case .google: Self.locales
        case .azure: Self.locales.merging(["profanity": .text]) { $1 }
        }
    }

    private static let locales = Dictionary(
        uniqueKeysWithValues: LanguageCode.allCases.map { ("locale-\($0.rawValue)", OptionValue.text) })
}

extension TranslationWire {
    /// The options it takes.
    public var options: [String: OptionValue]? {
        switch self {
        case .openAIChat, .openAIResponses:
            ["max-tokens": .count, "reasoning-effort": .text, "structured": .onOff, "temperature": .number]
        case .anthropic:
            [
                "authorization": .oneOf(["bearer", "x-api-key"]), "max-tokens": .count, "structured": .onOff,
                "version": .text,
            ]
        case .deepL:
            ["english": .text, "formality": .text, "glossary": .text, "model-type": .text, "portuguese": .text]
        case .azure: ["region": .text]
        case .google, .libreTranslate, .apertium: [:]
        }
    }
}

extension SynthesisWire {
    /// The options it takes.
    public var options: [String: OptionValue]? {
        switch self {
        case .elevenLabs:
            [
                "neighbours": .onOff, "seed": .count, "send-language": .onOff, "similarity-boost": .number,
                "speed": .number, "stability": .number, "style": .number, "text-normalization": .text,
                "timestamps": .onOff,
            ]
        case .openAI:
            ["format": .oneOf(["pcm", "wav", "mp3", "opus", "flac", "aac"]), "instructions": .text, "speed": .number]
        case .google: ["pitch": .number, "speed": .number]
        case .deepgram, .azure: ["speed": .number]
        }
    }
}
