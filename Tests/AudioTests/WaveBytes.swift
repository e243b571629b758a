import Foundation

/// A WAV file in memory.
func waveBytes(_ samples: [Int16], rate: Int, channels: Int = 1, claimedBytes: Int? = nil) -> [UInt8] {
    let data = samples.flatMap { sample in [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)] }
    return waveHeader(
        tag: 1, bits: 16, rate: rate, channels: channels, dataBytes: claimedBytes ?? data.count) + data
}

/// A WAV file of 32-bit floats in memory.
func waveBytes(floats samples: [Float], rate: Int, channels: Int = 1) -> [UInt8] {
    let data = samples.flatMap { sample in withUnsafeBytes(of: sample.bitPattern.littleEndian, Array.init) }
    return waveHeader(tag: 3, bits: 32, rate: rate, channels: channels, dataBytes: data.count) + data
}

/// A W64 file in memory.
///
/// - Parameter claimedSize: what stands as the size of the chunk of samples, its head of 24 bytes with it.
func wave64Bytes(_ samples: [Int16], rate: Int, claimedSize: Int? = nil) -> [UInt8] {
    let data = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    // The format and the samples are packed as in a WAV file.
    let format = Array(waveHeader(tag: 1, bits: 16, rate: rate, channels: 1, dataBytes: 0)[20..<36])
    return wave64File(wave64Chunk("fmt ", format) + wave64Chunk("data", data, claimedSize: claimedSize))
}

/// A W64 file of these chunks.
func wave64File(_ chunks: [UInt8]) -> [UInt8] {
    let kind = Array("wave".utf8) + wave64Identifier
    let first: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    return Array("riff".utf8) + first + littleEndian(40 + chunks.count, 8) + kind + chunks
}

/// A chunk of a W64 file: its identifier, its size and its body, which is to be a multiple of 8 bytes long.
func wave64Chunk(_ name: String, _ body: [UInt8], claimedSize: Int? = nil) -> [UInt8] {
    Array(name.utf8) + wave64Identifier + littleEndian(claimedSize ?? body.count + 24, 8) + body
}

private let wave64Identifier: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]

private func littleEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func waveHeader(tag: Int, bits: Int, rate: Int, channels: Int, dataBytes: Int) -> [UInt8] {
    let align = channels * bits / 8
    let layout = [(tag, 2), (channels, 2), (rate, 4), (rate * align, 4), (align, 2), (bits, 2)].flatMap(littleEndian)
    return Array("RIFF".utf8) + littleEndian(dataBytes &+ 36, 4) + Array("WAVEfmt ".utf8) + littleEndian(16, 4) + layout
        + Array("data".utf8) + littleEndian(dataBytes, 4)
}

/// The kinds of files with big-endian samples behind a short header.
enum BigEndianFile: String, CaseIterable, Sendable {
    case aiff, au, caf

    /// The samples in mono after a header that speaks of so many.
    func bytes(_ samples: [Int16], rate: Int, claimedFrames: Int) -> [UInt8] {
        let data = samples.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        return header(rate: rate, claimedFrames, claimedBytes: claimedFrames * 2) + data
    }

    private func header(rate: Int, _ frames: Int, claimedBytes: Int) -> [UInt8] {
        func big(_ value: UInt64, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let claimed = UInt64(claimedBytes)
        switch self {
        case .aiff:
            // The rate is an 80-bit number: its exponent, and a mantissa that begins with a one.
            let shift = UInt64(rate).leadingZeroBitCount
            let extended = big(UInt64(16_383 + 63 - shift), 2) + big(UInt64(rate) << UInt64(shift), 8)
            return Array("FORM".utf8) + big(claimed + 46, 4) + Array("AIFFCOMM".utf8) + big(18, 4) + big(1, 2)
                + big(UInt64(frames), 4) + big(16, 2) + extended + Array("SSND".utf8) + big(claimed + 8, 4) + big(0, 8)
        case .au:
            return Array(".snd".utf8) + big(24, 4) + big(claimed, 4) + big(3, 4) + big(UInt64(rate), 4) + big(1, 4)
        case .caf:
            return Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8)
                + big(Double(rate).bitPattern, 8) + Array("lpcm".utf8) + big(0, 4) + big(2, 4) + big(1, 4) + big(1, 4)
                + big(16, 4) + Array("data".utf8) + big(claimed + 4, 8) + big(0, 4)
        }
    }
}

/// A sine wave of 16-bit samples.
func sine(_ hertz: Double, rate: Int, seconds: Double, amplitude: Double = 0.5) -> [Int16] {
    (0..<Int(Double(rate) * seconds)).map { index in
        Int16((amplitude * 32_767 * sin(2 * .pi * hertz * Double(index) / Double(rate))).rounded())
    }
}
