internal import CurlHTTP
internal import FoundationEssentials

/// A provider's key. It prints as dots, so that no log, error or dump can show it.
package struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// - Parameter value: the key; white space around it, as in files, is dropped.
    package init(_ value: String) {
        self.value = value.trimmingBlanks
    }

    package var isEmpty: Bool { value.isEmpty }

    /// Whether a header can contain it: visible ASCII only (RFC 9110 §5.5).
    var isSendable: Bool { value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The header's value: `Bearer KEY`, `Token KEY`, or the key alone for an empty scheme.
    func credential(_ scheme: String) -> String { scheme.isEmpty ? value : "\(scheme) \(value)" }

    /// The text with the key replaced, in case a provider repeated it.
    ///
    /// The key is found unchanged and in its form in a URL, an HTML page or Base64. It is found in any case, because some
    /// servers write headers in capitals.
    func redacted(from text: String) -> String {
        guard value.utf8.count >= 4 else { return text }
        let spelled = try? Regex(value.unicodeScalars.map(Self.spellings).joined(), as: Substring.self)
        let forms = [spelled ?? Regex<Substring>(verbatim: value)] + base64.map { Regex<Substring>(verbatim: $0) }
        return forms.reduce(text) { $0.replacing($1.ignoresCase(), with: description) }
    }

    /// A pattern for a scalar in the forms in which an answer may contain it: unchanged, as in a URL, or as in HTML.
    private static func spellings(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            return String(scalar)
        }
        let hex = String(scalar.value, radix: 16)
        var forms = ["\\u{\(hex)}", percentEncoded(String(scalar)), "&#0*\(scalar.value);", "&#x0*\(hex);"]
        if forms[1] == String(scalar) { forms[1] = "%\(hex)" }
        if let name = names[scalar] { forms.append("&\(name);") }
        return "(?:\(forms.joined(separator: "|")))"
    }

    private static let names: [Unicode.Scalar: String] = ["&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos"]

    /// The key in both alphabets of Base64 (RFC 4648), the longest first.
    ///
    /// It is encoded alone, and within a longer text. In the longer text, letters at either end that depend on the neighbours
    /// are left out.
    private var base64: [String] {
        let bytes = Array(value.utf8)
        let alone = Data(bytes).base64EncodedString()
        var forms: Set = [alone, String(alone.prefix { $0 != "=" })]
        // A short key would have too few letters of its own.
        if bytes.count >= 8 {
            for shift in 0..<3 {
                let letters = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
                let first = (shift * 8 + 5) / 6
                let end = (shift + bytes.count) * 8 / 6
                forms.insert(String(letters.dropFirst(first).prefix(end - first)))
            }
        }
        let standard = forms.flatMap { [$0, percentEncoded($0)] }
        let all = Set(standard + standard.map { $0.replacing("+", with: "-").replacing("/", with: "_") })
        return all.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    func hasSuffix(_ suffix: String) -> Bool { value.hasSuffix(suffix) }
}

extension String {
    /// Without white space at either end.
    var trimmingBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
