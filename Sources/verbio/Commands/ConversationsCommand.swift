import ArgumentParser
import Audio
import Conversations
import Delivery
import FoundationEssentials
import Language
import Plumbing
import Providers
import VerbioService

struct ConversationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "Lists, finds, shows, exports, corrects and deletes what is stored.",
        discussion: """
            EXAMPLES
              verbio conversations
              verbio conversations search "train station"
              verbio conversations show c0123456789abcdefghjk
              verbio conversations delete c0123456789abcdefghjk
            """,
        subcommands: [
            List.self, Search.self, Show.self, Export.self, Flip.self, ConversationsCorrect.self,
            ConversationsSpeakers.self,
            Delete.self,
        ],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists conversations, the newest first.",
            discussion: """
                EXAMPLES
                  verbio conversations list
                  verbio conversations list --limit 5
                """)

        @Option(help: ArgumentHelp("How many at most.", valueName: "number"))
        var limit: Int = 50

        @Flag(help: "One JSON object per line.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            guard (1...100_000).contains(limit) else {
                throw Problem(.usage, "list.limit", "--limit is \(limit)", cure: "give a number from 1 to 100000")
            }
            let console = Console()
            let assembly = Assembly(try await common.settings())
            let store = try await assembly.store(readOnly: true)
            var found = try await store.conversations(limit: limit)
            for index in found.indices {
                found[index].conversation = try await store.withCurrentState(found[index].conversation)
            }
            if json {
                for summary in found { try console.json(summary, onOneLine: true) }
                return
            }
            guard !found.isEmpty else {
                console.note("verbio: no conversations yet; make one with 'verbio translate FILE --from en --to es'")
                return
            }
            try console.table(["conversation", "begun", "languages", "audio", "state", "title"], found.map(row))
        }

        private func row(_ summary: ConversationSummary) -> [String] {
            let conversation = summary.conversation
            let count = "\(summary.utterances) \(summary.utterances == 1 ? "utterance" : "utterances")"
            return [
                conversation.id.rawValue, day(conversation.createdAt), conversation.settings.namedPair.description,
                clockTime(summary.seconds), conversation.state.rawValue + remark(summary),
                "\(conversation.title.clipped(to: 60)), \(count)",
            ]
        }

        /// A remark on the work that is left for `verbio resume`, or on the conversation that took this one's place.
        private func remark(_ summary: ConversationSummary) -> String {
            if let successor = summary.conversation.successor { return " (\(successor) took its place)" }
            if summary.conversation.isOnlyOrdered { return " (not begun)" }
            if let lost = summary.conversation.lostSpeech { return " (\(lost.summary))" }
            if summary.failed > 0 { return " (\(summary.failed) to try again)" }
            let lacksFiles = summary.conversation.state == .complete && summary.conversation.isResumable
            return lacksFiles ? " (files to write)" : ""
        }

        private func day(_ milliseconds: Int64) -> String {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            return String(date.formatted(.iso8601).prefix(16)).replacing("T", with: " ")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Prints a conversation's bilingual transcript.",
            discussion: """
                EXAMPLES
                  verbio conversations show c0123456789abcdefghjk
                  verbio conversations show c0123 --json
                """)

        @Argument(help: ArgumentHelp("A conversation, or the beginning of its identifier.", valueName: "id"))
        var id: String

        @Flag(help: "Print the conversation's events, one per line.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let assembly = Assembly(try await common.settings())
            let store = try await assembly.store(readOnly: true)
            let conversation = try await store.withCurrentState(try await store.existing(id))
            if json {
                try await store.forEachEvent(of: conversation.id) { try console.record(EventLines.json($0.event)) }
                return
            }
            let settings = conversation.settings
            try console.out(
                "\(conversation.id)  \(conversation.title)  \(settings.namedPair)  \(conversation.state.rawValue)")
            let names = SpeakerNames(of: conversation)
            var tally = StageTally(conversation)
            for try await page in store.pages(of: conversation.id) {
                for record in page {
                    tally.add(record)
                    let indent = place(of: record).count + 5
                    for line in lines(of: record, by: names.name(of: record)) { try console.out(line, under: indent) }
                }
            }
            if let receipt = tally.receipt { try console.out("\ncost \(receipt)", under: 5) }
            if let consumed = tally.consumed { try console.out("consumed: \(consumed)", under: 10) }
        }

        /// `  4 [0:12]`
        private func place(of record: UtteranceRecord) -> String {
            let number = String(record.utterance.sequence)
            return String(repeating: " ", count: max(0, 3 - number.count)) + number + " ["
                + clockTime(record.utterance.speech.startSeconds) + "]"
        }

        /// - Parameter speaker: the name of the speaker; nil if it is not shown.
        private func lines(of record: UtteranceRecord, by speaker: String?) -> [String] {
            let at = place(of: record)
            let margin = String(repeating: " ", count: at.count)
            let pair = record.pair
            var lines: [String] = []
            if let source = record.saidText, !source.isEmpty {
                lines.append(
                    "\(at) \(record.isOutside ? record.spokenLanguage : pair.source.rawValue)  "
                        + (speaker.map { "\($0.printableOnOneLine): " } ?? "") + source
                        + FlagTally.mark(record.recognitionFlags.map(\.name)))
            }
            if let translation = record.translation {
                lines.append(
                    "\(margin) \(pair.target)  \(translation.text)" + FlagTally.mark(translation.flags.map(\.name)))
            }
            switch record.outcome {
            case .spoken, .textOnly: break
            case .pending: lines.append("\(lines.isEmpty ? at : margin) not finished yet")
            case .dropped(let reason): lines.append("\(lines.isEmpty ? at : margin) dropped: \(reason)")
            case .failed(let failure):
                lines.append("\(lines.isEmpty ? at : margin) \(record.outcome.name): \(failure.sentence)")
            }
            return lines
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Writes a conversation's files again.",
            discussion: """
                EXAMPLES
                  verbio conversations export c0123456789abcdefghjk -o out \\
                    --formats srt --captions bilingual
                  verbio conversations export c0123456789abcdefghjk -o out --zip
                  verbio conversations export c0123456789abcdefghjk -o film.es.mkv
                """)

        @Argument(help: ArgumentHelp("A conversation, or the beginning of its identifier.", valueName: "id"))
        var id: String

        @Flag(help: "All files, with captions in both languages, in one archive TITLE.zip.")
        var zip = false

        @Option(help: ArgumentHelp("Where the film is now, if it was moved.", valueName: "file"))
        var film: String?

        @OptionGroup(title: "Output") var output: OutputOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            var settings = try await common.settings()
            try output.apply(to: &settings)
            try output.films.check(settings.formats(), burns: output.place.burn)
            let assembly = Assembly(settings)
            let store = try await assembly.store(readOnly: true)
            let conversation = try await store.existing(id)
            let finished = try await store.ending(of: conversation)
            let inputs = conversation.inputs + [film].compactMap(\.self)
            if zip {
                let admission = try OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite)
                return try await archive(conversation, settings, finished, store, by: admission)
            }
            var plan = try OutputPlan(
                assembly, printing: output.standardOutput,
                admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
            plan.films.movedTo = film
            let console = Console(aside: plan.isPrinted)
            try await plan.prepare(for: conversation)
            let files = try await plan.write(conversation, finished: finished, store: store)
            for file in files where !file.isFormer { try console.out(file.path) }
            if files.isEmpty, !plan.formats.isEmpty, !plan.isPrinted {
                console.note("verbio: \(plan.reasonForNone(of: conversation))")
            }
            for note in plan.notes(on: files, of: conversation) { console.note("verbio: \(note)") }
        }

        private func archive(
            _ conversation: Conversation, _ settings: Settings, _ finished: Event.ConversationFinished,
            _ store: any ContentStore, by admission: OutputGuard
        ) async throws {
            let folder = settings.string(.directory)
            guard folder != OutputPlan.standardOutput, settings.value(.formats).origin != "flag" else {
                throw Problem(
                    .usage, "output.archive", "an archive is a file in a folder, with all formats", at: "--zip",
                    cure: "leave it out, or leave out --formats and -o -")
            }
            let name = ConversationArchive.name(of: conversation)
            let path = [".", ""].contains(folder) ? name : folder + "/" + name
            try admission.check([path])
            try OutputWriter.prepare(folder)
            try await ConversationArchive(store: store, profile: try CaptionRules(settings).profile()).write(
                conversation, to: path, finished: finished, by: admission)
            try Console().out(path)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Deletes conversations, with their audio and all results.",
            discussion: """
                EXAMPLES
                  verbio conversations delete c0123456789abcdefghjk
                """)

        @Argument(help: ArgumentHelp("Conversations, or the beginnings of their identifiers.", valueName: "id"))
        var ids: [String]

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let store = try await Assembly(try await common.settings()).store()
            for id in ids {
                let conversation = try await store.existing(id)
                _ = try await store.delete(conversation.id)
                try await store.synchronize()
                try console.inPassing {
                    try console.out("deleted \(conversation.id)  \(conversation.title.clipped(to: 60))", under: 8)
                }
            }
        }
    }
}
