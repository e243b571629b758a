/// Detects early that a text in several parts is not UTF-8, even if a letter is cut between two parts.
struct UTF8Check {
    /// The beginning of a letter whose rest has not come: at most three bytes.
    private var tail: [UInt8] = []

    /// - Returns: whether what has come so far can be the beginning of a text.
    mutating func accepts(_ part: some Collection<UInt8>) -> Bool {
        let bytes = tail + part
        let end = bytes.count - Self.unfinished(bytes)
        guard String(validating: bytes[..<end], as: UTF8.self) != nil else { return false }
        tail = Array(bytes[end...])
        guard let lead = tail.first else { return true }
        // If neither the least nor the greatest rest completes it, none does.
        let missing = Self.length(lead) - tail.count
        return [0x80, 0xBF].contains { (fill: UInt8) in
            String(validating: tail + [UInt8](repeating: fill, count: missing), as: UTF8.self) != nil
        }
    }

    /// How many bytes at the end are the beginning of a longer letter.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            if byte & 0xC0 == 0x80 { continue }
            return length(byte) > count ? count : 0
        }
        return 0
    }

    /// How many bytes a letter with this first byte has; 1 for a byte that begins none.
    private static func length(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
