import ArgumentParser
import Audio
import Configuration
import Conversations
import Delivery
import FoundationEssentials
import Glibc
import Guards
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import VerbioService

struct Phrases: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrases",
        abstract: "Keeps sentences in another language ready, with their voices.",
        discussion: """
            A phrase is translated and spoken once; after that it needs no engine.

            EXAMPLES
              verbio phrases add "Where is the pharmacy?" --from en --to es --tag travel
              verbio phrases list --tag travel
              verbio phrases say p4k2m9x1 -o pharmacy.wav
            """,
        subcommands: [Add.self, List.self, Today.self, Say.self, Delete.self], defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract:
                "Translates a phrase, speaks it and stores both; an existing phrase is updated.",
            discussion: """
                EXAMPLES
                  verbio phrases add "Where is the pharmacy?" --from en --to es
                  verbio phrases add "Thank you" --from en --to es \\
                    --translation "Gracias" --tag travel
                """)

        @Argument(help: ArgumentHelp("The text of the phrase.", valueName: "text"))
        var text: String

        @Option(help: ArgumentHelp("Language of the text.", valueName: "language"))
        var from: String?

        @Option(help: ArgumentHelp("Language it is said in.", valueName: "language"))
        var to: String?

        @Option(
            name: .customLong("tag"),
            help: ArgumentHelp("What the phrase is about; may be given several times.", valueName: "word"))
        var tags: [String] = []

        @Option(help: ArgumentHelp("Your own translation; no engine is called for one.", valueName: "text"))
        var translation: String?

        @Flag(help: "The phrase as JSON.")
        var json = false

        @OptionGroup(title: "Words") var terms: TermOptions
        @OptionGroup(title: "Engines") var engines: EngineOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            var settings = try await common.settings()
            engines.apply(to: &settings)
            terms.apply(to: &settings)
            settings.set(.from, from.map(ConfigContent.string))
            settings.set(.to, to.map(ConfigContent.string))
            try settings.requireTranslator()
            var addition = PhraseBook.Addition(text, try settings.languagePair())
            (addition.tags, addition.translation) = (tags, translation)
            addition.namesTranslator = engines.mt != nil || terms.glossary != nil || terms.formality != nil
            addition.namesVoice = engines.tts ?? "none" != "none" || engines.voice != nil
            addition = try PhraseBook.checked(addition)
            let assembly = Assembly(settings).resolvingTranslators(for: [addition.pair], written: true)
            let providers = try assembly.providers()
            addition.pair = providers.withSupportedVarieties(addition.pair, bothWays: false)
            try assembly.languages.checkScripts(of: [addition.pair], providers)
            for note in assembly.languages.notes(addition.pair, bothWays: false, providers) { Console.tell(note) }
            let store = try await assembly.store()
            let added = try await PhraseBook(assembly, store: store).add(addition, with: providers)
            let phrase = added.phrase
            let console = Console()
            if added.quality == .rough {
                console.note(
                    "verbio: the translation is rough: good for the gist alone; give your own with --translation")
            }
            for finding in added.findings {
                console.note("verbio: the translation is doubtful (\(finding.flag)): \(finding.reason)")
            }
            if json { return try console.json(phrase) }
            try console.out(
                "\(phrase.id)  \(phrase.text.clipped(to: 60))  →  \(phrase.translation.clipped(to: 60))"
                    + FlagTally.mark(phrase.flags.map(\.name)))
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

        fileprivate static let cure = "make one with 'verbio phrases add TEXT --from en --to es'"

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
            let store: any PhraseStore
            do {
                store = try await Assembly(try await common.settings()).store(readOnly: true)
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

    struct Today: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "today", abstract: "Shows the phrase of the day.",
            discussion: """
                EXAMPLES
                  verbio phrases today
                """)

        @Flag(help: "The phrase as JSON.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let assembly = Assembly(try await common.settings())
            let day = CalendarDay(at: assembly.time.wallClockMilliseconds())
            guard let phrase = try await assembly.store(readOnly: true).phrase(of: day) else {
                return console.note("verbio: no phrases yet; \(List.cure)")
            }
            if json { return try console.json(phrase) }
            try console.out("\(phrase.id)  \(phrase.text)  →  \(phrase.translation)", under: 11)
        }
    }

    struct Say: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "say",
            abstract: "Writes a phrase's voice as WAV; no engine is called if it has been spoken before.",
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
            let assembly = Assembly(settings)
            let admission = try OutputGuard(for: assembly, inputs: [], overwrites: replacing.overwrite)
            try SpokenTrack.check(output, admission, option: "-o")
            // If the phrase has been spoken, its voice is available while another Verbio process writes to the store.
            let reading = try await assembly.store(readOnly: true)
            let voice = try await PhraseBook.voice(of: id, reading: reading, assembly: assembly)
            let track = try SpokenTrack(path: output, admission: admission)
            try await track.append(voice)
            try await track.finish(isComplete: true)
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
            let store = try await Assembly(try await common.settings()).store()
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
