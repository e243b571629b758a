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
        try checkRemote()
        let console = Console(aside: output.takesStandardOutput)
        let isTranslated = engines.mt != "none"
        let admission = OutputGuard(
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
    private func checkRemote() throws(Problem) {
        let local: [(String, Bool)] = [
            ("--simulate", source.simulate != nil), ("--report", output.report != nil),
            ("--current-line", output.currentLine != nil), ("--speaker-events", speakers.speakerEvents != nil),
            ("--partials", partials != nil), ("--glossary", translation.terms.glossary != nil),
            ("--playback", output.playback != nil), ("--audio-format", output.audioFormat != nil),
        ]
        for (option, isGiven) in local where isGiven {
            throw Problem(
                .usage, "remote.local", "it works on this machine only", at: option,
                cure: "leave it out, or leave out --remote")
        }
    }

    /// The parameters of `GET /api/live`.
    private func parameters(_ settings: Settings, speaks: Bool) throws(Problem) -> [(String, String)] {
        let listening = try input.listening()
        try translation.checkTwoWay(listening.channels)
        let (from, to) = (settings.string(.from), settings.string(.to))
        let choice = engines.choice
        let raw = isRecorded ? Recorder.format : listening.raw
        let all: [(String, String?)] = [
            ("from", from.isEmpty ? nil : from), ("to", to.isEmpty ? nil : to),
            ("speaker", translation.speaker?.rawValue), ("two-way", translation.twoWay ? "true" : nil),
            ("speaker-events", translation.twoWay && !json && keys != .off ? "live" : nil),
            (
                "channels",
                input.speakersByChannel ? "speakers-by-channel" : input.channel.map { String($0) }
            ),
            ("track", input.track.track), ("raw", raw.map { "\($0.sample.rawValue):\($0.rate):\($0.channels)" }),
            ("title", title ?? "live"), ("stt", engines.stt), ("mt", engines.mt), ("tts", engines.tts),
            ("voice", engines.voice), ("context", translation.context.map { String($0) }),
            ("max-cost", choice.maximumCost.map { String($0) }),
            ("formality", translation.terms.formality?.rawValue), ("latency", latency),
            ("audio", speaks ? "pcm" : nil),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
