/// Reads little-endian numbers of a file in memory, never beyond its end.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var rest: Int { bytes.count - place }

    /// - Parameter what: what is read, for the error.
    mutating func number<Number: FixedWidthInteger>(_ what: String) throws(ModelFault) -> Number {
        let range = try skip(Number.bitWidth / 8, what)
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
        }
    }

    /// A count or size of 64 bits, which is never more than the file has bytes.
    mutating func count(_ what: String) throws(ModelFault) -> Int {
        let number: UInt64 = try number(what)
        guard let count = Int(exactly: number), count <= bytes.count else {
            throw ModelFault("\(what) is \(number), more than the file has")
        }
        return count
    }

    /// Takes the next bytes.
    ///
    /// - Returns: their place in the file.
    mutating func skip(_ count: Int, _ what: String) throws(ModelFault) -> Range<Int> {
        guard count >= 0, count <= rest else { throw ModelFault("the file ends in \(what)") }
        defer { place += count }
        return place..<place + count
    }
}

extension [UInt8] {
    /// The float at a place that is inside.
    func float(at place: Int) -> Float {
        withUnsafeBytes {
            Float(bitPattern: UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
    }
}
