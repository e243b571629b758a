package import Language
package import Plumbing
package import Providers

/// Compares the request with what the engines can do, before any audio is read.
///
/// A request that cannot be met is refused by the name of its option, not found out at the first utterance.
package struct RequestCheck: Sendable {
    /// Every direction of translation.
    package var pairs: [LanguagePair]
    /// The voice asked for, if any.
    package var voice: String?
    /// Whether the recognizer has to detect the spoken language.
    package var detects: Bool
    /// Whether the input is text.
    package var isWritten: Bool

    package init(pairs: [LanguagePair], voice: String? = nil, detects: Bool = false, isWritten: Bool = false) {
        self.isWritten = isWritten
        self.pairs = pairs
        self.detects = detects
        self.voice = voice
    }

    /// - Throws: ``Problem`` of kind `usage`, code `recognizer.language` or `recognizer.detection`.
    package func check(_ recognizer: any SpeechRecognizer) throws(Problem) {
        let known = recognizer.capabilities.languages
        for pair in pairs where !known.contains(pair.from) {
            throw Problem(
                .usage, "recognizer.language",
                "\(recognizer.descriptor.name) does not recognize \(pair.from.englishName)", at: "--stt",
                cure: "it recognizes \(Self.list(known)); speak one of these languages, or name another recognizer")
        }
        guard !detects || recognizer.capabilities.detectsLanguage else {
            throw Problem(
                .usage, "recognizer.detection",
                "\(recognizer.descriptor.name) cannot detect the spoken language", at: "--two-way",
                cure: "choose a recognizer that detects languages, "
                    + "or give each side a channel with --speakers-by-channel")
        }
    }

    /// - Parameter offered: the pairs that its server has now; nil if that is not known.
    /// - Throws: ``Problem`` of kind `usage`, code `translator.pair` or `translator.speech`.
    package func check(_ translator: any Translator, offering offered: Set<LanguagePair>? = nil) throws(Problem) {
        guard !isWritten || !translator.capabilities.hearsSpeech else {
            throw Problem(
                .usage, "translator.speech", "\(translator.descriptor.name) translates speech and no text", at: "--mt",
                cure: "name another translator")
        }
        let known = offered ?? translator.capabilities.pairs
        for pair in pairs where !known.contains(pair.plain) {
            let targets = Set(known.lazy.filter { $0.from == pair.from }.map(\.to))
            let sources = Set(known.map(\.from))
            throw Problem(
                .usage, "translator.pair",
                "\(translator.descriptor.name) does not translate from \(pair.from.englishName) to "
                    + pair.to.englishName, at: "--mt",
                cure: targets.isEmpty
                    ? "it translates from \(Self.list(sources)); choose one of these, or name another translator"
                    : "from \(pair.from.englishName) it translates to \(Self.list(targets)); "
                        + "choose one of these, or name another translator")
        }
    }

    /// - Throws: ``Problem`` of kind `usage`, code `synthesizer.language` or `synthesizer.voice`.
    package func check(_ synthesizer: any SpeechSynthesizer) throws(Problem) {
        let name = synthesizer.descriptor.name
        let known = synthesizer.capabilities.languages
        // Only the provider knows which languages a voice of its own speaks.
        let takesAny = synthesizer.capabilities.hasOtherVoices
        for pair in pairs where !known.contains(pair.to) && !(takesAny && voice != nil) {
            guard takesAny else {
                throw Problem(
                    .usage, "synthesizer.language", "\(name) does not speak \(pair.to.englishName)", at: "--tts",
                    cure: "it speaks \(Self.list(known)); choose one of these languages, or name another synthesizer")
            }
            throw Problem(
                .usage, "synthesizer.language", "\(name) is configured with no voice for \(pair.to.englishName)",
                at: "--tts",
                cure:
                    "name one with --voice ('verbio providers voices \(name)' lists them), or name another synthesizer")
        }
        // If a synthesizer lists no voices, only the synthesizer knows them.
        let voices = synthesizer.capabilities.voices
        guard let voice, !voices.isEmpty else { return }
        let named = NamedVoices(voice).names
        // Each of several voices is used for the languages that it speaks.
        for voice in named where named.count == 1 || !voices.contains(where: { $0.id == voice }) {
            try check(voice, of: synthesizer)
        }
        // A person whose voices all speak other languages would get the voice of all others.
        let targets = Set(pairs.map(\.to))
        for own in NamedVoices(voice).ofPersons {
            let isUsable = own.contains { name in
                voices.contains { $0.id == name && targets.contains($0.language) }
                    || !voices.contains { $0.id == name }
            }
            if !isUsable, let first = own.first { try check(first, of: synthesizer) }
        }
    }

    private func check(_ voice: String, of synthesizer: any SpeechSynthesizer) throws(Problem) {
        let (name, voices) = (synthesizer.descriptor.name, synthesizer.capabilities.voices)
        let targets = Set(pairs.map(\.to))
        let usable = voices.filter { targets.contains($0.language) }
        guard !usable.contains(where: { $0.id == voice }) else { return }
        let languages = pairs.first.map(\.to.englishName) ?? "any language"
        let other = voices.first { $0.id == voice }
        guard other != nil || !synthesizer.capabilities.hasOtherVoices else { return }
        throw Problem(
            .usage, "synthesizer.voice",
            other.map { "\(name)'s voice '\(voice)' speaks \($0.language.englishName), not \(languages)" }
                ?? "\(name) has no voice '\(voice)'", at: "--voice",
            cure: usable.isEmpty
                ? "leave it out: \(name) lists no voices for \(languages)"
                : cure(
                    for: other == nil ? voice : "", among: usable.map(\.id),
                    otherwise: "use one of: \(Self.list(usable.map(\.id)))"))
    }

    /// `English (en), German (de)`, in the order in which languages are listed everywhere.
    private static func list(_ languages: Set<LanguageCode>) -> String {
        let ordered = LanguageCode.known.filter(languages.contains)
        return ordered.isEmpty ? "no language" : ordered.map { "\($0.englishName) (\($0))" }.joined(separator: ", ")
    }

    /// The first names in order, and how many more there are.
    private static func list(_ voices: [String], most: Int = 20) -> String {
        let shown = voices.sorted().prefix(most).joined(separator: ", ")
        return voices.count > most ? "\(shown) and \(voices.count - most) more" : shown
    }
}
