import Testing

/// The members of a ZIP archive without compression, read from its directory.
struct ZipMembers {
    private var members: [(name: String, content: [UInt8])] = []

    var names: [String] { members.map(\.name) }

    subscript(name: String) -> [UInt8]? { members.first { $0.name == name }?.content }

    init(_ archive: [UInt8]) throws {
        func number(_ place: Int, _ count: Int) -> Int {
            archive[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let end = archive.count - 22
        try #require(end >= 0 && number(end, 4) == 0x0605_4b50)
        let count = number(end + 10, 2)
        var place = number(end + 16, 4)
        #expect(place + number(end + 12, 4) == end)
        for _ in 0..<count {
            try #require(number(place, 4) == 0x0201_4b50)
            let (check, size, name) = (number(place + 16, 4), number(place + 24, 4), number(place + 28, 2))
            let local = number(place + 42, 4)
            #expect(number(local, 4) == 0x0403_4b50 && number(local + 14, 4) == check)
            #expect(number(place + 20, 4) == size && number(place + 10, 2) == 0, "stored as it is")
            let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
            let content = Array(archive[start..<(start + size)])
            #expect(Self.check(content) == check)
            members.append((String(decoding: archive[(place + 46)..<(place + 46 + name)], as: UTF8.self), content))
            place += 46 + name + number(place + 30, 2) + number(place + 32, 2)
        }
    }

    /// CRC-32 bit by bit.
    private static func check(_ bytes: [UInt8]) -> Int {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return Int(~value)
    }
}
