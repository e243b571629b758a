internal import Plumbing

/// Decodes base64 (RFC 4648) as it arrives: both alphabets, with or without padding and line breaks. The text may be a `data:` URL
/// (RFC 2397) with base64.
///
/// Memory holds four characters, or the head of the URL.
struct Base64Stream {
    /// The most bytes of the head of a `data:` URL.
    private static let longestHead = 256
    private static let scheme = Array("data:".utf8)

    /// Where the text is, for errors: `input_audio.data`.
    let field: String
    /// The first bytes, until they show whether they are the head of a URL; nil after that.
    private var head: [UInt8]? = []
    private var bits: UInt32 = 0
    private var count = 0
    private var isPadded = false
    /// Characters before the current one.
    private var place = 0

    init(field: String) { self.field = field }

    /// - Throws: ``Problem`` of kind `usage`, code `base64.malformed`.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(Problem) -> [UInt8] {
        var decoded: [UInt8] = []
        for byte in bytes {
            guard head != nil else {
                try take(byte, &decoded)
                continue
            }
            head?.append(byte)
            try passHead(&decoded)
        }
        return decoded
    }

    /// The bytes that are left at the end of the text.
    ///
    /// - Throws: as ``read(_:)``, if the text was cut.
    mutating func end() throws(Problem) -> [UInt8] {
        var decoded: [UInt8] = []
        if let begun = head {
            head = nil
            for byte in begun { try take(byte, &decoded) }
        }
        switch count {
        case 0: break
        case 2: decoded.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: decoded += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: throw malformed("it ends in the middle of a byte")
        }
        count = 0
        return decoded
    }

    /// Looks whether the first bytes are `data:…;base64,`.
    private mutating func passHead(_ decoded: inout [UInt8]) throws(Problem) {
        guard let begun = head else { return }
        let isURL = begun.prefix(Self.scheme.count).map { $0 | 0x20 }.elementsEqual(
            Self.scheme.prefix(begun.count).map { $0 | 0x20 })
        guard isURL else {
            head = nil
            for byte in begun { try take(byte, &decoded) }
            return
        }
        guard begun.last == UInt8(ascii: ","), begun.count > Self.scheme.count else {
            guard begun.count < Self.longestHead else { throw malformed("the head of its data: URL has no comma") }
            return
        }
        guard begun.dropLast().suffix(7).map({ $0 | 0x20 }).elementsEqual(";base64".utf8.map { $0 | 0x20 }) else {
            throw malformed("its data: URL does not say ;base64")
        }
        (head, place) = (nil, begun.count)
    }

    private mutating func take(_ byte: UInt8, _ decoded: inout [UInt8]) throws(Problem) {
        place += 1
        guard ![9, 10, 13, 32].contains(byte) else { return }
        guard byte != UInt8(ascii: "=") else {
            guard isPadded || count >= 2 else { throw malformed("'=' stands at character \(place)") }
            isPadded = true
            return
        }
        guard !isPadded, let value = Self.value(of: byte) else {
            let shown = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
            throw malformed(
                isPadded ? "more follows its end at character \(place)" : "\(shown) stands at character \(place)")
        }
        bits = bits << 6 | value
        count += 1
        guard count == 4 else { return }
        decoded += [
            UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits),
        ]
        (bits, count) = (0, 0)
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private func malformed(_ what: String) -> Problem {
        Problem(
            .usage, "base64.malformed", "it is not base64: \(what)", at: field,
            cure: "send the bytes of the recording in base64, or the recording itself in a form")
    }
}
