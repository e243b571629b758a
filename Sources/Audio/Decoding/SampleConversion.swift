extension RawFormat.Sample {
    /// Whether the samples need no conversion until a caller needs floating point.
    var isSixteenBits: Bool { self == .s16le || self == .s16be }

    /// Whether the bytes of 16 bits are in the opposite order to this machine's.
    var isSwapped: Bool {
        #if _endian(little)
            self == .s16be
        #else
            self == .s16le
        #endif
    }

    /// Samples as Float32 with full scale ± 1. Bytes after the last whole sample are ignored.
    func floats(_ bytes: UnsafeRawBufferPointer) -> [Float] {
        let count = bytes.count / width
        return [Float](unsafeUninitializedCapacity: count) { output, filled in
            convert(bytes, count, into: output)
            filled = count
        }
    }

    private func convert(
        _ bytes: UnsafeRawBufferPointer, _ count: Int, into output: UnsafeMutableBufferPointer<Float>
    ) {
        switch self {
        case .u8: for i in 0..<count { output[i] = (Float(bytes[i]) - 128) / 128 }
        case .s8: for i in 0..<count { output[i] = Float(Int8(bitPattern: bytes[i])) / 128 }
        case .mulaw: for i in 0..<count { output[i] = Float(Self.linear(muLaw: bytes[i])) / 32_768 }
        case .alaw: for i in 0..<count { output[i] = Float(Self.linear(aLaw: bytes[i])) / 32_768 }
        case .s16le: for i in 0..<count { output[i] = Float(Int16(littleEndian: load(bytes, i))) / 32_768 }
        case .s16be: for i in 0..<count { output[i] = Float(Int16(bigEndian: load(bytes, i))) / 32_768 }
        case .s24le:
            for i in 0..<count { output[i] = Self.float(bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]) }
        case .s24be:
            for i in 0..<count { output[i] = Self.float(bytes[3 * i + 2], bytes[3 * i + 1], bytes[3 * i]) }
        case .s32le: for i in 0..<count { output[i] = Float(Int32(littleEndian: load(bytes, i))) / 2_147_483_648 }
        case .s32be: for i in 0..<count { output[i] = Float(Int32(bigEndian: load(bytes, i))) / 2_147_483_648 }
        case .f32le: for i in 0..<count { output[i] = Float(bitPattern: UInt32(littleEndian: load(bytes, i))) }
        case .f32be: for i in 0..<count { output[i] = Float(bitPattern: UInt32(bigEndian: load(bytes, i))) }
        case .f64le: for i in 0..<count { output[i] = Float(Double(bitPattern: UInt64(littleEndian: load(bytes, i)))) }
        case .f64be: for i in 0..<count { output[i] = Float(Double(bitPattern: UInt64(bigEndian: load(bytes, i)))) }
        }
    }

    private func load<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Value {
        bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Value>.size, as: Value.self)
    }

    private static func float(_ low: UInt8, _ middle: UInt8, _ high: UInt8) -> Float {
        let word = UInt32(low) << 8 | UInt32(middle) << 16 | UInt32(high) << 24
        return Float(Int32(bitPattern: word) >> 8) / 8_388_608
    }

    /// ITU-T G.711 μ-law, all bits inverted on the wire.
    static func linear(muLaw code: UInt8) -> Int32 {
        let bits = Int32(~code)
        let magnitude = (((bits & 0x0F) << 3) + 0x84) << ((bits & 0x70) >> 4) - 0x84
        return bits & 0x80 != 0 ? -magnitude : magnitude
    }

    /// ITU-T G.711 A-law, even bits inverted on the wire.
    static func linear(aLaw code: UInt8) -> Int32 {
        let bits = Int32(code ^ 0x55)
        let segment = (bits & 0x70) >> 4
        var magnitude = (bits & 0x0F) << 4 + 8
        if segment > 0 { magnitude = (magnitude + 0x100) << (segment - 1) }
        return bits & 0x80 != 0 ? magnitude : -magnitude
    }
}
