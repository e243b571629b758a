import ArgumentParser
import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import Providers
import VerbioService

extension ConversationsCommand {
    struct Flip: AsyncParsableCommand, Resumable {
        static let configuration = CommandConfiguration(
            commandName: "flip",
            abstract: "Corrects the direction of an utterance, and repeats everything that depends on it.",
            discussion: """
                The utterance is translated and spoken the other way, and recognized again if it was recognized in the \
                wrong language. So are the translations that were shown it as context. Utterances directly after it whose \
                words do not show a language turn with it; everything else stays. Finished work is not requested \
                again, so a second flip, back, costs nothing. No later run changes the direction.

                Exit codes: 0 done; 2 there is no such utterance, or nothing in it to translate; 3 nothing was \
                recognized before, and its audio is gone; 4 an engine is missing; 5 a part of it failed, and \
                'verbio resume' continues; 6 the store failed; 130 interrupted, and 'verbio resume' continues.

                EXAMPLES
                  verbio conversations flip c0123456789abcdefghjk 4
                  verbio conversations flip c0123456789abcdefghjk 4 --speaker other -o out
                """)

        @Argument(help: ArgumentHelp("A conversation, or the beginning of its identifier.", valueName: "id"))
        var id: String

        @Argument(help: ArgumentHelp("The utterance's number, from 1.", valueName: "number"))
        var sequence: Int

        @Option(help: "The side that spoke: user or other. If not given, the opposite of the current side.")
        var speaker: SpeakerArgument?

        @OptionGroup(title: "Engines, if others are to be used") var engines: EngineOptions
        @OptionGroup(title: "Output, with -o only") var output: OutputOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            var settings = try await common.settings()
            output.apply(to: &settings)
            guard
                output.directory != nil
                    || [output.formats, output.captions, output.namePattern, output.place.rtlMarks].allSatisfy({
                        $0 == nil
                    })
            else {
                throw Problem(
                    .usage, "flip.output", "no files are written without a folder for them",
                    at: "--formats, --captions, --name-pattern and --rtl-marks", cure: "add -o FOLDER")
            }
            let assembly = Assembly(settings)
            let store: any ContentStore = try await assembly.store()
            let found = try await store.existing(id)
            let claim = try await store.claimInTurn(
                found.id, called: found.title.clipped(to: 60), by: assembly)
            defer { claim.release() }
            let conversation = try await store.conversation(found.id) ?? found
            let inputs = [conversation.recording].compactMap(\.self)
            let plan = try OutputPlan(
                settings, printing: output.standardOutput,
                admission: OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite))
            let console = Console(aside: plan.isPrinted)
            let correction = try await Correction.open(
                sequence, of: conversation, to: speaker?.speaker, assembly: assembly, store: store,
                engines: engines.choice)
            guard let correction else {
                console.note("verbio: utterance \(sequence) already has that direction")
                return
            }
            if let notice = correction.notice {
                console.note(
                    "verbio: utterance \(sequence) cannot be recognized again, so what was recognized as another language "
                        + "is translated: \(notice)")
            }
            if output.directory != nil { try plan.prepare(for: conversation) }
            let work = Work(correction: correction, console: console)
            let (finished, reopened) = try await work.perform(mode: output.mode)
            let code = try await conclude(work, finished, reopened, plan)
            if code != Exit.success { throw Stop(code: code) }
        }

        private func conclude(
            _ work: Work, _ finished: Event.ConversationFinished, _ reopened: [Int], _ plan: OutputPlan
        ) async throws -> Int32 {
            let (session, console) = (work.correction.session, work.console)
            let id = session.conversation.id
            var files: [WrittenFile] = []
            if output.directory != nil {
                files = try await plan.write(session.conversation, finished: finished, store: session.store)
                for note in plan.notes(on: files, of: session.conversation) { console.note("verbio: \(note)") }
            }
            try await session.store.synchronize()
            if !output.json {
                for file in files where !file.isFormer { try console.out(file.path) }
                if !output.quiet { console.note(work.described(reopened)) }
                if files.isEmpty, !output.quiet, !plan.isPrinted {
                    console.note(
                        "verbio: files written before are unchanged; "
                            + "'\(session.assembly.command("conversations export \(id) -o FOLDER"))' writes them again")
                }
            }
            guard try await work.correction.hasUnfinished(of: reopened) || work.isCutShort else { return Exit.success }
            console.note("verbio: continue with '\(session.notes.resumeCommand)'")
            return work.isCutShort ? Exit.interrupted : Exit.partial
        }
    }
}

extension ConversationsCommand.Flip {
    /// A correction that is being made.
    fileprivate struct Work: Sendable {
        let correction: Correction
        let console: Console
        private let control = RunControl()

        init(correction: Correction, console: Console) {
            self.correction = correction
            self.console = console
        }

        var isCutShort: Bool { control.isCutShort }

        func perform(mode: PrintMode) async throws -> (Event.ConversationFinished, reopened: [Int]) {
            let progress = Progress(session: correction.session, console: console, mode: mode)
            let (finished, reopened) = try await Interrupts().cuttingShort(
                control, saying: Interrupts.lastWord(correction.session)
            ) {
                try await correction.perform(control: control) { try await progress.show($0) }
            }
            progress.clear()
            return (finished, reopened)
        }

        /// A sentence on what was done.
        func described(_ reopened: [Int]) -> String {
            let others = reopened.dropFirst().map(String.init)
            let first = "verbio: utterance \(correction.utterance.sequence) goes \(correction.correction.pair)"
            guard !others.isEmpty else { return first }
            return first
                + ", and so \(others.count == 1 ? "utterance" : "utterances") \(others.joined(separator: ", ")), "
                + "whose translation was shown it, \(others.count == 1 ? "was" : "were") translated again"
        }
    }
}
