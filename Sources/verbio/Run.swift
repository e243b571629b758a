import Audio
import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers

/// Runs sessions on the command line: progress, transcript, files, summary.
final class Run: Sendable {
    enum Mode: Sendable { case text, quiet, events }

    let console: Console
    private let mode: Mode
    private let interrupts = Interrupts()

    init(console: Console, mode: Mode) {
        self.console = console
        self.mode = mode
    }

    /// Whether a signal has asked for the end.
    var interrupted: Bool { interrupts.happened }

    /// Interprets one conversation and writes its files. If its recording is decoded so differently from when it was begun that
    /// nothing is where it was, another conversation takes its place.
    ///
    /// - Returns: the exit code it deserves.
    func perform(_ session: Session, outputs: OutputPlan) async throws -> Int32 {
        do {
            return try await interpret(session, outputs)
        } catch let problem as Problem where problem.code == Interpreter.heardOtherwise {
            let (former, anew) = (session.conversation, try await session.anew())
            console.note(
                "verbio: \(former.source.name.printableOnOneLine): decoded otherwise than when \(former.id) was begun, perhaps by "
                    + "another ffmpeg; that one stays as it is, and this begins anew as \(anew.conversation.id)")
            return try await interpret(anew, outputs)
        }
    }

    private func interpret(_ session: Session, _ outputs: OutputPlan) async throws -> Int32 {
        try outputs.prepare(for: session.conversation)
        let session = session.making(outputs.files(of: session.conversation))
        let control = RunControl()
        let progress = Progress(session: session, console: console, mode: mode)
        let started = session.assembly.time.now()
        // Whoever reads no table need not wait for the records of a long conversation.
        let earlier =
            mode == .text ? try await session.tallyOfEarlierRuns() : StageTally(session.conversation)
        defer { progress.clear() }
        let ending = Ending(console)
        let finished = try await interrupts.cuttingShort(control, saying: session.lastWord) {
            try await session.run(control: control, on: console) { [mode] delivered in
                if mode == .events, ending.takes(delivered) { return }
                try await progress.show(delivered)
            }
        }
        // Whatever keeps the files from being written, the conversation is finished.
        defer { try? ending.tell(nil) }
        progress.clear()
        if control.isHeardOtherwise {
            console.note(
                "verbio: \(session.conversation.source.name.printableOnOneLine): decoded a little otherwise than in the run before, "
                    + "perhaps by another ffmpeg; what had been recognized stays")
        }
        if let problem = session.lines?.problem { throw problem }
        if let outage = control.outage {
            console.note(
                "verbio: \(session.conversation.source.name.printableOnOneLine): ended before its time, as \(outage)")
        }
        for note in session.failureNotes { console.note("verbio: \(note)") }
        let elapsed = (session.assembly.time.now() - started).seconds
        let files = try await write(outputs, of: session.conversation, finished: finished, store: session.store)
        try ending.tell(files.lazy.compactMap(\.captions).first)
        try await Summary(session: session, finished: finished, files: files, elapsed: elapsed, earlier: earlier)
            .print(to: console, mode: mode)
        outputs.tellOfFormerTracks(session.conversation, besides: files, on: console)
        return control.outage == nil ? exitCode(finished, of: session.conversation) : Exit.partial
    }

    /// Writes the files of a conversation that is complete, which a run was to write that came no further.
    ///
    /// - Returns: the exit code the conversation deserves.
    func writeMissingFiles(
        of conversation: Conversation, outputs: OutputPlan, store: any ConversationStore
    ) async throws -> Int32 {
        try outputs.prepare(for: conversation)
        let finished = try await store.ending(of: conversation)
        let files = try await write(outputs, of: conversation, finished: finished, store: store)
        if mode != .events { for file in files { try console.out(file.path) } }
        if mode == .text {
            console.note("verbio: \(conversation.id) was complete, but for its files, which are written now")
        }
        outputs.tellOfFormerTracks(conversation, besides: files, on: console)
        return exitCode(finished, of: conversation)
    }

    /// What is written is on the disk, and the store knows of it, when this returns.
    private func write(
        _ outputs: OutputPlan, of conversation: Conversation, finished: Event.ConversationFinished,
        store: any ConversationStore
    ) async throws -> [WrittenFile] {
        let files = try await outputs.write(conversation, finished: finished, store: store)
        if outputs.files(of: conversation) != nil { try await store.commit([.filesWritten(conversation.id)]) }
        try await store.synchronize()
        return files
    }

    private func exitCode(_ finished: Event.ConversationFinished, of conversation: Conversation) -> Int32 {
        switch finished.state {
        case .interrupted, .running: Exit.interrupted
        case .partial: Exit.partial
        case .complete:
            finished.hasSpeech || conversation.isWritten ? Exit.success : Exit.input
        }
    }
}

/// The last event of a run, which is told when its files are written, with what there is to tell of them.
private final class Ending: Sendable {
    private let console: Console
    private let event = Locked<Event?>(nil)

    init(_ console: Console) { self.console = console }

    /// Whether it is that event, which is kept.
    func takes(_ delivered: Delivered) -> Bool {
        guard case .event(let event) = delivered, case .conversationFinished = event.body else { return false }
        self.event.withLock { $0 = event }
        return true
    }

    /// Prints it, once.
    func tell(_ captions: CaptionTally?) throws {
        let event = event.withLock { event in
            defer { event = nil }
            return event
        }
        if let event { try console.record(EventLines.json(event, captions: captions)) }
    }
}

extension Session {
    /// The same, of which these files are made.
    fileprivate func making(_ files: ConversationFiles?) -> Session {
        var session = self
        (session.conversation.files, session.conversation.filesAreWritten) = (files, false)
        return session
    }
}
