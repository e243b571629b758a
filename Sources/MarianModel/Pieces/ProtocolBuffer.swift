/// The fields of a message in the format of Protocol Buffers, one after the other.
struct ProtocolBuffer {
    /// A field's value as it is stored.
    enum Value {
        case number(UInt64)
        /// Four bytes, such as a float.
        case word(UInt32)
        /// A text or another message: its place in the file.
        case bytes(Range<Int>)
    }

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    /// - Parameter range: the message's place in the file.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        (place, end) = (range.lowerBound, range.upperBound)
    }

    /// The next field's number and value; nil at the end.
    ///
    /// - Throws: ``ModelFault`` if the message is cut or uses the deprecated groups.
    mutating func next() throws(ModelFault) -> (field: Int, value: Value)? {
        guard place < end else { return nil }
        let key = try number()
        switch key & 7 {
        case 0: return (Int(key >> 3), .number(try number()))
        case 1:
            _ = try take(8)
            return (Int(key >> 3), .number(0))
        case 2:
            let length = try number()
            guard length <= UInt64(end - place) else { throw Self.cut }
            return (Int(key >> 3), .bytes(try take(Int(length))))
        case 5:
            let range = try take(4)
            return (Int(key >> 3), .word(bytes.float(at: range.lowerBound).bitPattern))
        default: throw ModelFault("its fields are not those of a SentencePiece model")
        }
    }

    private mutating func take(_ count: Int) throws(ModelFault) -> Range<Int> {
        guard count <= end - place else { throw Self.cut }
        defer { place += count }
        return place..<place + count
    }

    private mutating func number() throws(ModelFault) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard place < end else { throw Self.cut }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw ModelFault("it has a number without an end")
    }

    private static let cut = ModelFault("the file ends in a field")
}
