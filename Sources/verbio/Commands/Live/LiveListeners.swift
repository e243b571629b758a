import Audio
import Conversations
import Delivery
import Glibc
import Interpreting
import Plumbing
import Providers
import Resilience
import VerbioService

/// Everything that takes what a live conversation delivers: the terminal, the voice, captions, the current line and the report.
final class LiveListeners: Sendable {
    private let opened: OpenedConversation
    private let options: LiveOutputOptions
    private let console: Console
    private let score: LiveScore
    private let progress: Progress
    private let track: SpokenTrack?
    private let played: PlayedVoice?
    private let captions: LiveCaptions?
    private let line: CurrentLine?
    private let isPaced: Bool
    private let isTold = Locked(false)
    /// Why the file of the voice takes no more.
    private let broken = Locked<Problem?>(nil)
    /// The files of which a problem was reported.
    private let toldPaths = Locked<Set<String>>([])

    /// - Parameter isPaced: whether the sound comes in real time, so that a voice in a pipe is played at that speed,
    ///   too.
    init(
        _ opened: OpenedConversation, _ options: LiveOutputOptions, clock: LiveClock, console: Console, mode: PrintMode,
        admission: OutputGuard, isPaced: Bool
    ) throws {
        (self.opened, self.options, self.console, self.isPaced) = (opened, options, console, isPaced)
        let score = LiveScore(clock)
        self.score = score
        progress = Progress(opened: opened, console: console, mode: mode)
        let id = opened.conversation.id
        if options.isVoicePlayed(isPaced: isPaced) {
            track = nil
            // The end of the player is an error of a write, not the end of this program.
            signal(SIGPIPE, SIG_IGN)
            played = PlayedVoice(
                STDOUT_FILENO, format: try options.voiceFormat(), policy: try options.policy(), clock: clock,
                ownVoice: opened.ownVoice
            ) { voice in
                score.skipped()
                console.note(
                    "verbio: utterance \(voice.utterance) of \(id) is text only: its voice was "
                        + "\(Int(voice.lag.rounded())) s late")
            }
        } else {
            track = try options.voicePath.map { try SpokenTrack(path: $0, admission: admission) }
            played = nil
        }
        let plan = try OutputPlan(
            opened.assembly, printing: StandardOutput(takesEvents: false, isTerminal: false) { _ in },
            admission: admission)
        captions = try options.captions.map { path in
            try LiveCaptions(
                path: path, opened: opened,
                style: options.style(opened.conversation.settings.isTranslated ? plan.captions : .source),
                marks: plan.marks, profile: plan.profile, admission: admission)
        }
        line = try options.currentLine.map { path in
            try CurrentLine(
                path: path, showsPartials: !opened.conversation.settings.isTranslated, admission: admission)
        }
    }

    /// Runs the conversation and the player at the same time.
    func running(
        _ work: (@escaping DeliverySink) async throws -> Event.ConversationFinished
    ) async throws -> Event.ConversationFinished {
        async let playing: Void? = played?.play()
        do {
            let recognizer = opened.providers.recognizers.first
            let isLocal = EngineNames.isLocal(recognizer.descriptor.name)
            let finished = try await progress.ticking(loading: isLocal ? recognizer : nil) {
                try await work { delivered in try await self.take(delivered) }
            }
            progress.clear()
            played?.end()
            try await playing
            try await finish()
            if let problem = broken.withLock({ $0 }) ?? captions?.problem ?? line?.problem { throw problem }
            return finished
        } catch {
            played?.end()
            // The speech up to this moment is left as a valid file.
            try? await finish()
            throw error
        }
    }

    private func finish() async throws {
        progress.clear()
        captions?.finish().map { console.note("verbio: \($0)") }
        line?.finish()
        try await track?.finish().map { console.note("verbio: \($0)") }
    }

    private func take(_ delivered: Delivered) async throws {
        score.take(delivered)
        if case .audio(_, let audio) = delivered { try await append(audio) }
        try played?.take(delivered)
        if played?.isGone ?? false,
            isTold.withLock({ told in
                defer { told = true }
                return !told
            })
        {
            console.note("verbio: the player has ended, so there is no more voice; texts continue")
        }
        try await progress.show(delivered)
        try await captions?.take(delivered)
        try await line?.take(delivered)
        for problem in [captions?.problem, line?.problem].compactMap(\.self) { tell(problem) }
    }

    /// Adds a voice to the file. If there is no room for one, the file ends before it, and the texts continue.
    private func append(_ audio: VoiceAudio) async throws {
        guard broken.withLock({ $0 }) == nil else { return }
        do {
            try await track?.append(audio)
        } catch let problem as Problem where problem.kind == .store {
            broken.withLock { $0 = problem }
            tell(problem)
        }
    }

    /// Reports once that a file cannot be written.
    private func tell(_ problem: Problem) {
        guard toldPaths.withLock({ $0.insert(problem.place ?? "").inserted }) else { return }
        progress.clear()
        console.note(
            "verbio: \((problem.place ?? "").printableOnOneLine): \(problem.what); the conversation continues")
    }

    /// Prints how far the conversation was behind, and writes the report.
    func report(_ finished: Event.ConversationFinished, mode: PrintMode, admission: OutputGuard) throws {
        let cost = opened.budget.withLock { $0.spent }
        let report = score.report(
            finished, of: opened.conversation, cost: Double(cost.nanodollars) / 1e9)
        // If the sound comes faster than time goes by, no speaker is waited for.
        if isPaced, mode == .text, !report.rows.isEmpty {
            console.note("")
            for line in table(
                ["behind the speaker", "half within", "95 % within", "99 % within"], report.rows, width: console.width)
            {
                console.note(line)
            }
        }
        guard let path = options.report else { return }
        let file = try AtomicFile(path: path)
        try file.write(try report.json())
        try file.commit(by: admission)
    }
}
