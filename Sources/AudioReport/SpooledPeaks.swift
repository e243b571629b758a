package import Audio
package import Plumbing

/// Waveform data of a whole recording, of any length: 128 KB are kept in memory, the rest in a file without a name.
package struct SpooledPeaks: Sendable {
    /// Values, two bytes each: fewer than this are kept in memory, and this many are converted to text or bytes at once.
    private static let atOnce = 1 << 16

    /// Hz.
    package let sampleRate: Int
    /// Frames per pixel. The last pixel may stand for fewer.
    package let samplesPerPixel: Int
    package let channels: Int

    private let folder: String?
    private var file: UnnamedFile?
    /// The number of values in the file, and the values that follow them.
    private var filed = 0
    private var kept: [Int16] = []

    /// - Parameter builder: of the pixels that will be appended.
    init(of builder: PeakBuilder, in folder: String?) {
        sampleRate = builder.sampleRate
        samplesPerPixel = builder.samplesPerPixel
        channels = builder.channels
        self.folder = folder
    }

    /// Pixels.
    package var length: Int { (filed + kept.count) / 2 / channels }

    /// - Throws: `Problem` as outputs do, if there is no room in the folder.
    mutating func append(_ values: [Int16]) throws(Problem) {
        kept += values
        guard kept.count >= Self.atOnce else { return }
        if file == nil { file = try UnnamedFile(in: folder) }
        try file?.write(kept, at: filed * MemoryLayout<Int16>.size)
        filed += kept.count
        kept.removeAll(keepingCapacity: true)
    }

    /// Writes the values as the bytes of a ``PeakFile``, piece by piece. The caller, which made the file, commits it.
    ///
    /// - Throws: `Problem`: `peaks.too-many` of kind `input` if the format cannot count so many pixels; otherwise as
    ///   outputs do.
    package func write(_ format: PeakFile.Format, _ resolution: PeakFile.Resolution, to output: AtomicFile)
        throws(Problem)
    {
        var writing = PeakWriting(
            format, resolution, sampleRate: sampleRate, samplesPerPixel: samplesPerPixel, channels: channels)
        try output.write(writing.head(length: length))
        if let file {
            for first in stride(from: 0, to: filed, by: Self.atOnce) {
                let values = try file.read(min(Self.atOnce, filed - first), at: first * MemoryLayout<Int16>.size)
                try output.write(writing.body(values))
            }
        }
        try output.write(writing.body(kept))
        try output.write(writing.tail)
    }
}
