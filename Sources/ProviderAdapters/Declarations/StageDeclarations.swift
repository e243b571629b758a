package import Audio
package import Language
package import Providers

/// What all stages of a provider have in their configuration.
protocol StageDeclaration {
    /// The stage that it is for.
    static var kind: Stage { get }
    /// The wire's name and the options that it takes; nil options mean that all are passed on.
    var speech: (wire: String, options: [String: OptionValue]?) { get }
    var model: String { get set }
    var url: String? { get }
    var options: [String: String]? { get set }
    var price: Price? { get set }
    var sunset: Sunset? { get set }
    /// Its declared limits, by the names of their settings.
    var limits: [String: Double] { get }
    /// Where its key goes, and how its server reports errors.
    var access: WireAccess { get }
}

extension RecognitionDeclaration: StageDeclaration {
    static var kind: Stage { .recognition }

    var limits: [String: Double] {
        [
            "concurrency": concurrency.map(Double.init), "maximum-bytes": maximumBytes.map(Double.init),
            "maximum-seconds": maximumSeconds, "deadline": deadline,
        ].compactMapValues(\.self)
    }

    var speech: (wire: String, options: [String: OptionValue]?) { (wire.rawValue, wire.options) }

    /// The recognizer that the declaration describes.
    package func recognizer(at endpoint: Endpoint) -> any SpeechRecognizer { wire.make(self, endpoint) }

    var access: WireAccess { wire.access }
}

extension TranslationDeclaration: StageDeclaration {
    static var kind: Stage { .translation }

    var limits: [String: Double] {
        [
            "concurrency": concurrency.map(Double.init), "maximum-characters": maximumCharacters.map(Double.init),
            "deadline": deadline,
        ].compactMapValues(\.self)
    }

    var speech: (wire: String, options: [String: OptionValue]?) { (wire.rawValue, wire.options) }

    /// The translator that the declaration describes.
    package func translator(at endpoint: Endpoint) -> any Translator { wire.make(self, endpoint) }

    var access: WireAccess {
        var access = wire.access
        if let chosen = wire.chosenCredential(options ?? [:]) { access.credential = chosen }
        return access
    }
}

extension SynthesisDeclaration: StageDeclaration {
    static var kind: Stage { .synthesis }

    var limits: [String: Double] {
        [
            "concurrency": concurrency.map(Double.init), "maximum-characters": maximumCharacters.map(Double.init),
            "sample-rate": sampleRate.map(Double.init), "deadline": deadline,
        ].compactMapValues(\.self)
    }

    var speech: (wire: String, options: [String: OptionValue]?) { (wire.rawValue, wire.options) }

    /// The synthesizer that the declaration describes.
    package func synthesizer(at endpoint: Endpoint) -> any SpeechSynthesizer { wire.make(self, endpoint) }

    var access: WireAccess { wire.access }
}

/// The configuration of a provider's speech to text.
package struct RecognitionDeclaration: Sendable, Hashable, Codable {
    package var wire: RecognitionWire
    package var model: String
    /// The base of this stage's URLs, if it differs from the provider's.
    package var url: String?
    /// The languages that it takes; those of its wire if none are named.
    package var languages: [LanguageCode]?
    /// How audio is sent, the best way first: the others serve if the audio would be too large.
    package var upload: UploadOrder?
    /// The largest upload, in bytes.
    package var maximumBytes: Int?
    /// The longest audio, in seconds.
    package var maximumSeconds: Double?
    /// Whether it delivers hypotheses while it works.
    package var streams: Bool?
    /// Whether it gives the time of every word.
    package var wordTimes: Bool?
    package var concurrency: Int?
    /// Further options of the wire; each of them changes the answers.
    package var options: [String: String]?
    package var price: Price?
    package var sunset: Sunset?
    /// Seconds that an answer may take, from the request to its end.
    package var deadline: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case wire, model, url, languages, upload, streams, concurrency, options, price, sunset, deadline
        case maximumBytes = "maximum-bytes"
        case maximumSeconds = "maximum-seconds"
        case wordTimes = "word-times"
    }

    package init(wire: RecognitionWire, model: String) {
        self.wire = wire
        self.model = model
    }
}

/// The ways in which audio may be packed for a provider, the best first. In YAML this is one name, or a list of names.
package struct UploadOrder: Sendable, Hashable, Codable {
    /// At least one.
    package let encodings: [SpeechEncoding]

    /// - Parameter others: the ways after the first, for audio that would be too large in the first.
    package init(_ first: SpeechEncoding, _ others: SpeechEncoding...) { encodings = [first] + others }

    init?(_ encodings: [SpeechEncoding]) {
        guard !encodings.isEmpty else { return nil }
        self.encodings = encodings
    }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Decoding as a text comes first, so that the error for a list names the unknown item.
        let isList = (try? value.decode(String.self)) == nil
        let named = isList ? try value.decode([SpeechEncoding].self) : [try value.decode(SpeechEncoding.self)]
        guard let order = Self(named) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "names no way")
        }
        self = order
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if encodings.count == 1 { try value.encode(encodings[0]) } else { try value.encode(encodings) }
    }
}

/// The configuration of a provider's translation.
package struct TranslationDeclaration: Sendable, Hashable, Codable {
    package var wire: TranslationWire
    package var model: String
    /// The base of this stage's URLs, if it differs from the provider's.
    package var url: String?
    /// The languages that it translates between, each into each; those of its wire if none are named.
    package var languages: [LanguageCode]?
    /// The longest text, in characters.
    package var maximumCharacters: Int?
    /// Whether it delivers pieces while it works.
    package var streams: Bool?
    /// How many earlier utterances it gets as context.
    package var contextPairs: Int?
    package var concurrency: Int?
    package var options: [String: String]?
    package var price: Price?
    package var sunset: Sunset?
    /// Seconds that an answer may take, from the request to its end.
    package var deadline: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case wire, model, url, languages, streams, concurrency, options, price, sunset, deadline
        case maximumCharacters = "maximum-characters"
        case contextPairs = "context-pairs"
    }

    package init(wire: TranslationWire, model: String) {
        self.wire = wire
        self.model = model
    }
}

/// The configuration of a provider's text to speech.
package struct SynthesisDeclaration: Sendable, Hashable, Codable {
    package var wire: SynthesisWire
    package var model: String
    /// The base of this stage's URLs, if it differs from the provider's.
    package var url: String?
    /// The voice of each language or variety (`zh`, `zh-Hant`, `en-GB`); `any` serves those that are not named.
    ///
    /// A language without a voice is not spoken.
    package var voices: [String: String]
    package var maximumCharacters: Int?
    /// The sample rate of the requested audio, in Hz.
    package var sampleRate: Int?
    /// Whether numbers, dates, units and the like are written out in words first, because the provider reads them badly.
    package var normalize: Bool?
    package var concurrency: Int?
    package var options: [String: String]?
    package var price: Price?
    package var sunset: Sunset?
    /// Seconds that an answer may take, from the request to its end.
    package var deadline: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case wire, model, url, voices, normalize, concurrency, options, price, sunset, deadline
        case maximumCharacters = "maximum-characters"
        case sampleRate = "sample-rate"
    }

    package init(wire: SynthesisWire, model: String, voices: [String: String]) {
        self.wire = wire
        self.model = model
        self.voices = voices
    }

    /// The voice for a variety: the variety's own, its language's, or `any`.
    package func voice(for tag: LanguageTag) -> String? {
        ownVoice(of: tag) ?? ownVoice(of: LanguageTag(tag.code)) ?? voices["any"]
    }

    /// The voice that is declared for a tag, in whatever form the tag is written there.
    private func ownVoice(of tag: LanguageTag) -> String? {
        voices[tag.rawValue]
            ?? voices.sorted { $0.key < $1.key }.first { (try? LanguageTag(parsing: $0.key)) == tag }?.value
    }

    /// The varieties that have their own voice, or whose locale is the beginning of the language's voice name.
    package var varieties: [LanguageTag] {
        LanguageVariety.all.map { LanguageTag($0) }.filter { tag in
            ownVoice(of: tag) != nil || ownVoice(of: LanguageTag(tag.code))?.hasPrefix(tag.locale + "-") ?? false
        }
    }

    /// The languages that have a voice.
    package var languages: Set<LanguageCode> {
        Set(LanguageCode.known.filter { voice(for: LanguageTag($0)) != nil })
    }
}

/// When the provider shuts a model down.
package struct Sunset: Sendable, Hashable, Codable {
    /// The day, `2027-02-26`.
    package var date: String
    /// The model to use instead, if one is named.
    package var successor: String?
    /// Providers that do the same, if the vendor has no other model for it, or none that does as much.
    package var instead: [String]?

    enum CodingKeys: String, CodingKey, CaseIterable { case date, successor, instead }

    /// Whether the text is a day in this form.
    static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2] else { return false }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else { return false }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[numbers[1] - 1]).contains(numbers[2])
    }
}
