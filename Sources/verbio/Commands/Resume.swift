import ArgumentParser
import Configuration
import Conversations
import Delivery
import Plumbing
import VerbioService

struct Resume: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Goes on with conversations that were cut short, and tries again what failed.",
        discussion: """
            Without an identifier it takes every conversation that is not complete, or
            whose files are not; one that fails does not keep it from the others, and the
            exit code is the worst. Finished calls are not repeated. The files are those
            of the run before, in its folder, unless the options say otherwise; there
            are none if that run wrote none (text, live, HTTP), unless -o or --formats
            asks for them.

            EXAMPLES
              verbio resume
              verbio resume c0123456789abcdefghjk -o elsewhere
              verbio resume --tts espeak-ng
            """)

    @Argument(help: ArgumentHelp("Conversations, as 'verbio conversations list' shows them.", valueName: "id"))
    var ids: [String] = []

    @OptionGroup(title: "Engines, where others are to do the rest") var engines: EngineOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let settings = try await common.settings()
        let assembly = Assembly(settings)
        // Invalid options are reported before anything is begun.
        let isPrinted = try plan(for: nil, settings, assembly, inputs: []).isPrinted
        let store: any ContentStore = try await assembly.store()
        let terminal = TerminalRun(console: Console(aside: isPrinted), mode: output.mode)
        let run = ConversationRun(observer: terminal)
        let conversations = try await chosen(store)
        guard !isPrinted || conversations.count < 2 else {
            throw Problem(
                .usage, "output.standard-output", "standard output takes the file of one conversation", at: "-o -",
                cure: "name one conversation, or a folder")
        }
        let recordings = conversations.compactMap(\.recording)
        if conversations.isEmpty { terminal.note("there is nothing to resume") }
        var worst = RunStatus.complete
        for listed in conversations {
            var conversation = listed
            do {
                guard let claim = try await claim(conversation, in: store, assembly) else { continue }
                defer { claim.release() }
                // Its last owner may have finished the conversation in the meantime.
                conversation = try await store.conversation(conversation.id) ?? conversation
                if ids.isEmpty, !conversation.isResumable { continue }
                let plan = try plan(for: conversation, settings, assembly, inputs: recordings)
                if ids.isEmpty, conversation.state == .complete {
                    worst = max(
                        worst,
                        try await run.writeMissingFiles(of: conversation, outputs: plan, store: store) {
                            try terminal.show(missing: $0, of: conversation)
                        })
                    continue
                }
                let session = try await Session.resume(
                    conversation, assembly: assembly, store: store, engines: engines.choice)
                worst = max(worst, try await run.perform(session, outputs: plan))
                if conversation.files == nil, plan.formats.isEmpty, output.mode == .text {
                    terminal.note(session.notes.wayToFiles)
                }
            } catch  where conversations.count > 1 {
                // If one conversation fails, the others are still resumed.
                worst = max(worst, try await RunStatus(ofOneOfMany: error, in: store))
                terminal.note("\(conversation.id): \(error)")
            }
            if terminal.isInterrupted, listed != conversations.last {
                worst = max(worst, .interrupted)
                break
            }
        }
        try worst.stop()
    }

    /// The files of the previous run, if the command line does not ask for others. If the previous run wrote no files, this one
    /// writes none either, and it replaces no file of the same name.
    private func plan(
        for conversation: Conversation?, _ settings: Settings, _ assembly: Assembly, inputs: [String]
    ) throws -> OutputPlan {
        var settings = settings
        if let files = conversation?.files {
            settings.set(.directory, .string(files.directory))
            settings.set(.formats, .stringArray(files.formats))
            settings.set(.captions, .string(files.captions))
            if let marks = files.marks { settings.set(.directionMarks, .string(marks)) }
            settings.set(.namePattern, .string(files.pattern ?? NamePattern.standard.description))
        } else if conversation != nil, output.directory == nil {
            settings.set(.formats, .stringArray([]))
        }
        output.apply(to: &settings)
        return try OutputPlan(
            settings, printing: output.standardOutput,
            admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
    }

    /// - Returns: nil if another process is working on the conversation and the user did not name it.
    private func claim(
        _ conversation: Conversation, in store: any ContentStore, _ assembly: Assembly
    ) async throws -> ConversationClaim? {
        let name = conversation.title.clipped(to: 60)
        guard ids.isEmpty else {
            return try await store.claimInTurn(conversation.id, called: name, by: assembly)
        }
        if let claim = try await store.claim(conversation.id) { return claim }
        if !output.quiet, let owner = try await store.owner(of: conversation.id) {
            Console().note("verbio: \(conversation.id)  \(name): \(owner) is working on it, so it is left alone")
        }
        return nil
    }

    private func chosen(_ store: any ContentStore) async throws -> [Conversation] {
        guard ids.isEmpty else {
            return try await ids.asyncMap { id in
                let conversation = try await store.existing(id)
                return try await store.latest(conversation.id) ?? conversation
            }
        }
        return try await store.conversations(limit: 10_000).map(\.conversation).filter(\.isResumable).reversed()
    }
}

extension ConversationStore {
    /// Finds a conversation by its identifier or the beginning of it.
    ///
    /// - Throws: `Problem` of kind `usage` if there is none, or more than one.
    func existing(_ text: String) async throws -> Conversation {
        if ConversationID.isWellFormed(text), let found = try await conversation(ConversationID(rawValue: text)) {
            return found
        }
        let matches = try await conversations(limit: 10_000).map(\.conversation).filter {
            text.count >= 4 && $0.id.rawValue.hasPrefix(text)
        }
        guard let match = matches.first, matches.count == 1 else {
            throw Problem(
                .usage, "conversation.unknown",
                matches.isEmpty
                    ? "there is no conversation '\(text)'" : "'\(text)' begins \(matches.count) conversations",
                cure: "see 'verbio conversations list'")
        }
        return match
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
