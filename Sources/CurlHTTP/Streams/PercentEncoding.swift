/// Fields as `application/x-www-form-urlencoded`, and as the query of a URL.
package struct FormFields: Sendable {
    private let fields: [(String, String)]

    /// Fields without a value are left out.
    package init(_ fields: [(String, String?)]) {
        self.fields = fields.compactMap { name, value in value.map { (name, $0) } }
    }

    /// `a=b&c=d`
    package var text: String {
        fields.map { "\(percentEncoded($0))=\(percentEncoded($1))" }.joined(separator: "&")
    }

    package var encoded: [UInt8] { Array(text.utf8) }
}

/// Encodes every byte but RFC 3986's unreserved ones as `%XX`.
package func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            bytes.append(byte)
        default:
            bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Decodes a percent-encoded text; anything that is not a valid `%XX` stays unchanged.
package func percentDecoded(_ text: String) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2)
        if byte == UInt8(ascii: "%"), digits.count == 2,
            let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
            bytes.append(value)
            rest.removeFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
