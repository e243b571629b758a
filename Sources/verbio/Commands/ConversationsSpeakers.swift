import ArgumentParser
import Conversations
import Plumbing
import VerbioService

struct ConversationsSpeakers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speakers",
        abstract: "Shows who speaks in a conversation, and changes it.",
        discussion: """
            The speakers are those that --speakers told apart. A change costs nothing: no text and no voice is made \
            again. Files show it when they are written again ('verbio conversations export').

            EXAMPLES
              verbio conversations speakers c01234567
              verbio conversations speakers c01234567 --name 1=Ana --name 2=Ben
              verbio conversations speakers c01234567 --merge 3=1
              verbio conversations speakers c01234567 --utterance 12=2
            """)

    @Argument(help: ArgumentHelp("The conversation.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("What a speaker is called; may be repeated.", valueName: "number=name"))
    var name: [String] = []

    @Option(
        help: ArgumentHelp(
            "A speaker that is the same as another one; may be repeated.", valueName: "number=number"))
    var merge: [String] = []

    @Option(help: ArgumentHelp("The speaker of an utterance; may be repeated.", valueName: "utterance=number"))
    var utterance: [String] = []

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let change = try change()
        let isChange = change != PersonChange()
        let assembly = Assembly(try await common.settings())
        let store = try await assembly.store(readOnly: !isChange)
        var conversation = try await store.existing(id)
        if isChange {
            guard let claim = try await store.claim(conversation.id) else {
                throw await store.busy(conversation.id)
            }
            defer { claim.release() }
            conversation = try await change.apply(to: conversation, in: store)
        }
        let console = Console()
        guard let persons = conversation.persons, persons.turns != nil else {
            return console.note("verbio: the speakers of this conversation are not told apart")
        }
        for person in persons.numbers {
            let name = persons.names[person].map { "  \($0)" } ?? ""
            let voices = (persons.voices?[person] ?? [:]).sorted { $0 < $1 }.map { "  \($0.key)=\($0.value)" }
            try console.out("\(person)  \(clockTime(persons.seconds(of: person)))\(name)\(voices.joined())")
        }
    }

    private func change() throws(Problem) -> PersonChange {
        var change = PersonChange()
        for text in name {
            let (person, name) = try PersonName.parsed(text)
            change.names[person] = name
        }
        for text in merge {
            let (person, other) = try Self.numbers(text)
            change.merges[person] = other
        }
        for text in utterance {
            let (sequence, person) = try Self.numbers(text)
            change.utterances[sequence] = person
        }
        return change
    }

    private static func numbers(_ text: String) throws(Problem) -> (Int, Int) {
        let parts = text.split(separator: "=").map { Int($0) }
        guard parts.count == 2, let first = parts[0], let second = parts[1] else {
            throw Problem(
                .usage, "speakers.number", "'\(text.clipped(to: 60).printableOnOneLine)' is no pair of numbers",
                cure: "write two numbers, such as 3=1")
        }
        return (first, second)
    }
}
