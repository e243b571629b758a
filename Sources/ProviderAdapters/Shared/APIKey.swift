/// A provider's key. It prints as dots, so that no log, error or dump can show it.
public struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// - Parameter value: the key; blanks around it, as files have, are dropped.
    public init(_ value: String) {
        self.value = value.trimmingBlanks
    }

    public var isEmpty: Bool { value.isEmpty }

    /// Whether a header can carry it: visible ASCII only (RFC 9110 §5.5).
    var isSendable: Bool { value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The header's value: `Bearer KEY`, `Token KEY`, or the key alone for an empty scheme.
    func credential(_ scheme: String) -> String { scheme.isEmpty ? value : "\(scheme) \(value)" }

    /// The text with the key replaced, should a provider have repeated it, as it is or as a URL has it, in whatever case: there
    /// are those that write headers in capitals.
    func redacted(from text: String) -> String {
        guard value.count >= 4 else { return text }
        return Set([value, percentEncoded(value)]).reduce(text) {
            $0.replacing(Regex<Substring>(verbatim: $1).ignoresCase(), with: description)
        }
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
