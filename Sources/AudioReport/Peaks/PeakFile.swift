package import Plumbing

/// Peaks in the two formats that the BBC's audiowaveform defines and web players read.
///
/// The bytes are those that audiowaveform 1.10 writes. JSON has version 2, on one line. Binary has version 1 for one
/// channel, otherwise version 2, little-endian.
package struct PeakFile: Sendable, Hashable {
    /// The formats.
    package enum Format: Sendable, Hashable, CaseIterable {
        case json
        /// `.dat`
        case binary
    }

    /// Bits of a value. Eight bits are the sixteen divided by 256, rounded towards zero.
    package enum Resolution: Int, Sendable, Hashable, CaseIterable {
        case eight = 8
        case sixteen = 16
    }

    package var peaks: Peaks
    package var resolution: Resolution

    package init(_ peaks: Peaks, resolution: Resolution) {
        self.peaks = peaks
        self.resolution = resolution
    }

    /// Reads either format; the bytes show which one it is. Values of 8 bits are returned multiplied by 256.
    ///
    /// The bytes may be hostile: the memory used is at most a few times their size.
    ///
    /// - Throws: ``Problem`` of kind `input`, code `peaks.malformed`.
    package init(_ bytes: [UInt8]) throws(Problem) {
        // The first byte of binary data is its version.
        self = bytes.first == 1 || bytes.first == 2 ? try BinaryPeaks.read(bytes) : try JSONPeaks.read(bytes)
    }

    /// The whole file.
    ///
    /// - Throws: ``Problem`` of kind `input`, code `peaks.too-many`, if the format cannot count so many pixels.
    package func bytes(_ format: Format) throws(Problem) -> [UInt8] {
        var writing = PeakWriting(
            format, resolution, sampleRate: peaks.sampleRate, samplesPerPixel: peaks.samplesPerPixel,
            channels: peaks.channels)
        return try writing.head(length: peaks.length) + writing.body(peaks.values) + writing.tail
    }

    static func malformed(_ what: String) -> Problem {
        Problem(.input, "peaks.malformed", "these are no peaks: \(what)", cure: "make them again from the recording")
    }
}

/// Writes a peak file piece by piece, for pixels that are not all in memory.
///
/// The number of pixels comes before them in both formats. If it is not known yet, write the binary head with length 0 and
/// overwrite it at the end; its size is constant.
package struct PeakWriting: Sendable {
    private let format: PeakFile.Format
    private let resolution: PeakFile.Resolution
    private let sampleRate: Int
    private let samplesPerPixel: Int
    private let channels: Int
    private var isFirst = true

    package init(
        _ format: PeakFile.Format, _ resolution: PeakFile.Resolution, sampleRate: Int, samplesPerPixel: Int,
        channels: Int
    ) {
        self.format = format
        self.resolution = resolution
        self.sampleRate = sampleRate
        self.samplesPerPixel = samplesPerPixel
        self.channels = channels
    }

    /// The bytes before the values.
    ///
    /// - Parameter length: pixels.
    /// - Throws: ``Problem`` of kind `input`, code `peaks.too-many`, if the format cannot count so many pixels.
    package func head(length: Int) throws(Problem) -> [UInt8] {
        guard UInt32(exactly: length) != nil, Int32(exactly: samplesPerPixel) != nil, Int32(exactly: sampleRate) != nil
        else {
            throw Problem(
                .input, "peaks.too-many", "no peak file can hold \(length) pixels", cure: "take more samples per pixel")
        }
        switch format {
        case .json:
            return Array(
                """
                {"version":2,"channels":\(channels),"sample_rate":\(sampleRate),"samples_per_pixel":\(samplesPerPixel),\
                "bits":\(resolution.rawValue),"length":\(length),"data":[
                """.utf8)
        case .binary:
            let numbers = [channels == 1 ? 1 : 2, resolution == .eight ? 1 : 0, sampleRate, samplesPerPixel, length]
            return (channels == 1 ? numbers : numbers + [channels]).flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
        }
    }

    /// Values in the order of ``Peaks/values``, which may be cut anywhere.
    package mutating func body(_ values: [Int16]) -> [UInt8] {
        switch (format, resolution) {
        case (.json, let resolution):
            var text: [UInt8] = []
            text.reserveCapacity(values.count * 6)
            for value in values {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                Self.append(resolution == .eight ? value / 256 : value, to: &text)
            }
            return text
        case (.binary, .eight):
            return [UInt8](unsafeUninitializedCapacity: values.count) { bytes, count in
                for index in values.indices { bytes[index] = UInt8(truncatingIfNeeded: values[index] / 256) }
                count = values.count
            }
        case (.binary, .sixteen):
            return values.map(\.littleEndian).withUnsafeBytes { Array($0) }
        }
    }

    /// The bytes after the values.
    package var tail: [UInt8] { format == .json ? Array("]}\n".utf8) : [] }

    private static func append(_ value: Int16, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let size = value.magnitude
        var divisor: UInt16 = 10_000
        while divisor > 1, size < divisor { divisor /= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(size / divisor % 10))
            divisor /= 10
        }
    }
}
