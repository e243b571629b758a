internal import Audio
package import Language

/// Translates the text of one utterance into another language. The rules of ``SpeechRecognizer`` hold here too.
package protocol Translator: Provider<TranslationRequest, String, Translation> {
    var capabilities: TranslatorCapabilities { get }
    /// Summarizes conversations; nil if the provider cannot. A translator that has one also uses
    /// ``TranslationRequest/summary``.
    var summarizer: (any ConversationSummarizer)? { get }
    /// Translates many lines with one call; nil if the provider cannot.
    var batcher: (any BatchTranslator)? { get }
    /// Translates speech into speech with one call; nil if the provider cannot. Such a translator also hears speech
    /// (``TranslatorCapabilities/hearsSpeech``).
    var speechTranslator: (any SpeechTranslator)? { get }
    /// Whether it only takes the place of a translator in conversations that are not translated. It is never called.
    var isPlaceholder: Bool { get }

    /// The pairs that its server offers now, asked before a run; nil if it does not list them, or does not answer. Its
    /// ``TranslatorCapabilities/pairs`` are those that it may have.
    func offeredPairs() async -> Set<LanguagePair>?

    /// Translates one utterance. If the provider streams, pieces of the translation go to `piece`, each following the one
    /// before; joined they equal the answer's text.
    ///
    /// - Throws: ``ProviderError``, or `CancellationError`. An empty translation of a text is a failure
    ///   (``ProviderError/Failure/unusable``), never an answer.
    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation
}

extension Translator {
    package var summarizer: (any ConversationSummarizer)? { nil }
    package var batcher: (any BatchTranslator)? { nil }
    package var speechTranslator: (any SpeechTranslator)? { nil }
    package var isPlaceholder: Bool { false }
    package var stage: Stage { .translation }

    package func offeredPairs() async -> Set<LanguagePair>? { nil }

    package func answer(_ request: TranslationRequest, partial: PartialSink<String>) async throws -> Translation {
        try await translate(request, piece: partial)
    }
}

/// The language pairs, limits and features of a translator.
package struct TranslatorCapabilities: Sendable, Hashable, Codable {
    /// Pairs of languages without varieties.
    package var pairs: Set<LanguagePair>
    /// The varieties that a request can ask it to translate into.
    package var varieties: Set<LanguageTag> = []
    /// How reliable its translations are, if ``grades`` does not say it of the direction.
    package var quality = TranslationQuality.usual
    /// The grades of directions that were measured here or elsewhere.
    package var grades: [LanguagePair: TranslationGrade] = [:]
    package var streams = false
    /// How many earlier (source, translation) pairs it uses; 0 if it does not support context.
    package var contextPairs = 0
    package var maximumCharacters: Int?
    package var maximumConcurrency: Int?
    /// Whether it is not known how many calls at once its server works on, so that this is found out.
    package var findsConcurrency = false
    /// How long one answer may take if no setting says so; nil if the usual time applies.
    package var deadline: Duration?
    /// The price of its calls; nil if it is not known.
    package var price: Price? = .free
    /// Whether a request can state what was wrong with an answer, so that a second call is useful.
    package var takesHints = false
    /// Whether it uses what is said next (``TranslationRequest/later``).
    package var takesLater = false
    /// The target languages in which a request can give it the form of address.
    package var addressedLanguages: Set<LanguageCode> = []
    /// The target languages in which a request can give it the terms of a glossary.
    package var termLanguages: Set<LanguageCode> = []
    /// Whether it is a language model on a server of the user's: often slow, with one call at a time, and with a cache of what its
    /// prompts have in common at their beginning.
    package var isOwnServer = false
    /// How long a processor core of this machine computes for each token that it writes, in seconds, for a forecast; nil if it
    /// computes elsewhere, or if that is not known.
    package var secondsPerToken: Double?
    /// Whether it translates the sound of an utterance instead of its text (``TranslationRequest/speech``). Such a translator
    /// cannot translate what was written.
    package var hearsSpeech = false

    /// - Parameter change: sets the members that differ from their defaults.
    package init(pairs: Set<LanguagePair>, _ change: (inout TranslatorCapabilities) -> Void = { _ in }) {
        self.pairs = pairs
        change(&self)
    }

    /// How reliable its translations in a direction are.
    package func quality(of pair: LanguagePair) -> TranslationQuality { grades[pair.plain]?.quality ?? quality }
}

/// The context that a translator is given in addition to the text to translate.
package protocol TranslationSurroundings {
    var earlier: [ContextPair] { get }
    var later: [LaterLine] { get }
    var summary: String? { get }
    var terms: [GlossaryTerm] { get }
    /// The words that the answer to a repeated request has to begin with, because they are being spoken already. It is nil if
    /// the answer may begin freely.
    var begun: String? { get }
    /// The translation that is too long, and how short it has to be; nil in other requests.
    var shorter: ShorterWish? { get }
}

extension TranslationSurroundings {
    package var begun: String? { nil }
    package var shorter: ShorterWish? { nil }

    /// The number of tokens of the whole context, for a forecast of what a call consumes.
    package var surroundingTokens: Int {
        earlier.reduce(0) { $0 + $1.tokens } + later.reduce(0) { $0 + $1.tokens }
            + terms.reduce(0) { $0 + TokenEstimate.tokens(in: ([$1.source] + $1.targets).joined()) + 10 }
            + TokenEstimate.tokens(in: (summary ?? "") + (begun ?? "") + (shorter?.longer ?? ""))
    }
}

/// The request for the translation of an utterance.
package struct TranslationRequest: ProviderRequest, TranslationSurroundings {
    package var text: String
    package var pair: LanguagePair
    /// The side that says the text, `user` or `other`; nil if there is only one. What the other side said around it was said in
    /// the language translated into.
    package var speaker: String?
    /// Earlier utterances of the conversation in order, oldest first, in both directions. There are at most as many as the
    /// translator uses.
    package var earlier: [ContextPair] = []
    /// The next lines in order, as context that is not translated. Empty if the translator does not use them.
    package var later: [LaterLine] = []
    /// A short summary of what was said before these; nil if there is none, or if the translator does not use it.
    package var summary: String?
    /// The fault of the previous answer, in English; nil if there is none to name.
    package var hint: String?
    package var begun: String?
    package var shorter: ShorterWish?
    /// The glossary's terms that are in the text, in their order. A translator uses them as well as it can.
    package var terms: [GlossaryTerm] = []
    /// The form of address between the speakers; nil if the translator chooses it, or if it cannot be given one.
    package var formality: Formality?
    /// Whether the text was typed, if the translator takes this information: a typed text has no mistakes of a recognizer.
    package var isWritten = false
    /// The sound of the utterance, for a translator that hears it; nil for others, and if it is not there any more.
    package var speech: UtteranceSpeech?
    package var context: CallContext

    /// - Parameter change: sets the members that differ from their defaults.
    package init(
        text: String, pair: LanguagePair, context: CallContext, _ change: (inout TranslationRequest) -> Void = { _ in }
    ) {
        self.text = text
        self.pair = pair
        self.context = context
        change(&self)
    }
}

/// The sound of one utterance.
package struct UtteranceSpeech: Sendable, Hashable {
    /// 16 kHz, mono, from -1 to 1.
    package var samples: [Float]
    /// The hash of the utterance's samples.
    package var hash: String

    package init(samples: [Float], hash: String) {
        self.samples = samples
        self.hash = hash
    }

    /// Its length.
    package var seconds: Double { Double(samples.count) / Double(speechSampleRate) }
}

/// One earlier utterance: its speaker, its text and its translation.
package struct ContextPair: Sendable, Hashable, Codable {
    /// `user` or `other`.
    package var speaker: String
    package var source: String
    package var translation: String

    package init(speaker: String, source: String, translation: String) {
        self.speaker = speaker
        self.source = source
        self.translation = translation
    }

    /// The approximate number of tokens that it adds to a request to a language model: both texts, and the names and marks
    /// around them.
    package var tokens: Int { TokenEstimate.tokens(in: source) + TokenEstimate.tokens(in: translation) + Self.marks }
    static let marks = 16
}

/// One of the next utterances: its speaker and its text.
package struct LaterLine: Sendable, Hashable, Codable {
    /// `user` or `other`.
    package var speaker: String
    package var source: String

    package init(speaker: String, source: String) {
        self.speaker = speaker
        self.source = source
    }

    /// The approximate number of tokens that it adds to a request to a language model: the text, and the names and marks around
    /// it.
    package var tokens: Int { TokenEstimate.tokens(in: source) + Self.marks }
    static let marks = 10
}

/// The answer of a translator.
package struct Translation: Sendable, Hashable, Codable {
    package var text: String
    /// The language of the translation, with its variety.
    package var tag: LanguageTag
    /// Notes on how it was made: `pivot:es`, `unknown-words:2`, …
    package var notes: [String]
    /// The findings of the guards; empty if it passed every guard.
    package var flags: [TranslationFlag]
    /// The findings in the other answer, if the translation was requested twice. The other answer is the one that this one
    /// replaced, or the second one, which was no better. Empty if there was only one answer.
    package var refused: [TranslationFlag]
    package var usage: Usage

    /// The language of the translation.
    package var language: LanguageCode { tag.code }

    /// The note on a translation whose form is not the requested one, as sent by servers that ignore JSON schemas.
    package static let formIgnored = "form-ignored"

    /// Whether its form is not the requested one.
    package var isOutOfForm: Bool { notes.contains(Self.formIgnored) }

    package init(
        text: String, language: LanguageCode, notes: [String] = [], flags: [TranslationFlag] = [],
        refused: [TranslationFlag] = [], usage: Usage = Usage()
    ) {
        self.init(
            text: text, tag: LanguageTag(language), notes: notes, flags: flags, refused: refused, usage: usage)
    }

    package init(
        text: String, tag: LanguageTag, notes: [String] = [], flags: [TranslationFlag] = [],
        refused: [TranslationFlag] = [], usage: Usage = Usage()
    ) {
        self.flags = flags
        self.refused = refused
        self.text = text
        self.tag = tag
        self.notes = notes
        self.usage = usage
    }
}

/// A possible fault of a translation, found by a guard.
package struct TranslationFlag: Sendable, Hashable, Codable {
    /// The guard that found it: `numbers`, `language`, `echo`, …
    package var name: String
    /// The reason for users, as one clause.
    package var reason: String
    /// The pieces of text that support the finding.
    package var evidence: [String]

    package init(name: String, reason: String, evidence: [String] = []) {
        self.name = name
        self.reason = reason
        self.evidence = evidence
    }
}
