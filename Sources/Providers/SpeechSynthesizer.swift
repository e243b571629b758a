package import Audio
package import Language

/// Speaks texts. The rules of ``SpeechRecognizer`` hold here too.
package protocol SpeechSynthesizer: Provider<SynthesisRequest, VoiceAudio, Synthesis> {
    var capabilities: SynthesizerCapabilities { get }

    /// Speaks one text. Audio goes to `audio` as it arrives, all at one sample rate; joined it is the whole speech.
    ///
    /// - Throws: ``ProviderError``, or `CancellationError`. No audio for a text with letters in it is a failure
    ///   (``ProviderError/Failure/unusable``).
    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis

    /// What is wrong with a synthesis that has succeeded, such as its speed, as a sentence for people. It may take a further
    /// call. Nil if nothing is known to be wrong.
    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String?
}

extension SpeechSynthesizer {
    package var stage: Stage { .synthesis }

    package func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? { nil }

    package func answer(_ request: SynthesisRequest, partial: PartialSink<VoiceAudio>) async throws -> Synthesis {
        try await synthesize(request, audio: partial)
    }
}

/// The languages, voices, limits and features of a synthesizer.
package struct SynthesizerCapabilities: Sendable, Hashable, Codable {
    package var languages: Set<LanguageCode>
    /// The varieties for which it has voices.
    package var varieties: Set<LanguageTag> = []
    /// Whether audio arrives before the synthesis is complete.
    package var streams = false
    package var voices: [Voice] = []
    package var maximumCharacters: Int?
    package var maximumConcurrency: Int?
    /// Whether it is not known how many calls at once its server works on, so that this is found out.
    package var findsConcurrency = false
    /// How long one answer may take if no setting says so; nil if the usual time applies.
    package var deadline: Duration?
    /// The price of its calls; nil if it is not known.
    package var price: Price? = .free
    /// The forms that it reads badly in a language, so that they have to be given to it in words.
    package var spelledOut: [LanguageCode: Set<SpokenForm>] = [:]
    /// Whether the text before and after changes how it speaks. Only then are ``SynthesisRequest/previous`` and
    /// ``SynthesisRequest/next`` of use, and part of the key of its answers.
    package var hearsNeighbours = false
    /// Whether it reports when each word is spoken.
    package var wordTimes = false
    /// The voice of each language that its configuration names. It is used if the request names no voice, and is part of the
    /// key of the answers.
    package var configuredVoices: [LanguageTag: String] = [:]
    /// Whether it may have voices other than ``voices``, which only its provider knows.
    package var hasOtherVoices = false

    /// - Parameter change: sets the members that differ from their defaults.
    package init(languages: Set<LanguageCode>, _ change: (inout SynthesizerCapabilities) -> Void = { _ in }) {
        self.languages = languages
        change(&self)
    }

    /// The configured voice for a variety, or for its language.
    package func configuredVoice(for tag: LanguageTag) -> String? {
        configuredVoices[tag] ?? configuredVoices[LanguageTag(tag.code)]
    }

    /// A voice that the synthesizer lists.
    package struct Voice: Sendable, Hashable, Codable {
        package var id: String
        package var language: LanguageCode
        /// The language with the variety that it speaks; nil if no variety is known.
        private var tag: LanguageTag?
        /// The median of its fundamental frequency in Hz; nil if it is not known.
        package var pitch: Double?

        package init(id: String, language: LanguageCode, variety: LanguageVariety? = nil, pitch: Double? = nil) {
            self.id = id
            self.language = language
            tag = variety.map { LanguageTag($0) }
            self.pitch = pitch
        }

        /// The variety that it speaks; nil if none is known.
        package var variety: LanguageVariety? { tag?.variety }
    }
}

/// The request for the speech of a text.
package struct SynthesisRequest: ProviderRequest {
    package var text: String
    package var language: LanguageCode
    /// The variety of the language; nil if none is meant.
    package var variety: LanguageVariety?
    /// The id of a voice, or nil for the provider's default voice for the language.
    package var voice: String?
    /// The end of what the same voice says right before the text; ``next`` has the beginning of what it says right after. Each
    /// has at most ``longestNeighbour`` characters. They are neither spoken nor charged for; they make the melody continuous.
    /// Nil if nothing is said there, or if it is not known.
    package private(set) var previous: String?
    package private(set) var next: String?
    package var context: CallContext

    /// The language with its variety.
    package var tag: LanguageTag { LanguageTag(language, variety) }

    /// Characters; a sentence or two: the melody does not depend on more.
    package static let longestNeighbour = 300

    package init(
        text: String, language: LanguageCode, variety: LanguageVariety? = nil, voice: String? = nil,
        previous: String? = nil, next: String? = nil, context: CallContext
    ) {
        self.variety = variety
        func kept(_ text: some StringProtocol) -> String? { text.allSatisfy(\.isWhitespace) ? nil : String(text) }
        self.text = text
        self.language = language
        self.voice = voice
        self.previous = previous.flatMap { kept($0.suffix(Self.longestNeighbour)) }
        self.next = next.flatMap { kept($0.prefix(Self.longestNeighbour)) }
        self.context = context
    }
}

/// The answer of a synthesizer, without its samples.
package struct Synthesis: Sendable, Hashable, Codable {
    /// The voice that was used.
    package var voice: String
    /// Hz of all audio.
    package var sampleRate: Int
    /// The total number of samples.
    package var sampleCount: Int
    package var usage: Usage
    /// The time of each word in seconds from the start of the audio, in order; empty if the provider does not report it.
    package var words: [SpokenWord]

    package init(
        voice: String, sampleRate: Int, sampleCount: Int, usage: Usage = Usage(), words: [SpokenWord] = []
    ) {
        self.words = words
        self.voice = voice
        self.sampleRate = sampleRate
        self.sampleCount = sampleCount
        self.usage = usage
    }
}

/// A word of a spoken text, with its punctuation.
package struct SpokenWord: Sendable, Hashable, Codable {
    package var text: String
    /// Seconds from the start of the audio.
    package var start: Double
    package var end: Double

    package init(text: String, start: Double, end: Double) {
        self.text = text
        self.start = start
        self.end = end
    }
}
