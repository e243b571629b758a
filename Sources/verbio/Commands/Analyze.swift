import ArgumentParser
import Audio
import AudioReport
import Foundation
import Hearing
import Plumbing

struct Analyze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Shows what a recording is: levels, loudness, and where speech is in it.",
        discussion: """
            One pass measures everything, in constant memory. Levels, loudness (EBU R 128), true peak and peaks are
            those of the recording; speech is found in what the pipeline would hear (see --channels).

            EXAMPLES
              verbio analyze talk.wav
              verbio analyze talk.wav --json
              verbio analyze talk.wav --png talk.png --theme dark
              verbio analyze talk.wav --peaks talk.json --samples-per-pixel 512 --bits 8
            """)

    @Argument(help: ArgumentHelp("A recording, or '-' for standard input.", valueName: "file"))
    var file: String

    @Flag(help: "One JSON object, with the exact samples of each utterance.")
    var json = false

    @Option(help: ArgumentHelp("Draw a picture, as SVG.", valueName: "file"))
    var svg: String?

    @Option(help: ArgumentHelp("Draw a picture, as PNG (needs libpangocairo-1.0-0).", valueName: "file"))
    var png: String?

    @Option(help: "The picture's colours: light (if not given) or dark.")
    var theme: PictureTheme?

    @Option(
        help: ArgumentHelp(
            "Write waveform data as audiowaveform does, to a .json or a .dat file.", valueName: "file"))
    var peaks: String?

    @Option(help: ArgumentHelp("Samples for each pixel of the waveform data (256 if not given).", valueName: "count"))
    var samplesPerPixel: Int?

    @Option(help: ArgumentHelp("Width of the values of the waveform data: 8 or 16 (if not given).", valueName: "bits"))
    var bits: PeakBits?

    @Flag(help: "One waveform for each channel in the waveform data, rather than their mean.")
    var splitChannels = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard samplesPerPixel.map(PeakBuilder.zooms.contains) ?? true else {
            throw ValidationError(
                "--samples-per-pixel must be from \(PeakBuilder.zooms.lowerBound) to \(PeakBuilder.zooms.upperBound)")
        }
        if peaks == nil {
            for (option, isGiven) in [
                ("--samples-per-pixel", samplesPerPixel != nil), ("--bits", bits != nil),
                ("--split-channels", splitChannels),
            ] where isGiven {
                throw ValidationError("\(option) is of the waveform data, and --peaks is not given; add it")
            }
        }
        guard theme == nil || svg != nil || png != nil else {
            throw ValidationError("--theme is of a picture, and neither --svg nor --png is given; add one of them")
        }
        var taken: [String: String] = [:]
        for (option, path) in [("--svg", svg), ("--png", png), ("--peaks", peaks)] {
            guard let path else { continue }
            let place = absolutePath(path)
            if let other = taken[place] {
                throw ValidationError("\(option) '\(path)' is the file of \(other), too; name another")
            }
            taken[place] = option
            guard path != "-" else { throw ValidationError("\(option) needs the name of a file") }
            guard regularFile(path).map({ $0 != regularFile(file) }) ?? true else {
                throw ValidationError("\(option) '\(path)' is the recording itself; name another file")
            }
        }
        if let peaks, peakFormat == nil {
            throw ValidationError("--peaks '\(peaks)' must end in .json or .dat, which says the format")
        }
    }

    func run() async throws {
        let settings = try await common.settings()
        let assembly = Assembly(settings: settings)
        let request = peaks.map { path in
            PeaksRequest(
                samplesPerPixel: samplesPerPixel ?? 256, splitsChannels: splitChannels,
                folder: URL(filePath: absolutePath(path)).deletingLastPathComponent().path)
        }
        let reading = try input.readingOptions(settings)
        let model = try assembly.speechModel()
        assembly.modelNotice(model).map { Console().note("verbio: \($0)") }
        let analysis = Analysis(
            segmentation: try assembly.segmentation(live: false, model: model), model: model, peaks: request)
        let report: AudioReport
        let waveform: SpooledPeaks?
        do {
            (report, waveform) = try await AudioInput(argument: file).explained(reading, analysis.run(_:options:))
        } catch let problem as Problem { throw problem.at(file) }
        let written = try write(report, waveform)
        let console = Console()
        if json {
            return try console.json(report)
        }
        for line in report.lines(width: console.width) { try console.out(line) }
        if !written.isEmpty { try console.out("") }
        for path in written { try console.out("  \(path)") }
    }

    /// Writes the files that were asked for and returns their paths.
    private func write(_ report: AudioReport, _ waveform: SpooledPeaks?) throws -> [String] {
        var written: [String] = []
        func put(_ bytes: [UInt8], _ path: String) throws {
            try AtomicFile.write(bytes, to: path)
            written.append(path)
        }
        let colours = (theme ?? .light).colours
        if let svg { try put(Array(report.picture(theme: colours).svg(title: report.source.name).utf8), svg) }
        if let png { try put(try report.picture(theme: colours).png(), png) }
        if let peaks, let waveform, let peakFormat {
            let file = try AtomicFile(path: peaks)
            try waveform.write(peakFormat, (bits ?? .sixteen).resolution, to: file)
            try file.commit()
            written.append(peaks)
        }
        return written
    }

    private var peakFormat: PeakFile.Format? {
        let ending = peaks?.split(separator: ".").last?.lowercased()
        return ending == "json" ? .json : ending == "dat" ? .binary : nil
    }
}

enum PictureTheme: String, ExpressibleByArgument, CaseIterable {
    case light, dark

    var colours: Theme { self == .light ? .light : .dark }
}

enum PeakBits: String, ExpressibleByArgument, CaseIterable {
    case eight = "8"
    case sixteen = "16"

    var resolution: PeakFile.Resolution { self == .eight ? .eight : .sixteen }
}
