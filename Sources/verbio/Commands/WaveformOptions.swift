import ArgumentParser
import Audio
import AudioReport
import Foundation
import Hearing
import VerbioService

/// The options for waveform data that is written.
struct WaveformOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Samples for each pixel of the waveform data (256 if not given).", valueName: "count"))
    var samplesPerPixel: Int?

    @Option(help: ArgumentHelp("Width of the values of the waveform data: 8 or 16 (if not given).", valueName: "bits"))
    var bits: PeakBits?

    @Flag(help: "One waveform for each channel in the waveform data, rather than their mean.")
    var splitChannels = false

    /// The options that were given.
    var given: [String] {
        [
            ("--samples-per-pixel", samplesPerPixel != nil), ("--bits", bits != nil),
            ("--split-channels", splitChannels),
        ].filter(\.1).map(\.0)
    }

    func validate() throws {
        guard samplesPerPixel.map(PeakBuilder.zooms.contains) ?? true else {
            throw ValidationError(
                "--samples-per-pixel must be from \(PeakBuilder.zooms.lowerBound) to \(PeakBuilder.zooms.upperBound)")
        }
    }

    /// - Parameter name: the user's name for the destination.
    /// - Throws: `ValidationError` if the path's ending names no format.
    func checkEnding(_ path: String, calledBy name: String) throws {
        guard Self.format(path) != nil else {
            throw ValidationError("\(name) '\(path)' must end in .json or .dat, which says the format")
        }
    }

    func request(writing path: String) -> PeaksRequest {
        PeaksRequest(
            samplesPerPixel: samplesPerPixel ?? 256, splitsChannels: splitChannels,
            folder: URL(filePath: absolutePath(path)).deletingLastPathComponent().path)
    }

    /// - Parameter admission: decides what the file may replace.
    /// - Throws: `Problem` as outputs do.
    func write(_ waveform: SpooledPeaks, to path: String, by admission: any OutputAdmission) throws {
        guard let format = Self.format(path) else { return }
        let file = try AtomicFile(path: path)
        try waveform.write(format, (bits ?? .sixteen).resolution, to: file)
        try file.commit(by: admission)
    }

    private static func format(_ path: String) -> PeakFile.Format? {
        let ending = path.split(separator: ".").last?.lowercased()
        return ending == "json" ? .json : ending == "dat" ? .binary : nil
    }
}

enum PeakBits: String, ExpressibleByArgument, CaseIterable {
    case eight = "8"
    case sixteen = "16"

    var resolution: PeakFile.Resolution { self == .eight ? .eight : .sixteen }
}
