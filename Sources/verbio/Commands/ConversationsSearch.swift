import ArgumentParser
import Conversations
import Delivery
import Language
import Plumbing
import VerbioService

extension ConversationsCommand {
    struct Search: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search",
            abstract: "Finds words in speech and translations, the newest first.",
            discussion: """
                Each word must be in the utterance, in either language. Case and accents do \
                not matter, and a part of a word is enough.

                EXAMPLES
                  verbio conversations search "train station"
                  verbio conversations search 火车 --limit 5 --json
                """)

        @Argument(help: ArgumentHelp("Words, or parts of words.", valueName: "text"))
        var text: [String]

        @Option(help: ArgumentHelp("How many utterances at most.", valueName: "number"))
        var limit: Int = 20

        @Flag(help: "One JSON object per line.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            guard (1...10_000).contains(limit) else {
                throw Problem(.usage, "list.limit", "--limit is \(limit)", cure: "give a number from 1 to 10000")
            }
            let words = try SearchWords(text.joined(separator: " "))
            let console = Console()
            let store = try await Assembly(try await common.settings()).store(readOnly: true)
            let found = try await store.matches(for: words, before: nil, limit: limit).map(FoundText.init)
            if json {
                for match in found { try console.json(match, onOneLine: true) }
                return
            }
            if found.isEmpty { return console.note("verbio: nothing was found") }
            for match in found {
                let place = match.start.map { " [\(clockTime($0))]" } ?? ""
                try console.out("\(match.conversation) \(match.utterance)\(place)  \(match.title.clipped(to: 60))")
                if let source = match.source { try console.out("  \(match.from)  \(source)", under: 6) }
                if let translation = match.translation, let to = match.to {
                    try console.out("  \(to)  \(translation)", under: 6)
                }
            }
        }
    }
}
