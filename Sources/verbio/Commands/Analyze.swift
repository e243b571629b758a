import ArgumentParser
import Audio
import AudioReport
import Delivery
import Foundation
import Hearing
import Plumbing
import VerbioService

struct Analyze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Measures a recording: levels, loudness, and the places of speech.",
        discussion: """
            One pass measures everything, in constant memory. Levels, loudness (EBU R 128), true peak and peaks are \
            those of the recording. Speech is found in what 'verbio translate' would hear with the same options.

            EXAMPLES
              verbio analyze talk.wav
              verbio analyze talk.wav --json
              verbio analyze talk.wav --svg talk.svg --theme dark
              verbio analyze talk.wav --peaks talk.json --samples-per-pixel 512 --bits 8
            """)

    @Argument(help: ArgumentHelp("A recording, or '-' for standard input.", valueName: "file"))
    var file: String

    @Flag(help: "One JSON object, with the exact samples of each utterance.")
    var json = false

    @Option(help: ArgumentHelp("Draw a picture, as SVG.", valueName: "file"))
    var svg: String?

    @Option(help: "The picture's colours: light (if not given) or dark.")
    var theme: PictureTheme?

    @Option(
        help: ArgumentHelp(
            "Write waveform data as audiowaveform does, to a .json or a .dat file.", valueName: "file"))
    var peaks: String?

    @OptionGroup var waveform: WaveformOptions
    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Input") var part: PartOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        if peaks == nil, let option = waveform.given.first {
            throw ValidationError("\(option) is of the waveform data, and --peaks is not given; add it")
        }
        guard theme == nil || svg != nil else {
            throw ValidationError("--theme is of a picture, and --svg is not given; add it")
        }
        var taken: [String: String] = [:]
        for (option, path) in [("--svg", svg), ("--peaks", peaks)] {
            guard let path else { continue }
            let place = absolutePath(path)
            if let other = taken[place] {
                throw ValidationError("\(option) '\(path)' is the file of \(other), too; name another")
            }
            taken[place] = option
            guard path != "-" else { throw ValidationError("\(option) needs the name of a file") }
        }
        if let peaks { try waveform.checkEnding(peaks, calledBy: "--peaks") }
    }

    func run() async throws {
        let settings = try await common.settings()
        let assembly = Assembly(settings)
        let admission = try OutputGuard(
            for: assembly, inputs: [file == "-" ? "/dev/stdin" : try localPath(file)], overwrites: replacing.overwrite)
        try admission.check([svg, peaks].compactMap(\.self))
        let request = peaks.map(waveform.request(writing:))
        var reading = try input.listening().options(ffmpeg: settings.string(.ffmpeg))
        reading.part = try part.part()
        let model = try assembly.speech.model()
        if let notice = assembly.speech.notice(model) { Console().note("verbio: \(notice)") }
        let analysis = Analysis(
            segmentation: try assembly.speech.segmentation(live: false, model: model), model: model, peaks: request)
        let report: AudioReport
        let pixels: SpooledPeaks?
        do {
            (report, pixels) = try await AudioInput(argument: file).explained(reading, analysis.run(_:options:))
        } catch let problem as Problem { throw problem.at(file) }
        let written = try write(report, pixels, admission)
        let console = Console()
        console.note(report.tracks ?? [], of: file)
        if json {
            return try console.json(report)
        }
        for line in report.lines(width: console.width) { try console.out(line) }
        if !written.isEmpty { try console.out("") }
        for path in written { try console.out("  \(path)") }
    }

    /// Writes the requested files and returns their paths.
    private func write(
        _ report: AudioReport, _ pixels: SpooledPeaks?, _ admission: OutputGuard
    ) throws -> [String] {
        var written: [String] = []
        func put(_ bytes: [UInt8], _ path: String) throws {
            try AtomicFile.write(bytes, to: path, by: admission)
            written.append(path)
        }
        let colours = (theme ?? .light).colours
        if let svg { try put(Array(report.picture(theme: colours).svg(title: report.source.name).utf8), svg) }
        if let peaks, let pixels {
            try waveform.write(pixels, to: peaks, by: admission)
            written.append(peaks)
        }
        return written
    }
}

enum PictureTheme: String, ExpressibleByArgument, CaseIterable {
    case light, dark

    var colours: Theme { self == .light ? .light : .dark }
}
