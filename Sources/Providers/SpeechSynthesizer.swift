public import Audio
public import Language

/// Turns text into a voice. The rules of ``SpeechRecognizer`` hold here too.
public protocol SpeechSynthesizer: Sendable {
    var descriptor: ProviderDescriptor { get }
    var capabilities: SynthesizerCapabilities { get }

    /// Speaks one text. Audio goes to `audio` as it comes, all at one sample rate; joined it is the whole of the speech.
    ///
    /// - Throws: ``ProviderError``, or `CancellationError`. No audio for a text with letters in it is a failure
    ///   (``ProviderError/Failure/unusable``).
    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis
}

public struct SynthesizerCapabilities: Sendable, Hashable, Codable {
    public var languages: Set<LanguageCode>
    /// Whether audio comes before the synthesis is complete.
    public var streams: Bool
    public var voices: [Voice]
    public var maximumCharacters: Int?
    public var maximumConcurrency: Int?
    /// What it charges; nil where that is not known.
    public var price: Price?
    /// What it reads badly in a language, and is therefore to be given in words.
    public var spelledOut: [LanguageCode: Set<SpokenForm>]

    public init(
        languages: Set<LanguageCode>, streams: Bool = false, voices: [Voice] = [], maximumCharacters: Int? = nil,
        maximumConcurrency: Int? = nil, price: Price? = .free, spelledOut: [LanguageCode: Set<SpokenForm>] = [:]
    ) {
        self.languages = languages
        self.streams = streams
        self.voices = voices
        self.maximumCharacters = maximumCharacters
        self.maximumConcurrency = maximumConcurrency
        self.price = price
        self.spelledOut = spelledOut
    }

    public struct Voice: Sendable, Hashable, Codable {
        public var id: String
        public var language: LanguageCode

        public init(id: String, language: LanguageCode) {
            self.id = id
            self.language = language
        }
    }
}

public struct SynthesisRequest: Sendable {
    public var text: String
    public var language: LanguageCode
    /// A voice's id, or nil for the provider's own choice for the language.
    public var voice: String?
    public var context: CallContext

    public init(text: String, language: LanguageCode, voice: String? = nil, context: CallContext) {
        self.text = text
        self.language = language
        self.voice = voice
        self.context = context
    }
}

public struct Synthesis: Sendable, Hashable, Codable {
    /// The voice that spoke.
    public var voice: String
    /// Hz of all audio given.
    public var sampleRate: Int
    /// How many samples were given in all.
    public var sampleCount: Int
    public var usage: Usage

    public init(voice: String, sampleRate: Int, sampleCount: Int, usage: Usage = Usage()) {
        self.voice = voice
        self.sampleRate = sampleRate
        self.sampleCount = sampleCount
        self.usage = usage
    }
}
