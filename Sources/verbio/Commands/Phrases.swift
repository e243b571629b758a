import ArgumentParser
import Audio
import Configuration
import Conversations
import Delivery
import FoundationEssentials
import Glibc
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import SQLiteStore

struct Phrases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrases",
        abstract: "Keeps sentences at hand in another language, with their voices.",
        discussion: """
            A phrase is translated and spoken once; after that it needs no engine.

            EXAMPLES
              verbio phrases add "Where is the pharmacy?" --from en --to es --tag travel
              verbio phrases list --tag travel
              verbio phrases say p4k2m9x1 -o pharmacy.wav
            """,
        subcommands: [Add.self, List.self, Say.self, Delete.self], defaultSubcommand: List.self)

    /// The longest phrase: a sentence or a few, not a speech.
    static let longest = 1_000

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract:
                "Translates a phrase, speaks it and stores both; one that is there already gets what is given now.",
            discussion: """
                EXAMPLES
                  verbio phrases add "Where is the pharmacy?" --from en --to es
                  verbio phrases add "Thank you" --from en --to es \\
                    --translation "Gracias" --tag travel
                """)

        @Argument(help: ArgumentHelp("What is to be said.", valueName: "text"))
        var text: String

        @Option(help: ArgumentHelp("Language of the text.", valueName: "language"))
        var from: String?

        @Option(help: ArgumentHelp("Language it is said in.", valueName: "language"))
        var to: String?

        @Option(
            name: .customLong("tag"),
            help: ArgumentHelp("What the phrase is about; may be given several times.", valueName: "word"))
        var tags: [String] = []

        @Option(help: ArgumentHelp("Your own translation; no engine is asked for one.", valueName: "text"))
        var translation: String?

        @Flag(help: "The phrase as JSON.")
        var json = false

        @OptionGroup(title: "Words") var terms: TermOptions
        @OptionGroup(title: "Engines") var engines: EngineOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        /// Whether a translation is asked for that there may be already.
        private var asksAnew: Bool { engines.mt != nil || terms.glossary != nil || terms.formality != nil }

        func run() async throws {
            var settings = try await common.settings()
            engines.apply(to: &settings)
            terms.apply(to: &settings)
            settings.set(.from, from.map(ConfigContent.string))
            settings.set(.to, to.map(ConfigContent.string))
            try settings.requireTranslator()
            var pair = try settings.languagePair()
            let text = try Self.checked(text, "the phrase")
            let own = try translation.map { try Self.checked($0, "the translation") }
            for tag in tags where tag.isEmpty || tag.count > 40 || tag.contains(where: \.isWhitespace) {
                throw Problem(
                    .usage, "phrase.tag", "the tag '\(tag.clipped(to: 50))' is no word",
                    cure: "give a word of up to 40 letters")
            }
            let assembly = Assembly(settings: settings).choosing(for: [pair])
            let maker = try PhraseMaker(assembly)
            let providers = try assembly.providers()
            pair = providers.told(pair, bothWays: false)
            try assembly.checkScripts(of: [pair], providers)
            for note in assembly.languageNotes(pair, bothWays: false, providers) {
                Console().note("verbio: \(note)")
            }
            let store = try await assembly.store()
            let known = try await store.phrase(PhraseID(text: text, pair: pair))
            let isKept =
                try own == nil && known.map { try !asksAnew || maker.hasTranslated($0, with: providers) } ?? false
            let kept = own ?? (isKept ? known?.translation : nil)
            let isSpoken = known.map { keepsSpeech(of: $0, saying: kept, maker, providers) } ?? false
            try maker.prepare(providers, text: text, translation: kept, isSpoken: isSpoken)
            let translated: PhraseMaker.Checked
            let flags: [TranslationFlag]
            if let own {
                (translated, flags) = (.init(text: own, findings: []), [])
            } else if isKept, let known {
                let former = PhraseMaker.Checked(
                    text: known.translation, findings: [], key: known.translationKey)
                (translated, flags) = (former, known.flags)
            } else {
                translated = try await maker.translate(text, pair, with: providers)
                flags = translated.findings.map(\.stored)
            }
            var phrase = Phrase(
                text: text, translation: translated.text, pair: pair, tags: tags + (known?.tags ?? []), flags: flags,
                createdAt: known?.createdAt ?? assembly.time.wallClockMilliseconds())
            phrase.translationKey = translated.key
            if let known, known.translation == phrase.translation {
                (phrase.speech, phrase.speechKey) = (known.speech, known.speechKey)
            }
            let hasItsVoice =
                known.map { keepsSpeech(of: $0, saying: phrase.translation, maker, providers) } ?? false
            // What has been paid for is kept where the voice fails, a former voice of the same words, too.
            try await store.save(phrase)
            if !hasItsVoice, let chain = providers.synthesizers {
                _ = try await maker.speak(&phrase, with: chain, in: store)
            }
            try await store.save(phrase)
            try await store.synchronize()
            let console = Console()
            if translated.quality == .rough {
                console.note(
                    "verbio: the translation is rough: good for the gist alone; give your own with --translation")
            }
            for finding in translated.findings {
                console.note("verbio: the translation is doubtful (\(finding.flag)): \(finding.reason)")
            }
            if json { return try console.json(phrase) }
            try console.out(
                "\(phrase.id)  \(phrase.text.clipped(to: 60))  →  \(phrase.translation.clipped(to: 60))"
                    + FlagTally.mark(phrase.flags.map(\.name)))
        }

        /// Whether the phrase's voice is that of the words, and no other one is asked for.
        private func keepsSpeech(
            of known: Phrase, saying words: String?, _ maker: PhraseMaker, _ providers: ProviderSet
        ) -> Bool {
            guard known.speech != nil, words == known.translation else { return false }
            if engines.tts ?? "none" == "none", engines.voice == nil { return true }
            return providers.synthesizers.map { maker.hasSpoken(known, with: $0) } ?? false
        }

        private static func checked(_ text: String, _ what: String) throws(Problem) -> String {
            let text = String(
                text.trimmingPrefix(while: \.isWhitespace).reversed().trimmingPrefix(while: \.isWhitespace).reversed())
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
                throw Problem(.usage, "phrase.empty", "\(what) has no words", cure: "give a sentence")
            }
            guard text.count <= Phrases.longest else {
                throw Problem(
                    .usage, "phrase.long", "\(what) has \(text.count) characters, \(Phrases.longest) are allowed",
                    cure: "give a sentence, or translate a recording")
            }
            return text
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists phrases, the oldest first.",
            discussion: """
                EXAMPLES
                  verbio phrases list
                  verbio phrases list --tag travel --language es
                """)

        private static let cure = "make one with 'verbio phrases add TEXT --from en --to es'"

        @Option(help: ArgumentHelp("Only those with the tag.", valueName: "word"))
        var tag: String?

        @Option(help: ArgumentHelp("Only those from or into the language.", valueName: "language"))
        var language: String?

        @Flag(help: "One JSON object per line.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let filter = PhraseFilter(tag: tag, language: try language.map { try LanguageTag(parsing: $0) })
            let console = Console()
            let store: SQLiteStore
            do {
                store = try await Assembly(settings: try await common.settings()).store(readOnly: true)
            } catch let problem as Problem where problem.code == "store.missing" {
                return console.note("verbio: no phrases yet; \(Self.cure)")
            }
            let found = try await store.phrases(filter, limit: 100_000)
            if json {
                for phrase in found { try console.json(phrase, onOneLine: true) }
                return
            }
            guard !found.isEmpty else { return console.note("verbio: no such phrases; \(Self.cure)") }
            let rows = found.map { phrase in
                [
                    phrase.id.rawValue, phrase.pair.description, phrase.text.clipped(to: 80),
                    phrase.translation.clipped(to: 80) + FlagTally.mark(phrase.flags.map(\.name)),
                    phrase.speech == nil ? "no voice yet" : phrase.speech.map { clockTime($0.seconds) } ?? "",
                    phrase.tags.joined(separator: " ").clipped(to: 30),
                ]
            }
            try console.table(["phrase", "languages", "text", "translation", "audio", "tags"], rows)
        }
    }

    struct Say: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "say",
            abstract: "Writes a phrase's voice as WAV; no engine is called where it has been spoken before.",
            discussion: """
                EXAMPLES
                  verbio phrases say p4k2m9x1 -o pharmacy.wav
                  verbio phrases say p4k2m9x1 | aplay
                """)

        @Argument(help: ArgumentHelp("A phrase.", valueName: "id"))
        var id: String

        @Option(
            name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("The WAV file; - is standard output.", valueName: "file"))
        var output: String = "-"

        @OptionGroup var replacing: ReplacingOptions
        @OptionGroup(title: "Engines") var engines: EngineOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            var settings = try await common.settings()
            engines.apply(to: &settings)
            let assembly = Assembly(settings: settings)
            let admission = assembly.outputGuard(inputs: [], replacing)
            try SpokenTrack.check(output, admission, option: "-o")
            // What has been spoken can be said while another Verbio writes to the store.
            let reading = try await assembly.store(readOnly: true)
            let phrase = try await reading.existingPhrase(id)
            let voice: VoiceAudio
            if let speech = phrase.speech, let spoken = try await reading.voice(of: speech) {
                voice = spoken
            } else {
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
                voice = try await maker.speak(&made, with: chain, in: store)
                try await store.save(made)
                try await store.synchronize()
            }
            let track = try SpokenTrack(path: output, admission: admission)
            try await track.append(voice)
            try await track.finish()
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Deletes phrases, with their audio.",
            discussion: """
                EXAMPLES
                  verbio phrases delete p4k2m9x1
                """)

        @Argument(help: ArgumentHelp("Phrases.", valueName: "id"))
        var ids: [String]

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let store = try await Assembly(settings: try await common.settings()).store()
            for id in ids {
                let phrase = try await store.existingPhrase(id)
                _ = try await store.delete(phrase.id)
                try await store.synchronize()
                try console.inPassing {
                    try console.out("deleted \(phrase.id)  \(phrase.text.clipped(to: 60))")
                }
            }
        }
    }
}

extension PhraseMaker {
    /// Speaks the phrase's translation and puts the audio into the store. The phrase is not stored.
    func speak(
        _ phrase: inout Phrase, with chain: ProviderChain<any SpeechSynthesizer>, in store: any ConversationStore
    ) async throws -> VoiceAudio {
        let (synthesis, samples, key) = try await speak(phrase.translation, phrase.pair.target, with: chain)
        let blob = try await store.put(PCM16.littleEndianBytes(samples))
        phrase.speech = SpokenAudio(
            blob: blob, voice: synthesis.voice, sampleRate: synthesis.sampleRate, sampleCount: samples.count,
            usage: synthesis.usage)
        phrase.speechKey = key
        return VoiceAudio(sampleRate: synthesis.sampleRate, samples: samples)
    }
}

extension SQLiteStore {
    /// - Throws: `Problem` of kind `usage`, code `phrase.unknown`.
    fileprivate func existingPhrase(_ id: String) async throws -> Phrase {
        if let phrase = try await phrase(PhraseID(rawValue: id)) { return phrase }
        throw Problem(
            .usage, "phrase.unknown", "there is no phrase '\(id.clipped(to: 40))'", cure: "see 'verbio phrases list'")
    }
}
