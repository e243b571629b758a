import Audio
import Configuration
import Delivery
import Glibc
import LiveClient
import Plumbing
import VerbioService

extension Live {
    /// Has the conversation done by a server.
    func run(at connection: RemoteLive.Connection, _ settings: Settings) async throws {
        try checkRemote(settings)
        let console = Console(aside: output.takesStandardOutput)
        let isTranslated = engines.mt != "none"
        let admission = try OutputGuard(
            for: Assembly(settings), inputs: ["/dev/stdin"], overwrites: output.replacing.overwrite)
        try output.check(json: json, translates: isTranslated, isPaced: false, admission: admission)
        let track = try output.voicePath.map { try SpokenTrack(path: $0, admission: admission) }
        let recording = try recording()
        if recording == nil, isatty(STDIN_FILENO) == 1 {
            throw Problem(
                .usage, "live.terminal", "standard input is a terminal",
                cure: "add --mic, or pipe audio in, for example from arecord or ffmpeg")
        }
        let show = RemoteShow(
            console: console, mode: json ? .events : .text, track: track, host: connection.address.host,
            isTranslated: isTranslated)
        let run = RemoteRun(
            connection: connection, parameters: try parameters(settings, speaks: track != nil), show: show,
            track: track, console: console, descriptor: recording?.descriptor ?? STDIN_FILENO,
            keys: json || keys == .off ? nil : TerminalKeys(), takesSides: translation.twoWay)
        let interrupts = Interrupts()
        let ending = try await run.run(interrupts)
        withExtendedLifetime(recording) {}
        if let path = output.captions, let conversation = ending.conversation {
            try await run.fetch(
                LiveCaptions.format(path), output.captionLanguage, of: conversation, to: path, admission: admission)
        }
        if !json, let conversation = ending.conversation {
            console.note("verbio: the server keeps it as \(conversation)")
        }
        if ending.state == "partial" { throw Stop(code: Exit.partial) }
        if !ending.hasSpeech, !interrupts.happened { throw Stop(code: Exit.input) }
    }

    /// - Throws: `Problem` of kind `usage` for what only a conversation on this machine can do.
    private func checkRemote(_ settings: Settings) throws(Problem) {
        let local: [(String, Bool)] = [
            ("--simulate", source.simulate != nil), ("--report", output.report != nil),
            ("--current-line", output.currentLine != nil), ("--speaker-events", speakers.speakerEvents != nil),
            ("--name", !persons.name.isEmpty), ("--speaker-language", !languages.named.isEmpty),
            ("--playback", output.playback != nil),
            ("--audio-format", output.audioFormat != nil),
        ]
        let answers = AnswerSetting.all.filter { $0.isNamed(in: settings) && $0.parameter(in: settings) == nil }
            .flatMap(\.options).map { ($0, true) }
        for (option, isGiven) in local + answers where isGiven {
            throw Problem(
                .usage, "remote.local", "it works on this machine only", at: option,
                cure: "leave it out, or leave out --remote")
        }
    }

    /// The parameters of `GET /api/live`.
    private func parameters(_ settings: Settings, speaks: Bool) throws(Problem) -> [(String, String)] {
        let listening = try input.listening()
        try translation.checkTwoWay(listening.channels)
        // Languages count wherever they are set; other settings if the command line names them.
        let languages = [("from", settings.text(.from)), ("to", settings.text(.to))]
        let answers = AnswerSetting.all.compactMap { $0.parameter(in: settings) }
            .filter { answer in !languages.contains { $0.0 == answer.name } }
        let raw = isRecorded ? Recorder.format : listening.raw
        let all: [(String, String?)] = [
            ("speaker", translation.speaker?.rawValue), ("two-way", translation.twoWay ? "true" : nil),
            ("speaker-events", translation.twoWay && !json && keys != .off ? "live" : nil),
            (
                "channels",
                input.speakersByChannel ? "speakers-by-channel" : input.channel.map { String($0) }
            ),
            ("track", input.track.track), ("raw", raw.map { "\($0.sample.rawValue):\($0.rate):\($0.channels)" }),
            ("title", title ?? "live"), ("max-cost", engines.choice.maximumCost.map { String($0) }),
            ("audio", speaks ? "pcm" : nil),
        ]
        return (languages + all).compactMap { name, value in value.map { (name, $0) } }
            + answers.map { ($0.name, $0.value) }
    }
}
