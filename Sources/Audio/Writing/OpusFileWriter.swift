package import Plumbing

/// Writes mono speech as Ogg Opus (RFC 7845) while it arrives, in constant memory. The file appears completely or not at all
/// (``AtomicFile``), and equal samples give equal bytes. One task at a time uses it, outside the cooperative pool.
package final class OpusFileWriter {
    /// Hz, one of ``rates``.
    package var sampleRate: Int { stream.sampleRate }
    /// Samples written so far; the file decodes to exactly as many.
    package var frameCount: Int { stream.frameCount }

    /// The supported rates, in Hz: 8, 12, 16, 24 and 48 kHz.
    package static let rates = OpusEncoding.rates

    private let file: AtomicFile
    private let stream: OpusStream
    private var isPrepared = false

    /// Begins a file that appears under its name with ``finish()``.
    ///
    /// - Parameters:
    ///   - sampleRate: one of ``rates``.
    ///   - bitRate: bits per second on average; 32,000 leaves synthesized speech unharmed.
    package init(path: String, sampleRate: Int, bitRate: Int = 32_000) throws(Problem) {
        let file = try AtomicFile(path: path)
        self.file = file
        stream = try OpusStream(sampleRate: sampleRate, bitRate: bitRate) { bytes throws(Problem) in
            try file.write(bytes)
        }
    }

    /// Appends samples.
    package func write(_ samples: [Int16]) throws(Problem) { try stream.write(samples) }

    /// Appends samples of digital silence.
    package func writeSilence(frames: Int) throws(Problem) {
        var left = frames
        while left > 0 {
            let count = min(left, sampleRate)
            try write([Int16](repeating: 0, count: count))
            left -= count
        }
    }

    /// Ends the stream and makes its bytes durable, without giving the file its name yet; ``finish()`` does that.
    package func prepare() throws(Problem) {
        guard !isPrepared else { return }
        isPrepared = true
        try stream.finish()
        try file.prepare()
    }

    /// Ends the file and gives it its name.
    ///
    /// - Parameter admission: as for ``AtomicFile/commit(by:)``.
    /// - Returns: its size in bytes.
    @discardableResult
    package func finish(by admission: (any OutputAdmission)? = nil) throws(Problem) -> Int {
        try prepare()
        try file.commit(by: admission)
        return file.byteCount
    }
}
