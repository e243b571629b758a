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

private func waveHeader(tag: Int, bits: Int, rate: Int, channels: Int, dataBytes: Int) -> [UInt8] {
    func little(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let align = channels * bits / 8
    return Array("RIFF".utf8) + little(dataBytes &+ 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(tag, 2)
        + little(channels, 2) + little(rate, 4) + little(rate * align, 4) + little(align, 2) + little(bits, 2)
        + Array("data".utf8) + little(dataBytes, 4)
}

/// The kinds of files with big-endian samples behind a short header.
enum BigEndianFile: String, CaseIterable, Sendable {
    case aiff, au, caf

    /// The samples in mono behind a header that speaks of so many.
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
