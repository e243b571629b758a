import ArgumentParser
import Conversations
import Delivery
import Interpreting
import Plumbing
import VerbioService

/// The utterance that a command changes.
struct UtteranceArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A conversation, or the beginning of its identifier.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The utterance's number, from 1.", valueName: "number"))
    var sequence: Int
}

/// A stored conversation that a command changes as its owner: it performs the change, writes the files and reports.
struct ChangedConversation: Sendable {
    let conversation: Conversation
    let assembly: Assembly
    let store: any ContentStore
    let claim: ConversationClaim
    let console: Console
    private let output: OutputOptions
    private let plan: OutputPlan

    /// Claims the conversation.
    ///
    /// - Throws: `Problem` of kind `usage`: there is no such conversation, or options of files come without `-o`.
    static func open(
        _ target: UtteranceArguments, _ output: OutputOptions, _ common: CommonOptions
    ) async throws -> ChangedConversation {
        var settings = try await common.settings()
        try output.apply(to: &settings)
        guard
            output.directory != nil
                || [output.formats, output.captions.first, output.namePattern, output.place.profile].allSatisfy({
                    $0 == nil
                })
        else {
            throw Problem(
                .usage, "flip.output", "no files are written without a folder for them",
                at: "--formats, --captions, --name-pattern and --profile", cure: "add -o FOLDER")
        }
        let assembly = Assembly(settings)
        let store: any ContentStore = try await assembly.store()
        let found = try await store.existing(target.id)
        let claim = try await store.claimInTurn(found.id, called: found.title.clipped(to: 60), by: assembly)
        do {
            let conversation = try await store.conversation(found.id) ?? found
            let inputs = conversation.inputs
            let plan = try OutputPlan(
                assembly, printing: output.standardOutput,
                admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
            return ChangedConversation(
                conversation: conversation, assembly: assembly, store: store, claim: claim,
                console: Console(aside: plan.isPrinted), output: output, plan: plan)
        } catch {
            claim.release()
            throw error
        }
    }

    /// Performs the change, writes the files if a folder is given, and reports.
    ///
    /// - Parameter described: a sentence on what was done, of the utterances that were worked on.
    /// - Throws: `Stop` if a part of it failed or was interrupted.
    func perform(_ change: some StoredChange, described: ([Int]) -> String) async throws {
        if output.directory != nil { try await plan.prepare(for: conversation) }
        let control = RunControl()
        let progress = Progress(opened: change.opened, console: console, mode: output.mode)
        let (finished, reopened) = try await Interrupts().cuttingShort(
            control, saying: Interrupts.lastWord(change.opened)
        ) {
            try await change.perform(control: control) { try await progress.show($0) }
        }
        progress.clear()
        let files = try await written(change.opened, finished)
        try await store.synchronize()
        if !output.json {
            for file in files where !file.isFormer { try console.out(file.path) }
            if !output.quiet { console.note("verbio: \(described(reopened))") }
            if files.isEmpty, !output.quiet, !plan.isPrinted {
                console.note(
                    "verbio: files written before are unchanged; "
                        + "'\(assembly.command("conversations export \(conversation.id) -o FOLDER"))' writes them again"
                )
            }
        }
        guard try await change.hasUnfinished(of: reopened) || control.isCutShort else { return }
        console.note("verbio: continue with '\(change.opened.notes.resumeCommand)'")
        throw Stop(code: control.isCutShort ? Exit.interrupted : Exit.partial)
    }

    /// The files of the changed conversation, if there is a folder for them.
    private func written(
        _ opened: OpenedConversation, _ finished: Event.ConversationFinished
    ) async throws -> [WrittenFile] {
        guard output.directory != nil else { return [] }
        let files = try await plan.write(opened.conversation, finished: finished, store: opened.store)
        for note in plan.notes(on: files, of: opened.conversation) { console.note("verbio: \(note)") }
        return files
    }
}
