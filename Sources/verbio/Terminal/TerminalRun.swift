import Conversations
import Delivery
import Interpreting
import Plumbing
import Providers
import VerbioService

/// The output of a run.
enum PrintMode: Sendable { case text, quiet, events }

/// Shows runs on the terminal: progress, transcript, notes and a summary. Signals end them.
final class TerminalRun: ResumeObserver {
    let console: Console
    private let mode: PrintMode
    private let interrupts = Interrupts()

    init(console: Console, mode: PrintMode) {
        self.console = console
        self.mode = mode
    }

    var isInterrupted: Bool { interrupts.happened }

    func note(_ sentence: String) { console.note("verbio: \(sentence)") }

    func remark(_ sentence: String) { if mode != .quiet { note(sentence) } }

    func advise(_ sentence: String) { if mode == .text { note(sentence) } }

    func writing(_ work: @escaping @Sendable () async throws -> [WrittenFile]) async throws -> [WrittenFile] {
        let task = Task { try await work() }
        let stop: @Sendable () -> Void = { task.cancel() }
        let lastWord = "verbio: stopped at once; continue with 'verbio resume'"
        return try await interrupts.draining(with: stop, saying: lastWord) { try await task.value }
    }

    func view(of opened: OpenedConversation) async throws -> any RunView {
        let started = opened.assembly.time.now()
        // If no table is printed, the records of a long conversation need not be read.
        let earlier = mode == .text ? try await StageTally(of: opened) : StageTally(opened.conversation)
        return TerminalView(opened, console, mode, interrupts, started: started, earlier: earlier)
    }

    func show(missing files: [String], of conversation: Conversation) throws {
        if mode != .events { for file in files { try console.out(file) } }
        if mode == .text { note("\(conversation.id) was complete except for its files, which are written now") }
    }
}

/// One conversation on the terminal.
private final class TerminalView: RunView {
    private let opened: OpenedConversation
    private let console: Console
    private let mode: PrintMode
    private let interrupts: Interrupts
    private let progress: Progress
    private let started: Duration
    private let earlier: StageTally
    private let ending: Ending
    /// How long the work took; nil until it is done.
    private let elapsed = Locked<Double?>(nil)

    init(
        _ opened: OpenedConversation, _ console: Console, _ mode: PrintMode, _ interrupts: Interrupts,
        started: Duration,
        earlier: StageTally
    ) {
        self.opened = opened
        self.console = console
        self.mode = mode
        self.interrupts = interrupts
        self.started = started
        self.earlier = earlier
        progress = Progress(opened: opened, console: console, mode: mode)
        ending = Ending(console)
    }

    func follow(
        _ control: RunControl, _ work: (_ deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished {
        let finished = try await interrupts.cuttingShort(control, saying: Interrupts.lastWord(opened)) {
            try await console.watchingCalls(opened.assembly.time) {
                try await progress.ticking {
                    try await work { [mode, ending, progress] delivered in
                        if mode == .events, ending.takes(delivered) { return }
                        try await progress.show(delivered)
                    }
                }
            }
        }
        progress.clear()
        elapsed.withLock { $0 = (opened.assembly.time.now() - started).seconds }
        return finished
    }

    func conclude(_ finished: Event.ConversationFinished, files: [WrittenFile]) async throws {
        try ending.tell(files.lazy.compactMap(\.captions).first)
        let elapsed = elapsed.withLock { $0 } ?? 0
        try await RunSummary(opened: opened, finished: finished, files: files, elapsed: elapsed, earlier: earlier)
            .print(to: console, mode: mode)
    }

    func close() {
        progress.clear()
        // The conversation is finished even if its files could not be written.
        if elapsed.withLock({ $0 }) != nil { try? ending.tell(nil) }
    }
}

/// The last event of a run. It is held until the files are written, and printed with the tally of captions.
private final class Ending: Sendable {
    private let console: Console
    private let event = Locked<Event?>(nil)

    init(_ console: Console) { self.console = console }

    /// Keeps the event if it is the last one of the run.
    ///
    /// - Returns: whether the event was kept.
    func takes(_ delivered: Delivered) -> Bool {
        guard case .event(let event) = delivered, case .conversationFinished = event.body else { return false }
        self.event.withLock { $0 = event }
        return true
    }

    /// Prints the event once.
    func tell(_ captions: CaptionTally?) throws {
        let event = event.withLock { event in
            defer { event = nil }
            return event
        }
        if let event { try console.record(EventLines.json(event, captions: captions)) }
    }
}

extension Console {
    /// Does the work, and reports at once why it waits.
    func watchingCalls<Result>(_ time: TimeSource, _ work: () async throws -> Result) async rethrows -> Result {
        let notes = CallNotes(time: time)
        return try await CallWatch.$current.withValue(
            CallWatch { notice in
                if let note = notes.note(on: notice) { self.note("verbio: \(note)") }
            }
        ) { try await work() }
    }
}
