import ArgumentParser
import Audio
import Delivery
import Glibc
import Plumbing
import VerbioService

/// Where the sound of a live conversation comes from.
struct LiveSourceOptions: ParsableArguments {
    @Flag(
        help: "Record from a microphone with the recorder that is installed: pw-record, parec, arecord, rec or ffmpeg.")
    var mic = false

    @Option(help: ArgumentHelp("The microphone, as --list-devices names it; implies --mic.", valueName: "name"))
    var device: String?

    @Flag(help: "List the microphones that the recorder knows, and end.")
    var listDevices = false

    @Option(
        help: ArgumentHelp("Play a recording in real time, as if it were spoken now.", valueName: "file"))
    var simulate: String?

    @Option(help: ArgumentHelp("Seconds of audio in a second of --simulate (1 if not given).", valueName: "number"))
    var speed: Double?

    /// - Throws: `Problem` of kind `usage` if options contradict each other.
    func check(raw: Bool) throws(Problem) {
        let recorded = mic || device != nil
        guard !(recorded && simulate != nil) else {
            throw Problem(
                .usage, "live.source", "the sound comes from a microphone or from a file", at: "--simulate",
                cure: "leave out --mic and --device, or --simulate")
        }
        guard !(raw && recorded) else {
            throw Problem(
                .usage, "live.source", "it has no effect with a recorder", at: "--raw",
                cure: "leave --raw out")
        }
        if let speed {
            guard simulate != nil else {
                throw Problem(
                    .usage, "live.speed", "only a recording has a speed", at: "--speed", cure: "add --simulate FILE")
            }
            guard speed >= 0.1, speed <= 1_000 else {
                throw Problem(
                    .usage, "live.speed", "a recording cannot be played at \(speed) times its speed", at: "--speed",
                    cure: "give a number from 0.1 to 1000")
            }
        }
    }

    /// Whether the sound comes in real time.
    var isPaced: Bool {
        guard simulate == nil else { return true }
        return mic || device != nil || FileState(ofDescriptor: STDIN_FILENO)?.kind != .regular
    }
}

/// The outputs of a live conversation in addition to the text on the terminal.
struct LiveOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The spoken translation as it comes: a WAV file, '-' for standard output (the texts then go to standard error), or none.",
            valueName: "file"))
    var audioOut: String?

    @Option(
        help: ArgumentHelp(
            "What a player at the end of a pipe gets: wav, raw (s16le, 24 kHz, mono) or opus (Ogg).",
            valueName: "format"))
    var audioFormat: String?

    @Option(
        help: ArgumentHelp(
            "If the voice falls behind: queue (all of it, up to 1.15 times as fast), duck (the same, quieter while you speak) or skip-ahead (leaves out voices later than 6 s).",
            valueName: "policy"))
    var playback: String?

    @Option(
        help: ArgumentHelp(
            "Drop the played voice if the microphone picks it up: on (default) or off, for headsets.",
            valueName: "when"))
    var echoGuard: String?

    @Option(
        help: ArgumentHelp(
            "Captions that grow with each utterance: FILE.srt, FILE.vtt, FILE.txt, or '-' for SRT on standard output.",
            valueName: "file"))
    var captions: String?

    @Option(help: ArgumentHelp("Language of the captions: target, source or bilingual.", valueName: "which"))
    var captionLanguage: String?

    @Option(
        help: ArgumentHelp(
            "A text file that always holds the newest line only, for OBS and the like.", valueName: "file"))
    var currentLine: String?

    @Option(
        help: ArgumentHelp(
            "Write how far each utterance was behind the speaker, as JSON.", valueName: "file"))
    var report: String?

    @OptionGroup var replacing: ReplacingOptions

    /// The path of the voice; nil if there is to be none.
    var voicePath: String? { audioOut == "none" ? nil : audioOut }

    /// Whether standard output is taken by the voice or the captions.
    var takesStandardOutput: Bool { isVoicePiped || captions == "-" }

    var isVoicePiped: Bool { voicePath.map(SpokenTrack.isStandardOutput) ?? false }

    /// Whether the voice goes to a player in real time.
    ///
    /// - Parameter isPaced: whether the sound comes in real time.
    func isVoicePlayed(isPaced: Bool) -> Bool {
        isVoicePiped && isPaced && (isStreamed || FileState(ofDescriptor: STDOUT_FILENO)?.kind != .regular)
    }

    /// Whether the voice has a form that only a player takes, and no file grows in.
    private var isStreamed: Bool { audioFormat.map { $0 != PlayedVoice.Format.wav.rawValue } ?? false }

    /// Checks everything that can be checked before the work.
    ///
    /// - Parameter isPaced: whether the sound comes in real time.
    /// - Throws: `Problem` of kind `usage`.
    func check(json: Bool, translates: Bool, isPaced: Bool, admission: OutputGuard) throws(Problem) {
        guard voicePath == nil || translates else {
            throw Problem(
                .usage, "transcript.voiceless", "without a translation there is nothing to speak", at: "--audio-out",
                cure: "leave it out, or name a translator with --mt")
        }
        if let voicePath { try SpokenTrack.check(voicePath, admission, option: "--audio-out") }
        guard !isVoicePiped || !json else {
            throw Problem(
                .usage, "live.audio-out", "standard output takes the voice or the events of --json", at: "--audio-out",
                cure: "name a file or a named pipe for the voice, or leave --json out")
        }
        guard captions != "-" || !json && !isVoicePiped else {
            throw Problem(
                .usage, "live.captions", "standard output takes the captions or something else", at: "--captions",
                cure: "name a file for the captions")
        }
        guard !isStreamed || isVoicePiped && isPaced else {
            throw Problem(
                .usage, "live.audio-format", "only a voice that is played in real time can be raw or opus",
                at: "--audio-format",
                cure: isVoicePiped ? "pipe the sound in, or leave this out" : "give '--audio-out -', or leave this out")
        }
        if let captions { _ = try LiveCaptions.format(captions) }
        for path in [captions, currentLine, report].compactMap(\.self) where path != "-" {
            _ = try admission.replacement(at: path)
        }
        _ = try (voiceFormat(), policy(), style(.target), isEchoGuarded())
    }

    func isEchoGuarded() throws(Problem) -> Bool {
        try Self.parsed(echoGuard, EchoGuardArgument.on, option: "--echo-guard") == .on
    }

    private enum EchoGuardArgument: String, CaseIterable { case on, off }

    func voiceFormat() throws(Problem) -> PlayedVoice.Format {
        try Self.parsed(audioFormat, .wav, option: "--audio-format")
    }

    func policy() throws(Problem) -> PlaybackPolicy { try Self.parsed(playback, .queue, option: "--playback") }

    func style(_ usual: CaptionStyle) throws(Problem) -> CaptionStyle {
        try Self.parsed(captionLanguage, usual, option: "--caption-language")
    }

    private static func parsed<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ usual: Value, option: String
    ) throws(Problem) -> Value {
        guard let text else { return usual }
        guard let value = Value(rawValue: text) else {
            throw Problem(
                .usage, "live.option", "there is no '\(text)'", at: option,
                cure: "use one of: \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }
}
