package import Audio
package import Conversations
package import Guards
package import Interpreting
package import Language
package import Plumbing
package import Providers

/// Saved phrases: sentences with their translation and its voice, each made once.
package struct PhraseBook: Sendable {
    /// Characters of the longest phrase: a sentence or a few, not a speech.
    package static let longest = 1_000

    /// A phrase that is to be there.
    package struct Addition: Sendable {
        package var text: String
        package var pair: LanguagePair
        package var tags: [String] = []
        /// The user's own translation; nil asks a translator.
        package var translation: String?
        /// Whether engines or terms are named, so that a translation that is there may be made anew.
        package var namesTranslator = false
        /// Whether a voice is named, so that one that is there may be made anew.
        package var namesVoice = false

        package init(_ text: String, _ pair: LanguagePair) {
            self.text = text
            self.pair = pair
        }
    }

    /// A phrase that is there now, and what is to be known of its translation if it was just made.
    package struct Added: Sendable {
        package var phrase: Phrase
        package var quality: TranslationQuality
        package var findings: [GuardFinding]
    }

    private let assembly: Assembly
    private let store: any ServiceStore

    package init(_ assembly: Assembly, store: any ServiceStore) {
        self.assembly = assembly
        self.store = store
    }

    /// Looks whether a phrase can be meant, before an engine or a store is opened for it.
    ///
    /// - Returns: the same without spaces around its texts.
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

    /// Translates and speaks a phrase and stores both. One that is there already gets what is given now; what these engines have
    /// made of it is not asked for again.
    ///
    /// - Parameter addition: as ``checked(_:)`` gives it.
    /// - Throws: `Problem` of kind `usage` or `provider`. What was paid for before it is stored.
    package func add(_ addition: Addition, with providers: ProviderSet) async throws -> Added {
        let maker = try PhraseMaker(assembly)
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
        // What has been paid for is kept if the voice fails, a former voice of the same words, too.
        try await store.save(phrase)
        if !keepsSpeech(saying: phrase.translation), let chain = providers.synthesizers {
            _ = try await maker.speak(&phrase, with: chain, in: store)
        }
        try await store.save(phrase)
        try await store.synchronize()
        return Added(phrase: phrase, quality: translated.quality, findings: translated.findings)
    }

    /// The voice of a stored phrase. One that has not been spoken yet is spoken now, and stored.
    ///
    /// - Parameter reading: where the phrase is found; what was spoken can be had while another process writes.
    /// - Throws: `Problem` of kind `usage` if there is no such phrase, or no voice for it.
    package static func voice(
        of id: String, reading: any ServiceStore, assembly: Assembly
    ) async throws -> VoiceAudio {
        let phrase = try await reading.existingPhrase(id)
        if let speech = phrase.speech, let spoken = try await reading.voice(of: speech) { return spoken }
        let providers = try assembly.providers()
        guard let chain = providers.synthesizers else {
            throw Problem(
                .usage, "phrase.silent", "\(phrase.id) has not been spoken, and --tts is none",
                cure: "name a voice with --tts")
        }
        let maker = try PhraseMaker(assembly)
        try maker.prepare(providers, text: phrase.text, translation: phrase.translation)
        let store = try await assembly.store()
        var made = phrase
        let voice = try await maker.speak(&made, with: chain, in: store)
        try await store.save(made)
        try await store.synchronize()
        return voice
    }
}
