/// The precompiled normalization of a SentencePiece model: characters, and what they become.
///
/// It is a size, a trie in Darts' form (a double array of 32-bit units), and the replacements, each with a NUL after it.
struct CharacterMap: Sendable {
    private let units: [UInt32]
    private let replacements: [UInt8]

    /// - Throws: ``ModelFault`` if the sizes do not fit.
    init(_ bytes: ArraySlice<UInt8>) throws(ModelFault) {
        let bytes = Array(bytes)
        guard !bytes.isEmpty else {
            (units, replacements) = ([], [])
            return
        }
        var reader = ByteReader(bytes)
        let size: UInt32 = try reader.number("the normalization")
        guard size % 4 == 0, Int(size) < reader.rest else { throw ModelFault("its normalization is broken") }
        var units: [UInt32] = []
        units.reserveCapacity(Int(size) / 4)
        for _ in 0..<Int(size) / 4 { units.append(try reader.number("the normalization")) }
        self.units = units
        replacements = Array(bytes[reader.place...])
        guard replacements.last == 0 else { throw ModelFault("its normalization has no end") }
    }

    /// The longest rule that applies at a place.
    ///
    /// - Returns: the number of bytes that are replaced and the replacement's range; nil if no rule applies.
    func longest(_ text: [UInt8], at start: Int) -> (count: Int, range: Range<Int>)? {
        guard !units.isEmpty else { return nil }
        var found: (count: Int, value: Int)?
        var node = Self.offset(units[0])
        for place in start..<text.count {
            let byte = UInt32(text[place])
            node ^= Int(byte)
            guard node < units.count else { break }
            let unit = units[node]
            guard unit & (1 << 31 | 0xFF) == byte else { break }
            node ^= Self.offset(unit)
            guard node < units.count else { break }
            if unit >> 8 & 1 == 1 { found = (place - start + 1, Int(units[node] & 0x7FFF_FFFF)) }
        }
        guard let found, found.value < replacements.count else { return nil }
        let end = replacements[found.value...].firstIndex(of: 0) ?? replacements.count
        return (found.count, found.value..<end)
    }

    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { replacements[range] }

    /// The distance from a unit to its children.
    private static func offset(_ unit: UInt32) -> Int {
        Int((unit >> 10) << ((unit & (1 << 9)) >> 6))
    }
}
