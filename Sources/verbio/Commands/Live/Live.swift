import ArgumentParser
import Audio
import Configuration
import Conversations
import Delivery
import Glibc
import Interpreting
import Plumbing
import VerbioService

struct Live: AsyncParsableCommand, Resumable {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Translates or transcribes live speech from a microphone or standard input.",
        discussion: """
            Reads raw PCM (with --raw) or any streaming format (WAV, FLAC, Ogg Opus, \
            Ogg Vorbis, MP3) and prints each utterance when it has been said. At the \
            end of the input, or at Ctrl-C, what is being said is finished, and a \
            summary goes to standard error.

            EXAMPLES
              verbio live --mic --from en --to es
              arecord -t raw -f S16_LE -r 16000 | \\
                verbio live --from en --to es --raw s16le --audio-out - | aplay
              ffmpeg -v error -f pulse -i default -f wav - | \\
                verbio live --from en --to es --captions talk.srt
              verbio live --simulate talk.wav --from en --to es --report lag.json
              verbio live --from en --to es --json < talk.wav
              verbio live --from en --mt none < talk.wav
              mkfifo button; arecord -t raw -f S16_LE -r 16000 | \\
                verbio live --from en --to es --raw s16le --speaker-events button
              echo '{"at": "now", "speaker": "other"}' > button
              verbio live --mic --from en --to es \\
                --remote https://verbio.example.com --key-file key
            """)

    @Argument(help: .hidden)
    var file: String?

    @OptionGroup(title: "Translation") var translation: TranslationOptions
    @OptionGroup(title: "Translation") var engines: EngineOptions
    @OptionGroup(title: "Input") var source: LiveSourceOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var speakers: SpeakerEventOptions
    @OptionGroup(title: "Input") var persons: PersonOptions
    @OptionGroup(title: "Input") var languages: PersonLanguageOptions
    @OptionGroup(title: "Output") var output: LiveOutputOptions
    @OptionGroup(title: "Server") var server: RemoteOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    @Option(help: ArgumentHelp("What to call the conversation.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Early text or whole sentences: low, balanced or quality (live.latency).", valueName: "dial"))
    var latency: String?

    @Option(
        help: ArgumentHelp(
            "Words while they are spoken: auto (if recognition is local and fast), on or off (live.partials).",
            valueName: "when"))
    var partials: String?

    @Option(
        help: ArgumentHelp(
            "Take keys of the terminal: 1 and 2 for who speaks (with --two-way), space to pause and continue listening, f to flip the last utterance. on (if not given) or off.",
            valueName: "when"))
    var keys: KeysArgument?

    enum KeysArgument: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Flag(help: "One event per line on standard output, nothing else.")
    var json = false

    /// What is known before the conversation begins.
    private struct Plan {
        var assembly: Assembly
        var request: ConversationRequest
        var admission: OutputGuard
        /// Why the conversation is only written down; nil if it is translated.
        var missingTranslator: Problem?
        /// Nil if there is no terminal, or the keys are turned off.
        var keys: TerminalKeys?
    }

    func run() async throws {
        guard !source.listDevices else { return try listDevices() }
        try refuseFile()
        let given = try await common.settings()
        let connection = try server.connection(authorities: given.text(.authorities)) { () throws(Problem) in
            try RemoteLogins(Assembly(given))
        }
        if let connection {
            var settings = given
            applyOptions(to: &settings)
            try source.check(raw: try input.listening().raw != nil)
            return try await run(at: connection, settings)
        }
        let console = Console(aside: output.takesStandardOutput)
        var plan = try await plan(console)
        // No recorder is started for a run that cannot begin.
        if isRecorded {
            // What translates an unknown language is not known yet.
            let known = plan.request.findsLanguage ? plan.request.transcribed : plan.request
            try await OpenedConversation.check(known, assembly: plan.assembly)
            try OpenedConversation.checkSpeakers(plan.request, assembly: plan.assembly)
        }
        let recording = try recording()
        var heard = try audio(recording)
        if plan.request.findsLanguage { try await findLanguage(of: &heard, for: &plan, console) }
        let store = try await plan.assembly.store()
        let interrupts = Interrupts()
        let clock = LiveClock(time: plan.assembly.time)
        let opened = try await open(plan, from: .audio(heard), store: store, clock: clock)
        for notice in opened.notes.all { console.note("verbio: \(notice)") }
        opened.notes.tracks(of: source.simulate ?? "-").map(Console.tell)
        let started = plan.assembly.time.now()
        let mode: PrintMode = json ? .events : .text
        let listeners = try LiveListeners(
            opened, output, clock: clock, console: console, mode: mode, admission: plan.admission,
            isPaced: source.isPaced)
        let live = LiveRun(opened, for: plan.request, control: RunControl())
        let finished = try await interrupts.draining(
            with: { live.end() }, saying: Interrupts.lastWord(opened),
            while: { try await hear(live, plan, listeners, recording, clock: clock, console) })
        withExtendedLifetime(recording) {}
        if let reason = live.control.earlyEnd { console.note("verbio: ended early because \(reason)") }
        let elapsed = (plan.assembly.time.now() - started).seconds
        try await summarize(finished, of: opened, elapsed: elapsed, on: console, mode)
        try listeners.report(finished, mode: mode, admission: plan.admission)
        try check(finished, of: opened, isInterrupted: interrupts.happened, console)
        if plan.missingTranslator != nil { throw Stop(code: Exit.provider) }
    }

    /// Hears the first speech to find out its language. What is heard is kept, and the conversation begins with it.
    private func findLanguage(of heard: inout AudioInput, for plan: inout Plan, _ console: Console) async throws {
        let (request, all) = try await OpenedConversation.findLanguage(of: heard, plan.request, plan.assembly) {
            console.note("verbio: \($0)")
        }
        heard = all
        if plan.request.isTranslated, !request.isTranslated {
            console.note("verbio: it is the target language already, so only the transcript is written")
        }
        (plan.request, plan.missingTranslator) = try possible(request, plan.assembly, console)
    }

    private func open(
        _ plan: Plan, from input: ConversationInput, store: any ContentStore, clock: LiveClock
    ) async throws -> OpenedConversation {
        var opened = try await OpenedConversation.open(plan.request, from: input, assembly: plan.assembly, store: store)
        if source.simulate != nil { opened.pace(at: source.speed ?? 1) }
        opened.clock = clock
        if try output.isVoicePlayed(isPaced: source.isPaced) && output.isEchoGuarded() { opened.ownVoice = OwnVoice() }
        return opened
    }

    /// Runs the conversation, and at the same time reads the keys of the terminal and watches the sound.
    private func hear(
        _ live: LiveRun, _ plan: Plan, _ listeners: LiveListeners, _ recorder: RunningRecorder?, clock: LiveClock,
        _ console: Console
    ) async throws -> Event.ConversationFinished {
        let keys = LiveKeys(live, console: console)
        if plan.keys != nil { console.note("verbio: \(keys.help)") }
        return try await console.watchingCalls(plan.assembly.time) {
            async let _: Void? = plan.keys?.run { keys.press($0) }
            defer { plan.keys?.stop() }
            async let _: Void? = watchSound(clock, console)
            return try await naming(recorder) {
                try await listeners.running { deliver in
                    try await live.run { delivered in
                        keys.take(delivered)
                        try await deliver(delivered)
                    }.1
                }
            }
        }
    }

    private func summarize(
        _ finished: Event.ConversationFinished, of opened: OpenedConversation, elapsed: Double, on console: Console,
        _ mode: PrintMode
    ) async throws {
        for note in opened.notes.failures { console.note("verbio: \(note)") }
        try await RunSummary(
            opened: opened, finished: finished, files: [], elapsed: elapsed,
            earlier: StageTally(opened.conversation)
        )
        .print(to: console, mode: mode, aside: true)
    }

    /// - Throws: the exit code of a run that was not complete, or the problem of its speaker events.
    private func check(
        _ finished: Event.ConversationFinished, of opened: OpenedConversation, isInterrupted: Bool, _ console: Console
    ) throws {
        if let problem = opened.speakers?.problem { throw problem }
        if finished.state == .partial {
            // If there is a summary, it says so, too.
            if json {
                console.note(
                    "verbio: some utterances failed, are untranslated or unspoken; try them again with "
                        + "'\(opened.notes.resumeCommand)'")
            }
            throw Stop(code: Exit.partial)
        }
        // If the user interrupts the run, missing speech is no failure.
        if !finished.hasSpeech, !isInterrupted { throw Stop(code: Exit.input) }
    }

    /// Does the work. If a recorder ends without a sound, the problem names the recorder and not a recording.
    private func naming<Value>(_ recorder: RunningRecorder?, _ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let problem as Problem
            where isRecorded && ["audio.no-samples", "audio.empty"].contains(problem.code)
        {
            let name = recorders.first?.name ?? "the recorder"
            let reason = recorder?.lastMessage().map { ": \($0)" } ?? ""
            throw Problem(
                problem.kind, problem.code, "\(name) ended without a sound\(reason)", at: problem.place,
                cure: "choose another microphone with --device")
        }
    }

    /// Reports a microphone or a pipe that stops or loses sound, until it is cancelled.
    private func watchSound(_ clock: LiveClock, _ console: Console) async {
        guard source.simulate == nil, source.isPaced else { return }
        var pace = SoundPace()
        while !Task.isCancelled {
            do { try await clock.time.sleep(.seconds(1)) } catch { return }
            guard let finding = pace.look(at: clock.time.now(), heardTo: clock.heardTo) else { continue }
            if console.isTerminal { console.draw("\r\u{1B}[K") }
            console.note("verbio: \(finding)")
        }
    }

    private func applyOptions(to settings: inout Settings) {
        translation.apply(to: &settings)
        engines.apply(to: &settings)
        persons.apply(to: &settings)
        settings.set(.latency, latency.map(ConfigContent.string))
        settings.set(.partials, partials.map(ConfigContent.string))
    }

    /// Checks the options, before any work.
    private func plan(_ console: Console) async throws -> Plan {
        var settings = try await common.settings()
        applyOptions(to: &settings)
        settings.leaveVoiceOut(unless: output.voicePath != nil, because: "the voice is for --audio-out")
            .map { console.note("verbio: \($0)") }
        let assembly = Assembly(settings)
        let listening = try input.listening()
        try source.check(raw: listening.raw != nil)
        try translation.checkTwoWay(listening.channels)
        let findsLanguage = settings.findsLanguage
        var asked =
            try findsLanguage
            ? ConversationRequest.ofUnknownLanguage(settings)
            : ConversationRequest(settings.languageHeard(twoWay: translation.twoWay))
        let admission = try OutputGuard(for: assembly, inputs: inputs, overwrites: output.replacing.overwrite)
        try output.check(
            json: json, translates: settings.translates, isPaced: source.isPaced, admission: admission)
        let keys = json || self.keys == .off ? nil : TerminalKeys()
        let speakers =
            try self.speakers.input(listening.channels)
            // A conversation that goes both ways takes who speaks from the keys, too.
            ?? (keys != nil && translation.twoWay ? .coming(SpeakerEventQueue(named: "keys")) : nil)
        (asked.speaker, asked.isTwoWay) = (translation.side, translation.twoWay)
        (asked.speakerEvents, asked.listening, asked.title) = (speakers, listening, title ?? "live")
        if isRecorded { asked.listening.raw = Recorder.format }
        asked.delivery = .live
        (asked.personNames, asked.personLanguages) = (try persons.names(settings), try self.languages.languages())
        try asked.checkFindsLanguage(at: "--from auto")
        // Which translators there are for a language is known when the language is.
        let (request, lack) = findsLanguage ? (asked, nil) : try possible(asked, assembly, console)
        return Plan(assembly: assembly, request: request, admission: admission, missingTranslator: lack, keys: keys)
    }

    /// The request as it is possible here, and why it is not translated; nil if it is.
    private func possible(
        _ request: ConversationRequest, _ assembly: Assembly, _ console: Console
    ) throws -> (ConversationRequest, Problem?) {
        let (possible, lacks) = try TranscriptFallback(assembly).possible([request])
        if let lack = lacks.first {
            // Without a translation there is nothing for the voice to speak.
            guard output.voicePath == nil else { throw lack }
            console.note("verbio: \(lack.transcriptNote(isForAll: true))")
        }
        return (possible[0], lacks.first)
    }

    var isRecorded: Bool { source.mic || source.device != nil }

    func recording() throws(Problem) -> RunningRecorder? {
        guard isRecorded else { return nil }
        guard let recorder = recorders.first else { throw Recorder.missing }
        return try recorder.record(from: source.device)
    }

    private func audio(_ recording: RunningRecorder?) throws(Problem) -> AudioInput {
        if let recording { return .descriptor(recording.descriptor, name: "microphone") }
        if let path = source.simulate { return try AudioInput(argument: path) }
        if isatty(0) == 1 {
            throw Problem(
                .usage, "live.terminal", "standard input is a terminal",
                cure: "add --mic, or pipe audio in, for example from arecord or ffmpeg")
        }
        return .standardInput
    }

    private var recorders: [Recorder] {
        Recorder.installed(in: getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")
    }

    private func listDevices() throws {
        let console = Console()
        let recorders = recorders
        guard !recorders.isEmpty else { throw Recorder.missing }
        // The first recorder records; devices are named by the first one that can list them.
        guard recorders[0].listing != nil else {
            console.note("verbio: \(recorders[0].name) records, and cannot list its devices; name one with --device")
            return
        }
        for device in try recorders[0].devices() { try console.out(device) }
    }

    /// The inputs that are read from paths; standard input may be a file, too.
    private var inputs: [String] { ["/dev/stdin", speakers.speakerEvents, source.simulate].compactMap(\.self) }

    private func refuseFile() throws(Problem) {
        guard let file, file != "-" else { return }
        throw Problem(
            .usage, "live.file", "live listens to standard input", at: file,
            cure: "translate a file with 'verbio translate FILE', or let live hear it with '--simulate FILE'")
    }
}
