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

/// A sine wave of 16-bit samples.
func sine(_ hertz: Double, rate: Int, seconds: Double, amplitude: Double = 0.5) -> [Int16] {
    (0..<Int(Double(rate) * seconds)).map { index in
        Int16((amplitude * 32_767 * sin(2 * .pi * hertz * Double(index) / Double(rate))).rounded())
    }
}
