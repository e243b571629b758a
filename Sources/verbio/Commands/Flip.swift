import ArgumentParser
import Audio
import Conversations
import Delivery
import Interpreting
import Language
import Plumbing
import Providers

extension Conversations {
    struct Flip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Corrects which way an utterance goes, and does again what depends on it.",
            discussion: """
                The utterance is translated and spoken the other way, and recognized again where it was recognized in the \
                wrong language. So are the translations that were shown it as context; everything else stays. What was \
                done before is not asked for again, so that a second flip, back, costs nothing. No later run changes \
                the direction.

                Exit codes: 0 done; 2 there is no such utterance, or nothing in it to translate; 3 nothing was \
                recognized before, and its audio is gone; 4 an engine is missing; 5 it could not all be done, and \
                'verbio resume' goes on; 6 the store failed; 130 interrupted, and 'verbio resume' goes on.

                EXAMPLES
                  verbio conversations flip c0123456789abcdefghjk 4
                  verbio conversations flip c0123456789abcdefghjk 4 --speaker other -o out
                """)

        @Argument(help: ArgumentHelp("A conversation, or the beginning of its identifier.", valueName: "id"))
        var id: String

        @Argument(help: ArgumentHelp("The utterance's number, from 1.", valueName: "number"))
        var sequence: Int

        @Option(help: "Who said it: user or other. Without this, whoever it was not taken for.")
        var speaker: SpeakerArgument?

        @OptionGroup(title: "Engines, where others are to do it") var engines: EngineOptions
        @OptionGroup(title: "Output, with -o only") var output: Translate.OutputOptions
        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            var settings = try await common.settings()
            output.apply(to: &settings)
            guard output.directory != nil || output.formats == nil && output.captions == nil else {
                throw Problem(
                    .usage, "flip.output", "no files are written without a folder for them",
                    at: "--formats and --captions", cure: "add -o FOLDER")
            }
            let plan = try OutputPlan(settings)
            let assembly = Assembly(settings: settings)
            let store = try await assembly.store()
            let console = Console()
            let conversation = try await store.existing(id)
            let correction = try DirectionCorrection(
                of: try await record(of: conversation, store), in: conversation, to: speaker?.speaker)
            if correction.changesNothing {
                console.note("verbio: utterance \(sequence) goes \(correction.pair) already")
                return
            }
            let session = try await Session.stored(conversation, assembly: assembly, store: store, engines: engines)
            let samples = try await samples(correction, session, console)
            try check(correction, session, isRecognized: samples != nil)
            if output.directory != nil { try plan.prepare() }
            let work = Work(session: session, correction: correction, samples: samples, console: console)
            let (finished, reopened) = try await work.perform(mode: output.mode)
            let code = try await conclude(work, finished, reopened, plan)
            if code != Exit.success { throw Stop(code: code) }
        }

        private func record(of conversation: Conversation, _ store: any ConversationStore) async throws
            -> UtteranceRecord
        {
            let utterance = UtteranceID(conversation: conversation.id, sequence: sequence)
            guard let record = try await store.utterance(utterance) else {
                throw Problem(
                    .usage, "utterance.unknown", "\(conversation.id) has no utterance \(sequence)",
                    cure: "see their numbers with 'verbio conversations show \(conversation.id)'")
            }
            return record
        }

        /// The audio of what has to be recognized again; nil where nothing has, or it is not there any more.
        private func samples(
            _ correction: DirectionCorrection, _ session: Session, _ console: Console
        ) async throws -> [Int16]? {
            guard correction.needsAudio else { return nil }
            do {
                return try await session.audio(of: correction.record)
            } catch let problem as Problem where problem.kind == .input {
                guard correction.record.recognition != nil else { throw problem }
                console.note(
                    "verbio: utterance \(sequence) cannot be recognized again, so what was recognized as another language "
                        + "is translated: \(problem)")
                return nil
            }
        }

        /// - Throws: `Problem` of kind `usage` where an engine cannot do what it is about to be asked for.
        private func check(_ correction: DirectionCorrection, _ session: Session, isRecognized: Bool) throws(Problem) {
            let check = RequestCheck(pairs: [correction.pair])
            if isRecognized { try check.check(session.providers.recognizers.first) }
            try check.check(session.providers.translators.first)
            if let synthesizers = session.providers.synthesizers { try check.check(synthesizers.first) }
        }

        private func conclude(
            _ work: Work, _ finished: Event.ConversationFinished, _ reopened: [Int], _ plan: OutputPlan
        ) async throws -> Int32 {
            let (session, console) = (work.session, work.console)
            let id = session.conversation.id
            var files: [WrittenFile] = []
            if output.directory != nil {
                var plan = plan
                if session.conversation.isWritten { plan.formats.formIntersection([.json, .txt]) }
                files = try await plan.write(session.conversation, finished: finished, store: session.store)
            }
            try await session.store.synchronize()
            if !output.json {
                for file in files { try console.out(file.path) }
                if !output.quiet { console.note(work.told(reopened)) }
                if files.isEmpty, !output.quiet {
                    console.note(
                        "verbio: files written before are as they were; "
                            + "'verbio conversations export \(id) -o FOLDER' writes them again")
                }
            }
            guard try await work.hasLeft(anyOf: reopened) || work.isCutShort else { return Exit.success }
            console.note("verbio: go on with 'verbio resume \(id)'")
            return work.isCutShort ? Exit.interrupted : Exit.partial
        }
    }
}

extension Conversations.Flip {
    /// A correction under way.
    fileprivate struct Work: Sendable {
        let session: Session
        let correction: DirectionCorrection
        let samples: [Int16]?
        let console: Console
        private let control = RunControl()

        init(session: Session, correction: DirectionCorrection, samples: [Int16]?, console: Console) {
            self.session = session
            self.correction = correction
            self.samples = samples
            self.console = console
        }

        var isCutShort: Bool { control.isCutShort }

        func perform(mode: Run.Mode) async throws -> (Event.ConversationFinished, reopened: [Int]) {
            let progress = Progress(session: session, console: console, mode: mode)
            let ending = try await session.store.ending(of: session.conversation)
            let interpreter = try session.interpreter()
            let (finished, reopened) = try await Interrupts().draining(
                with: { [console, control] in
                    console.note("verbio: finishing what is in flight; press Ctrl-C again to stop at once")
                    control.cutShort()
                },
                while: {
                    try await interpreter.correct(
                        session.conversation, correction, samples: samples, ending: ending, control: control
                    ) { try await progress.show($0) }
                })
            progress.clear()
            return (finished, reopened)
        }

        /// Whether one of what was to be done again failed, or waits for what was not heard yet.
        func hasLeft(anyOf reopened: [Int]) async throws -> Bool {
            for sequence in reopened {
                let id = UtteranceID(conversation: session.conversation.id, sequence: sequence)
                if let record = try await session.store.utterance(id), !record.outcome.isFinal { return true }
            }
            return false
        }

        /// What was done, in a sentence.
        func told(_ reopened: [Int]) -> String {
            let others = reopened.dropFirst().map(String.init)
            let first = "verbio: utterance \(correction.record.utterance.sequence) goes \(correction.pair)"
            guard !others.isEmpty else { return first }
            return first
                + ", and so \(others.count == 1 ? "utterance" : "utterances") \(others.joined(separator: ", ")), "
                + "whose translation was shown it, \(others.count == 1 ? "was" : "were") translated again"
        }
    }
}

extension Session {
    /// The audio of a stored utterance.
    ///
    /// - Throws: `Problem` of kind `input` where it is not there any more.
    func audio(of record: UtteranceRecord) async throws -> [Int16] {
        if let blob = record.audio {
            if let bytes = try await store.blob(blob) { return PCM16.samples(fromLittleEndian: bytes) }
        } else {
            let opened = try await withItsRecording()
            if let source = opened.source,
                let samples = try await opened.interpreter().audio(
                    of: record.utterance, in: conversation, from: source)
            {
                return samples
            }
        }
        throw Problem(
            .input, "audio.gone", "its audio is not there any more", at: conversation.title,
            cure: "translate the recording as a new conversation")
    }
}
