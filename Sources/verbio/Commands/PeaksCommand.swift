import ArgumentParser
import Audio
import AudioReport
import Delivery
import Foundation
import Plumbing
import VerbioService

struct PeaksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peaks",
        abstract: "Writes a recording's waveform data, and nothing else.",
        discussion: """
            The lowest and the highest sample of each pixel, in the files that audiowaveform writes, byte for byte. Nothing is \
            looked for in the recording, so this takes a small part of the time of 'verbio analyze --peaks'.

            EXAMPLES
              verbio peaks talk.wav talk.json
              verbio peaks call.mp3 call.dat --bits 8 --split-channels
            """)

    @Argument(help: ArgumentHelp("A recording, or '-' for standard input.", valueName: "file"))
    var file: String

    @Argument(help: ArgumentHelp("The .json or .dat file to write.", valueName: "waveform"))
    var waveform: String

    @OptionGroup(title: "Waveform data") var data: WaveformOptions
    @OptionGroup(title: "Waveform data") var replacing: ReplacingOptions
    @OptionGroup(title: "Input") var track: TrackOptions
    @OptionGroup(title: "Input") var raw: RawOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard waveform != "-" else { throw ValidationError("the waveform needs the name of a file") }
        try data.checkEnding(waveform, calledBy: "the waveform")
    }

    func run() async throws {
        let settings = try await common.settings()
        var reading = ReadingOptions(ffmpegPath: settings.string(.ffmpeg))
        reading.track = try track.choice()
        reading.raw = try raw.format(reading.limits)
        let admission = try OutputGuard(
            for: Assembly(settings), inputs: [file == "-" ? "/dev/stdin" : try localPath(file)],
            overwrites: replacing.overwrite)
        try admission.check([waveform])
        let request = data.request(writing: waveform)
        let console = Console()
        let peaks: SpooledPeaks
        let (tracks, damage): ([AudioTrack], [AudioDamage])
        do {
            (peaks, tracks, damage) = try await AudioInput(argument: file).explained(reading, request.run(_:options:))
        } catch let problem as Problem { throw problem.at(file) }
        try data.write(peaks, to: waveform, by: admission)
        console.note(tracks, of: file)
        console.note(damage, in: file)
        try console.out(waveform)
    }
}
