import Audio
import AudioReport

/// Waveform data of a recording and nothing else, written next to it as audiowaveform would write it.
enum PeakPass {
    static let samplesPerPixel = 256

    /// What `verbio peaks FILE FILE.own.dat --bits 8` does.
    static func run(_ file: String) async throws {
        let peaks = try await PeaksRequest(samplesPerPixel: samplesPerPixel)
            .run(.file(file), options: ReadingOptions()).peaks
        let output = try AtomicFile(path: file + ".own.dat")
        try peaks.write(.binary, .eight, to: output)
        try output.commit()
    }
}
