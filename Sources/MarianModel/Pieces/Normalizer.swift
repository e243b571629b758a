/// What SentencePiece does to a text before it is cut into pieces: the model's rules, single spaces, and a mark for each space.
struct Normalizer: Sendable {
    /// The mark of a space, U+2581.
    static let space: [UInt8] = [0xE2, 0x96, 0x81]

    var map: CharacterMap
    /// Whether a space is put before the first word.
    var addsSpace = true
    var removesExtraSpaces = true
    /// Texts that are pieces of their own and are not changed.
    var symbols: [[UInt8]] = []

    func normalized(_ text: String) -> [UInt8] {
        let input = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(2 * input.count + 3)
        var place = 0
        if removesExtraSpaces {
            while place < input.count {
                let (count, result) = next(input, place)
                guard result.elementsEqual([0x20]) else { break }
                place += count
            }
        }
        guard place < input.count else { return [] }
        if addsSpace { output += Self.space }
        var isAfterSpace = removesExtraSpaces
        while place < input.count {
            let (count, result) = next(input, place)
            var part = result
            while isAfterSpace, part.first == 0x20 { part = part.dropFirst() }
            for byte in part {
                if byte == 0x20 { output += Self.space } else { output.append(byte) }
            }
            if let last = part.last { isAfterSpace = last == 0x20 }
            if !removesExtraSpaces { isAfterSpace = false }
            place += count
        }
        if removesExtraSpaces {
            while output.count >= 3, output.suffix(3).elementsEqual(Self.space) { output.removeLast(3) }
        }
        return output
    }

    /// The number of bytes at a place that belong together, and what they become.
    private func next(_ input: [UInt8], _ place: Int) -> (Int, ArraySlice<UInt8>) {
        for symbol in symbols where input[place...].starts(with: symbol) { return (symbol.count, symbol[...]) }
        if let (count, range) = map.longest(input, at: place) { return (count, map.bytes(range)) }
        let count = min(Self.length(input[place]), input.count - place)
        return (count, input[place..<place + count])
    }

    /// The bytes of a character that begins with this one.
    static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xF0...: 4
        case 0xE0...: 3
        case 0xC0...: 2
        default: 1
        }
    }
}
