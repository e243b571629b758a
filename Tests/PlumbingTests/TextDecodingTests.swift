import Plumbing
import Testing

struct TextDecodingTests {
    private static let text = "Grüße, 世界 👋🏽\nZweite Zeile\r\n"

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
    }

    @Test(
        "Given a text in UTF-16 with its mark, when it comes in pieces of any size, then it is the same text",
        arguments: [true, false], [1, 2, 3, 7, 1_000])
    func pieces(isBigEndian: Bool, size: Int) {
        let bytes = Self.utf16(Self.text, isBigEndian: isBigEndian)
        var decoding = TextDecoding()
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += decoding.utf8(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        found += decoding.finish()
        #expect(String(decoding: found, as: UTF8.self) == Self.text)
    }

    @Test(
        "Given any other text, when it is read, then its bytes stay, without a mark",
        arguments: ["", "a", "Grüße", "\u{FEFF}Grüße", "\u{FE}\u{FF}"])
    func others(text: String) {
        let wanted = text.hasPrefix("\u{FEFF}") ? "Grüße" : text
        #expect(TextDecoding.utf8(Array(text.utf8)) == Array(wanted.utf8))
        #expect(TextDecoding.utf8([0xFF]) == [0xFF] && TextDecoding.utf8([0xEF, 0xBB]) == [0xEF, 0xBB])
    }

    @Test(
        "Given a text in UTF-16 without its mark, when it begins with a Latin letter, then it is the same text",
        arguments: [true, false], [1, 2, 1_000])
    func unmarked(isBigEndian: Bool, size: Int) {
        let bytes = Array(Self.utf16(Self.text, isBigEndian: isBigEndian).dropFirst(2))
        var decoding = TextDecoding()
        var found: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += decoding.utf8(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(String(decoding: found + decoding.finish(), as: UTF8.self) == Self.text)
    }

    @Test("Given a text in UTF-16 that is cut, when it is read, then its last character is replaced")
    func cut() {
        let bytes = Self.utf16("ab👋", isBigEndian: false)
        for dropped in 1...3 {
            let found = String(decoding: TextDecoding.utf8(bytes.dropLast(dropped)), as: UTF8.self)
            #expect(found == "ab\u{FFFD}", "\(dropped)")
        }
    }
}
