internal import Glibc
package import Plumbing

/// Writes 16-bit PCM as WAV while it arrives, in constant memory.
///
/// At a path the file appears completely or not at all (``AtomicFile``). If the output is a regular file, the header is
/// corrected at the end. On a pipe it says "until the end of the stream". Files over 4 GB are RF64. One task at a time
/// uses it, outside the cooperative pool.
package final class WAVWriter {
    private enum Destination {
        case file(AtomicFile)
        /// `headerOffset` is the position of the header in a regular file; nil if the header cannot be corrected afterwards.
        case descriptor(Int32, name: String, headerOffset: Int?)
    }

    package let sampleRate: Int
    package let channels: Int
    /// Frames written so far.
    package private(set) var frameCount = 0

    private var isPrepared = false
    private let destination: Destination
    private let largestRIFF: Int
    private static let silence = [Int16](repeating: 0, count: 1 << 15)

    /// Begins a file that appears under its name with ``finish()``.
    ///
    /// - Parameters:
    ///   - sampleRate: Hz, from 1 to 768,000.
    ///   - channels: 1 or 2.
    ///   - largestRIFF: the RIFF size in bytes above which the file becomes RF64.
    package convenience init(
        path: String, sampleRate: Int, channels: Int = 1, largestRIFF: Int = Int(UInt32.max)
    ) throws(Problem) {
        try Self.check(sampleRate: sampleRate, channels: channels)
        let file = try AtomicFile(path: path)
        try self.init(.file(file), sampleRate: sampleRate, channels: channels, largestRIFF: largestRIFF)
    }

    /// Begins a WAV stream on an open descriptor, which the caller closes.
    ///
    /// - Parameter name: the name of the output in problems, `-` for standard output.
    package convenience init(
        descriptor: Int32, name: String, sampleRate: Int, channels: Int = 1
    ) throws(Problem) {
        try Self.check(sampleRate: sampleRate, channels: channels)
        var status = stat()
        var headerOffset: Int?
        // With O_APPEND a write at an offset also goes to the end.
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fcntl(descriptor, F_GETFL) & O_APPEND == 0
        {
            let position = lseek(descriptor, 0, SEEK_CUR)
            headerOffset = position >= 0 ? Int(position) : nil
        }
        try self.init(
            .descriptor(descriptor, name: name, headerOffset: headerOffset), sampleRate: sampleRate,
            channels: channels, largestRIFF: Int(UInt32.max))
    }

    private init(
        _ destination: Destination, sampleRate: Int, channels: Int, largestRIFF: Int
    ) throws(Problem) {
        self.destination = destination
        self.sampleRate = sampleRate
        self.channels = channels
        self.largestRIFF = largestRIFF
        let header = WAVHeader(sampleRate: sampleRate, channels: channels, dataBytes: nil).bytes
        try header.withRawBytes { raw throws(Problem) in try append(raw) }
    }

    private static func check(sampleRate: Int, channels: Int) throws(Problem) {
        guard (1...768_000).contains(sampleRate), (1...2).contains(channels) else {
            throw Problem(
                .internal, "output.wav-format", "WAV with \(channels) channels at \(sampleRate) Hz cannot be written")
        }
    }

    /// Appends interleaved samples, whole frames.
    package func write(_ samples: [Int16]) throws(Problem) {
        guard samples.count.isMultiple(of: channels) else {
            throw Problem(.internal, "output.wav-frames", "half a stereo frame was given to the WAV writer")
        }
        #if _endian(big)
            let ordered = samples.map(\.littleEndian)
        #else
            let ordered = samples
        #endif
        try ordered.withRawBytes { raw throws(Problem) in try append(raw) }
        frameCount += samples.count / channels
        isPrepared = false
    }

    /// Appends frames of digital silence.
    package func writeSilence(frames: Int) throws(Problem) {
        var left = frames
        while left > 0 {
            let count = min(left, Self.silence.count / channels)
            try write(Array(Self.silence[..<(count * channels)]))
            left -= count
        }
    }

    /// Corrects the header and makes the bytes durable, without giving a file its name yet; ``finish()`` does that.
    package func prepare() throws(Problem) {
        guard !isPrepared else { return }
        isPrepared = true
        let header = WAVHeader(
            sampleRate: sampleRate, channels: channels, dataBytes: frameCount * channels * 2, largestRIFF: largestRIFF)
        switch destination {
        case .file(let file):
            try file.overwrite(header.bytes, at: 0)
            try file.prepare()
        case .descriptor(let descriptor, let name, let headerOffset):
            guard let headerOffset else { return }
            try header.bytes.withRawBytes { raw throws(Problem) in
                try descriptor.writeAll(raw, at: headerOffset, path: name)
            }
        }
    }

    /// Ends the WAV: with a correct header and, given a path, under its name.
    ///
    /// - Parameter admission: as for ``AtomicFile/commit(by:)``.
    /// - Returns: the bytes written in total.
    @discardableResult
    package func finish(by admission: (any OutputAdmission)? = nil) throws(Problem) -> Int {
        try prepare()
        if case .file(let file) = destination { try file.commit(by: admission) }
        return WAVHeader.byteCount + frameCount * channels * 2
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        switch destination {
        case .file(let file): try file.write(bytes)
        case .descriptor(let descriptor, let name, _): try descriptor.writeAll(bytes, path: name)
        }
    }
}
