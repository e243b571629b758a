internal import FoundationEssentials

/// Writes JSON into memory, in the order of the calls.
///
/// Members keep their order and decimals are whole thousandths, so equal values always give equal bytes. There is no
/// `0.30000000000000004`, and nothing depends on the hashing of a dictionary.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []
    private var isFirst = true

    package init() {}

    package mutating func object(_ fill: (inout JSONText) -> Void) { enclosed("{", "}", fill) }
    package mutating func array(_ fill: (inout JSONText) -> Void) { enclosed("[", "]", fill) }

    package mutating func member(_ key: String, _ fill: (inout JSONText) -> Void) {
        self.key(key)
        object(fill)
    }

    package mutating func list(_ key: String, _ fill: (inout JSONText) -> Void) {
        self.key(key)
        array(fill)
    }

    package mutating func member(_ key: String, _ value: String?) {
        self.key(key)
        if let value { quote(value) } else { append("null") }
    }

    package mutating func member(_ key: String, _ value: Int?) {
        self.key(key)
        append(value.map(String.init) ?? "null")
    }

    package mutating func member(_ key: String, _ value: Bool?) {
        self.key(key)
        append(value.map(String.init) ?? "null")
    }

    /// A value in its own form, with sorted keys; null if it has none.
    package mutating func member(_ key: String, encoded value: some Encodable) {
        self.key(key)
        append((try? JSONEncoder.sorted.text(value)) ?? "null")
    }

    /// A decimal given in thousandths: 12500 is written as 12.5.
    package mutating func member(_ key: String, thousandths: Int?) {
        self.key(key)
        append(thousandths.map(Self.decimal) ?? "null")
    }

    /// A number rounded to thousandths; null if it is not a number or far out of range.
    package mutating func member(_ key: String, rounded value: Double?) {
        member(key, thousandths: value.flatMap { Int(exactly: ($0 * 1_000).rounded()) })
    }

    package mutating func null(_ key: String) {
        self.key(key)
        append("null")
    }

    /// An element of an array.
    package mutating func element(_ value: String) {
        comma()
        quote(value)
    }

    package mutating func element(_ fill: (inout JSONText) -> Void) {
        comma()
        object(fill)
    }

    private mutating func enclosed(_ open: String, _ close: String, _ fill: (inout JSONText) -> Void) {
        append(open)
        isFirst = true
        fill(&self)
        append(close)
        isFirst = false
    }

    private mutating func key(_ key: String) {
        comma()
        quote(key)
        append(":")
        isFirst = false
    }

    private mutating func comma() {
        if !isFirst { append(",") }
        isFirst = false
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    private mutating func quote(_ text: String) { append(Self.quoted(text)) }

    /// A text with its quotation marks. Unicode stays readable. Only characters that JSON requires to be escaped are, and those that
    /// some readers take for a line end.
    package static func quoted(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isPlain) else { return "\"" + text + "\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a byte is never a part of what is escaped: C2 and E2 begin the controls and separators beyond ASCII.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xE2: false
        default: byte >= 0x20
        }
    }

    private static func decimal(_ thousandths: Int) -> String {
        let magnitude = thousandths.magnitude
        let sign = thousandths < 0 ? "-" : ""
        var fraction = String(magnitude % 1_000 + 1_000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return sign + String(magnitude / 1_000) + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}
