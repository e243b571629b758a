package import Language

/// Turns the audio of one utterance into text.
///
/// An adapter only calls one provider: retry, deadlines, ledger and cache are wrapped around it. It must respond to
/// cancellation and be safe to call from several tasks at once, up to its stated concurrency.
package protocol SpeechRecognizer: Provider<RecognitionRequest, String, Recognition> {
    var capabilities: RecognizerCapabilities { get }
    /// Hears utterances while they are being said; nil if it only takes whole ones.
    var streaming: (any StreamingRecognizer)? { get }
    /// Whether it only takes the place of a recognizer in conversations that are written. It is never called.
    var isPlaceholder: Bool { get }

    /// Recognizes one utterance. If the provider streams, hypotheses go to `hypothesis`, each replacing the one before.
    ///
    /// - Returns: the final recognition; empty text means that no words were heard.
    /// - Throws: ``ProviderError``, or `CancellationError`.
    func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition
}

extension SpeechRecognizer {
    package var stage: Stage { .recognition }
    package var streaming: (any StreamingRecognizer)? { nil }
    package var isPlaceholder: Bool { false }

    package func answer(_ request: RecognitionRequest, partial: PartialSink<String>) async throws -> Recognition {
        try await recognize(request, hypothesis: partial)
    }
}

/// The languages, limits and features of a recognizer.
package struct RecognizerCapabilities: Sendable, Hashable, Codable {
    package var languages: Set<LanguageCode>
    /// The varieties of its languages that a request can ask it to expect.
    package var varieties: Set<LanguageTag> = []
    /// Whether hypotheses come before the answer.
    package var streams = false
    package var wordTimes = false
    package var confidence = false
    /// Whether the same audio always gives the same answer, so that asking again is useless.
    package var isDeterministic = false
    /// The longest utterance that it takes, in seconds, if there is a limit.
    package var maximumSeconds: Double?
    /// The number of calls that it can take at once, if there is a limit.
    package var maximumConcurrency: Int?
    /// Whether it is not known how many calls at once its server works on, so that this is found out.
    package var findsConcurrency = false
    /// How long one answer may take if no setting says so; nil if the usual time applies.
    package var deadline: Duration?
    /// The price of its calls; nil if it is not known.
    package var price: Price? = .free
    /// Whether it works without the spoken language in the request. Not every such recognizer reports which one it was.
    package var detectsLanguage = false
    /// Whether a request can give it what was said before: ``RecognitionRequest/prompt``.
    package var takesPrompt = false
    /// The prompt that it is always given, by its configuration.
    package var ownPrompt: String?
    /// The languages that it often writes in the script of another.
    package var otherScripts: Set<LanguageCode> = []
    /// How well it understands the languages in which that was measured.
    package var grades: [LanguageCode: RecognitionGrade] = [:]
    /// Whether an utterance may be recognized repeatedly while it is being said, because a call is free and takes a
    /// fraction of the speech's length.
    package var repeatsCheaply = false

    /// - Parameter change: sets the members that differ from their defaults.
    package init(languages: Set<LanguageCode>, _ change: (inout RecognizerCapabilities) -> Void = { _ in }) {
        self.languages = languages
        change(&self)
    }
}

/// The request for the text of an utterance, or of a part of it.
package struct RecognitionRequest: ProviderRequest {
    /// 16 kHz mono Float32 samples.
    package var audio: [Float]
    /// The language spoken, or the most likely one of ``candidates``.
    package var language: LanguageCode
    /// The languages it may be in, if the language has to be detected; empty if it is known.
    package var candidates: [LanguageCode]
    /// The varieties of these languages that are meant.
    package var varieties: [LanguageVariety]
    /// The earlier text of the same speaker in the same language, after the recognizer's own prompt. Nil: only its own prompt is
    /// used. Empty: no prompt is used at all.
    package var prompt: String?
    package var context: CallContext

    /// The language if it is known; nil if it has to be detected.
    package var knownLanguage: LanguageCode? { candidates.isEmpty ? language : nil }

    /// The tag of one of its languages.
    package func tag(of language: LanguageCode) -> LanguageTag {
        LanguageTag(language, varieties.first { $0.language == language })
    }

    /// The tag of ``knownLanguage``.
    package var knownTag: LanguageTag? { knownLanguage.map(tag) }

    package init(
        audio: [Float], language: LanguageCode, candidates: [LanguageCode] = [], varieties: [LanguageVariety] = [],
        prompt: String? = nil, context: CallContext
    ) {
        self.varieties = varieties
        self.prompt = prompt
        self.audio = audio
        self.language = language
        self.candidates = candidates
        self.context = context
    }
}

/// The answer of a recognizer.
package struct Recognition: Sendable, Hashable, Codable {
    package var text: String
    /// The language in which it was heard. If the provider does not report one, it is the requested one.
    package var language: LanguageCode
    /// From 0 to 1, if the provider reports it.
    package var confidence: Double?
    /// In order; empty if the provider gives no times.
    package var words: [Word]
    /// Further signals that the recognizer gives about its answer; nil if it gives none.
    package var signals: RecognitionSignals?
    package var usage: Usage

    package init(
        text: String, language: LanguageCode, confidence: Double? = nil, words: [Word] = [],
        signals: RecognitionSignals? = nil, usage: Usage = Usage()
    ) {
        self.signals = signals
        self.text = text
        self.language = language
        self.confidence = confidence
        self.words = words
        self.usage = usage
    }

    /// Seconds from the start of the audio to the end of the last speech, by the times of the segments or else of the
    /// words. It is nil if the recognizer gives no times.
    package var heardUntil: Double? { signals?.heardUntil ?? words.map(\.end).max() }

    /// A word of the text with its time.
    package struct Word: Sendable, Hashable, Codable {
        package var text: String
        /// Seconds from the start of the utterance's audio.
        package var start: Double
        package var end: Double
        package var confidence: Double?

        package init(text: String, start: Double, end: Double, confidence: Double? = nil) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
        }
    }
}
