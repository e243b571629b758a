package import Audio
package import Conversations
internal import Guards
package import Interpreting
package import Language
package import Plumbing
package import Providers
package import Resilience

/// Saved phrases: sentences with their translation and its voice, each made once.
package struct PhraseBook: Sendable {
    /// Characters of the longest phrase: a sentence or a few, not a speech.
    package static let longest = 1_000

    /// A phrase to be added.
    package struct Addition: Sendable {
        package var text: String
        package var pair: LanguagePair
        package var tags: [String] = []
        /// The user's own translation; if it is nil, a translator is called.
        package var translation: String?
        /// Whether the user named engines or terms, so that an existing translation may be made again.
        package var namesTranslator = false
        /// Whether the user named a voice, so that existing speech may be made again.
        package var namesVoice = false
        /// The voice, or one for each language, separated by commas; nil if that of the settings applies.
        package var voice: String? { didSet { namesVoice = namesVoice || voice != nil } }

        package init(_ text: String, _ pair: LanguagePair) {
            self.text = text
            self.pair = pair
        }
    }

    /// A phrase that is now stored, with the findings on its translation if that was just made.
    package struct Added: Sendable {
        package var phrase: Phrase
        package var quality: TranslationQuality
        package var findings: [GuardFinding]
        /// Whether the phrase was already stored, exactly as it is now.
        package var isUnchanged = false
    }

    private let assembly: Assembly
    private let store: any ScopeStore
    private let allowance: (any Allowance)?

    /// - Parameter allowance: what all calls may cost; nil if there is no limit other than that of the settings.
    package init(_ assembly: Assembly, store: any ScopeStore, within allowance: (any Allowance)? = nil) {
        self.assembly = assembly
        self.store = store
        self.allowance = allowance
    }

    /// Checks whether a phrase is valid, before an engine or a store is opened for it.
    ///
    /// - Returns: the same phrase without spaces around its texts.
    /// - Throws: `Problem` of kind `usage`: `phrase.empty`, `phrase.long` or `phrase.tag`.
    package static func checked(_ addition: Addition) throws(Problem) -> Addition {
        var checked = addition
        checked.text = try Self.checked(addition.text, "the phrase")
        if let translation = addition.translation {
            checked.translation = try Self.checked(translation, "the translation")
        }
        for tag in addition.tags where tag.isEmpty || tag.count > 40 || tag.contains(where: \.isWhitespace) {
            throw Problem(
                .usage, "phrase.tag", "the tag '\(tag.clipped(to: 50))' is no word",
                cure: "give a word of up to 40 letters")
        }
        return checked
    }

    private static func checked(_ text: String, _ what: String) throws(Problem) -> String {
        let text = String(
            text.trimmingPrefix(while: \.isWhitespace).reversed().trimmingPrefix(while: \.isWhitespace).reversed())
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Problem(.usage, "phrase.empty", "\(what) has no words", cure: "give a sentence")
        }
        guard text.count <= longest else {
            throw Problem(
                .usage, "phrase.long", "\(what) has \(text.count) characters, \(longest) are allowed",
                cure: "give a sentence, or translate a recording")
        }
        return text
    }

    /// Translates and speaks a phrase and stores both. If the phrase exists, it is updated with what is given now. What these
    /// engines have already made for it is not requested again.
    ///
    /// - Parameter addition: an addition that ``checked(_:)`` returned.
    /// - Throws: `Problem` of kind `usage` or `provider`. What was paid for before the failure is stored.
    package func add(_ addition: Addition, with providers: ProviderSet) async throws -> Added {
        var maker = try PhraseMaker(assembly, keys: store.keys, within: allowance)
        maker.ledger = store
        let (text, pair, own) = (addition.text, addition.pair, addition.translation)
        let known = try await store.phrase(PhraseID(text: text, pair: pair))
        let isKept =
            try own == nil
            && known.map { try !addition.namesTranslator || maker.hasTranslated($0, with: providers) } ?? false
        let kept = own ?? (isKept ? known?.translation : nil)
        func keepsSpeech(saying words: String?) -> Bool {
            guard let known, known.speech != nil, words == known.translation else { return false }
            return !addition.namesVoice || providers.synthesizers.map { maker.hasSpoken(known, with: $0) } ?? false
        }
        try maker.prepare(providers, text: text, translation: kept, isSpoken: keepsSpeech(saying: kept))
        var translated = PhraseMaker.Checked(text: own ?? "", findings: [])
        var flags: [TranslationFlag] = []
        if own == nil, isKept, let known {
            translated = PhraseMaker.Checked(text: known.translation, findings: [], key: known.translationKey)
            flags = known.flags
        } else if own == nil {
            translated = try await maker.translate(text, pair, with: providers)
            flags = translated.findings.map(\.stored)
        }
        var phrase = Phrase(
            text: text, translation: translated.text, pair: pair, tags: addition.tags + (known?.tags ?? []),
            flags: flags, createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds())
        phrase.translationKey = translated.key
        if let known, known.translation == phrase.translation {
            (phrase.speech, phrase.speechKey) = (known.speech, known.speechKey)
        }
        // If the voice fails, what has been paid for is kept, including former speech of the same words.
        try await store.save(phrase)
        if !keepsSpeech(saying: phrase.translation), let chain = providers.synthesizers {
            _ = try await maker.speak(&phrase, with: chain, in: store)
        }
        try await store.save(phrase)
        try await store.synchronize()
        return Added(
            phrase: phrase, quality: translated.quality, findings: translated.findings, isUnchanged: phrase == known)
    }

    /// Gives speech that is already stored to a phrase with the user's own translation, so that it is not made again.
    package func reuse(_ speech: SpokenAudio, to addition: Addition) async throws {
        guard let translation = addition.translation else { return }
        let known = try await store.phrase(PhraseID(text: addition.text, pair: addition.pair))
        guard known?.speech == nil || known?.translation != translation else { return }
        try await store.save(
            Phrase(
                text: addition.text, translation: translation, pair: addition.pair,
                tags: addition.tags + (known?.tags ?? []), speech: speech,
                createdAt: assembly.time.wallClockMilliseconds()))
    }

    /// The voice of a stored phrase. If the phrase has not been spoken yet, it is spoken now and stored.
    ///
    /// - Parameter reading: the store to find the phrase in; existing speech is available while another process writes.
    /// - Throws: `Problem` of kind `usage` if there is no such phrase, or no voice for it.
    package static func voice(
        of id: String, reading: any ScopeStore, assembly: Assembly
    ) async throws -> VoiceAudio {
        let phrase = try await reading.existingPhrase(id)
        if let speech = phrase.speech, let spoken = try await reading.voice(of: speech) { return spoken }
        let providers = try assembly.providers()
        guard let chain = providers.synthesizers else {
            throw Problem(
                .usage, "phrase.silent", "\(phrase.id) has not been spoken, and --tts is none",
                cure: "name a voice with --tts")
        }
        var maker = try PhraseMaker(assembly, keys: reading.keys)
        try maker.prepare(providers, text: phrase.text, translation: phrase.translation)
        let store = try await assembly.store()
        maker.ledger = store
        var made = phrase
        let voice = try await maker.speak(&made, with: chain, in: store)
        try await store.save(made)
        try await store.synchronize()
        return voice
    }
}
