/// The first 80 bytes of a WAV file with 16-bit PCM: RIFF, a reserved chunk, `fmt ` and the head of `data`.
///
/// Sizes in RIFF are 32-bit. A file that exceeds them becomes RF64 (EBU Tech 3306). The reserved `JUNK` chunk turns
/// into `ds64`, which holds 64-bit sizes, and the 32-bit fields say 0xFFFFFFFF. The fields also have that value on a
/// pipe, because the length is not known: "until the end of the stream".
package struct WAVHeader {
    static let byteCount = 80

    var sampleRate: Int
    var channels: Int
    /// Bytes of samples; nil if the number is not known.
    var dataBytes: Int?
    /// The largest RIFF size that is written with 32 bits.
    var largestRIFF = Int(UInt32.max)

    package init(sampleRate: Int, channels: Int, dataBytes: Int?, largestRIFF: Int = Int(UInt32.max)) {
        (self.sampleRate, self.channels) = (sampleRate, channels)
        (self.dataBytes, self.largestRIFF) = (dataBytes, largestRIFF)
    }

    /// The header, 80 bytes long.
    package var bytes: [UInt8] {
        let riffSize = dataBytes.map { $0 + Self.byteCount - 8 }
        let isLarge = riffSize.map { $0 > largestRIFF } ?? false
        let bytesPerFrame = channels * 2
        var header: [UInt8] = []
        header.reserveCapacity(Self.byteCount)

        header += isLarge ? "RF64".utf8 : "RIFF".utf8
        header.append(littleEndian: isLarge ? UInt32.max : UInt32(clamping: riffSize ?? .max))
        header += "WAVE".utf8

        header += isLarge ? "ds64".utf8 : "JUNK".utf8
        header.append(littleEndian: UInt32(28))
        header.append(littleEndian: UInt64(isLarge ? riffSize ?? 0 : 0))
        header.append(littleEndian: UInt64(isLarge ? dataBytes ?? 0 : 0))
        header.append(littleEndian: UInt64(isLarge ? (dataBytes ?? 0) / bytesPerFrame : 0))
        header.append(littleEndian: UInt32(0))  // entries in the table of further large chunks

        header += "fmt ".utf8
        header.append(littleEndian: UInt32(16))
        header.append(littleEndian: UInt16(1))  // PCM
        header.append(littleEndian: UInt16(clamping: channels))
        header.append(littleEndian: UInt32(clamping: sampleRate))
        header.append(littleEndian: UInt32(clamping: sampleRate * bytesPerFrame))
        header.append(littleEndian: UInt16(clamping: bytesPerFrame))
        header.append(littleEndian: UInt16(16))

        header += "data".utf8
        header.append(littleEndian: isLarge ? UInt32.max : UInt32(clamping: dataBytes ?? .max))
        return header
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
