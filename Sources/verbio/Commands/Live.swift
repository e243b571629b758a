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
        abstract: "Translates speech from standard input as it comes, or writes it down.",
        discussion: """
            Reads raw PCM (with --raw) or any streaming format (WAV, FLAC, Ogg Opus, \
            Ogg Vorbis, MP3) and prints each utterance when it has been said. At the \
            end of the input, or at Ctrl-C, what is being said is finished, and a \
            summary goes to standard error.

            EXAMPLES
              arecord -t raw -f S16_LE -r 16000 | \\
                verbio live --from en --to es --raw s16le
              ffmpeg -v error -f pulse -i default -f wav - | \\
                verbio live --from en --to es --audio-out spoken.wav
              verbio live --from en --to es --json < talk.wav
              verbio live --from en --mt none < talk.wav
              mkfifo button; arecord -t raw -f S16_LE -r 16000 | \\
                verbio live --from en --to es --raw s16le --speaker-events button
              echo '{"at": "now", "speaker": "other"}' > button
            """)

    @Argument(help: .hidden)
    var file: String?

    @OptionGroup(title: "Translation") var translation: TranslationOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var speakers: SpeakerEventOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    @Option(help: ArgumentHelp("What to call the conversation.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "A WAV file that the spoken translation is written to as it comes; with '-' it goes to standard output, and the texts to standard error.",
            valueName: "file"))
    var audioOut: String?

    @OptionGroup var replacing: ReplacingOptions

    @Option(
        help: ArgumentHelp(
            "Early text or whole sentences: low, balanced or quality (live.latency).", valueName: "dial"))
    var latency: String?

    @Option(
        help: ArgumentHelp(
            "Words while they are spoken: auto (if recognition is local and fast), on or off (live.partials).",
            valueName: "when"))
    var partials: String?

    @Flag(help: "One event per line on standard output, nothing else.")
    var json = false

    func run() async throws {
        try refuseFile()
        var settings = try await common.settings()
        translation.apply(to: &settings)
        if let latency { settings.set(.latency, .string(latency)) }
        if let partials { settings.set(.partials, .string(partials)) }
        let assembly = Assembly(settings)
        let listening = try input.listening()
        try translation.checkTwoWay(listening.channels)
        let pair = try settings.languageHeard(twoWay: translation.twoWay)
        guard audioOut == nil || settings.translates else {
            throw Problem(
                .usage, "transcript.voiceless", "without a translation there is nothing to speak", at: "--audio-out",
                cure: "leave it out, or name a translator with --mt")
        }
        let isVoicePiped = audioOut.map(SpokenTrack.isStandardOutput) ?? false
        let admission = assembly.outputGuard(inputs: inputs, overwrites: replacing.overwrite)
        if let audioOut { try SpokenTrack.check(audioOut, admission, option: "--audio-out") }
        guard !isVoicePiped || !json else {
            throw Problem(
                .usage, "live.audio-out", "standard output takes the voice or the events of --json", at: "--audio-out",
                cure: "name a file or a named pipe for the voice, or leave --json out")
        }
        let console = Console(aside: isVoicePiped)
        if isatty(0) == 1 {
            throw Problem(
                .usage, "live.terminal", "standard input is a terminal",
                cure: "pipe audio in, for example from arecord or ffmpeg")
        }
        let store = try await assembly.store()
        let control = RunControl()
        let speakers = try self.speakers.input(listening.channels)
        let interrupts = Interrupts()
        let request = ConversationRequest(pair) {
            ($0.speaker, $0.isTwoWay) = (translation.side, translation.twoWay)
            ($0.speakerEvents, $0.listening, $0.title) = (speakers, listening, title ?? "live")
            $0.delivery = .live
        }
        let (possible, lacks) = try assembly.possible([request])
        if let lack = lacks.first {
            // Without a translation there is nothing for the voice to speak.
            guard audioOut == nil else { throw lack }
            console.note("verbio: \(lack.transcriptNote(isForAll: true))")
        }
        let session = try await Session.open(
            possible[0], from: .audio(.standardInput), assembly: assembly, store: store)
        for notice in session.notices { console.note("verbio: \(notice)") }
        session.noteOnTracks(of: "-").map(Console.tell)
        let voice = try audioOut.map { try SpokenTrack(path: $0, admission: admission) }
        let started = assembly.time.now()
        let mode: PrintMode = json ? .events : .text
        let captions = Progress(session: session, console: console, mode: mode)
        let finished: Event.ConversationFinished
        do {
            finished = try await interrupts.draining(
                with: { control.drain() }, saying: Interrupts.lastWord(session),
                while: {
                    try await console.watchingCalls(assembly.time) {
                        try await session.run(control: control) { delivered in
                            if case .audio(_, let audio) = delivered { try await voice?.append(audio) }
                            try await captions.show(delivered)
                        }
                    }
                })
        } catch {
            // The speech up to this moment is left as a valid file.
            try? await voice?.finish()
            throw error
        }
        captions.clear()
        try await voice?.finish()
        for note in session.failureNotes { console.note("verbio: \(note)") }
        let elapsed = (assembly.time.now() - started).seconds
        try await RunSummary(
            session: session, finished: finished, files: [], elapsed: elapsed, earlier: StageTally(session.conversation)
        )
        .print(to: console, mode: mode, aside: true)
        if let problem = session.speakers?.problem { throw problem }
        if finished.state == .partial {
            // If there is a summary, it says so, too.
            if json {
                console.note(
                    "verbio: some utterances failed, are untranslated or unspoken; try them again with "
                        + "'\(session.resumeCommand)'")
            }
            throw Stop(code: Exit.partial)
        }
        // If the user interrupts the run, missing speech is no failure.
        if !finished.hasSpeech, !interrupts.happened { throw Stop(code: Exit.input) }
        if !lacks.isEmpty { throw Stop(code: Exit.provider) }
    }

    /// The inputs that are read from paths; standard input may be a file, too.
    private var inputs: [String] { ["/dev/stdin", speakers.speakerEvents].compactMap(\.self) }

    private func refuseFile() throws(Problem) {
        guard let file, file != "-" else { return }
        throw Problem(
            .usage, "live.file", "live listens to standard input", at: file,
            cure: "translate a file with 'verbio translate FILE', or let live hear it with '< FILE'")
    }
}
