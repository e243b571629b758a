internal import Plumbing

/// Reads audiowaveform's binary format.
///
/// Little-endian 32-bit numbers: version, flags (bit 0 means 8 bits), sample rate, samples per pixel, length in pixels,
/// and in version 2 channels. Then the values.
enum BinaryPeaks {
    static func read(_ bytes: [UInt8]) throws(Problem) -> PeakFile {
        guard let version = number(bytes, 0), version == 1 || version == 2 else {
            throw PeakFile.malformed("the version is unknown")
        }
        guard let flags = number(bytes, 1), let rate = number(bytes, 2), let zoom = number(bytes, 3),
            let length = number(bytes, 4), let channels = version == 1 ? 1 : number(bytes, 5)
        else { throw PeakFile.malformed("the header ends early") }
        let resolution = flags & 1 == 1 ? PeakFile.Resolution.eight : .sixteen
        try PeakNumbers.check(rate: rate, zoom: zoom, channels: channels)

        let body = bytes[(version == 1 ? 20 : 24)...]
        // 32 bits times 64 channels times 4 stay far below the limit of Int.
        guard body.count == length * channels * 2 * (resolution.rawValue / 8) else {
            throw PeakFile.malformed("it holds \(body.count) bytes of values, not those of \(length) pixels")
        }
        let values: [Int16]
        switch resolution {
        case .eight:
            values = body.map { Int16(Int8(bitPattern: $0)) * 256 }
        case .sixteen:
            values = stride(from: body.startIndex, to: body.endIndex, by: 2).map {
                Int16(bitPattern: UInt16(body[$0]) | UInt16(body[$0 + 1]) << 8)
            }
        }
        return PeakFile(
            Peaks(sampleRate: rate, samplesPerPixel: zoom, channels: channels, values: values), resolution: resolution)
    }

    private static func number(_ bytes: [UInt8], _ index: Int) -> Int? {
        guard bytes.count >= 4 * index + 4 else { return nil }
        return (0..<4).reduce(0) { $0 | Int(bytes[4 * index + $1]) << (8 * $1) }
    }
}

/// The allowed numbers of a peak file, in either format.
enum PeakNumbers {
    static func check(rate: Int, zoom: Int, channels: Int) throws(Problem) {
        guard (1...Int(Int32.max)).contains(rate) else { throw PeakFile.malformed("its sample rate is \(rate)") }
        guard (2...Int(Int32.max)).contains(zoom) else { throw PeakFile.malformed("it has \(zoom) samples per pixel") }
        guard PeakBuilder.channelCounts.contains(channels) else {
            throw PeakFile.malformed("it has \(channels) channels")
        }
    }
}
