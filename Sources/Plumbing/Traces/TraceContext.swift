/// The place of a span in a trace, as W3C Trace Context writes it in the fields `traceparent` and `tracestate`.
package struct TraceContext: Sendable, Hashable {
    /// The trace: 32 hexadecimal digits in lower case, not all of them 0.
    package let trace: String
    /// The span: 16 hexadecimal digits in lower case, not all of them 0.
    package let span: String
    /// Whether the spans of the trace are kept.
    package let isSampled: Bool
    /// What other systems have noted in `tracestate`, unchanged; empty if there is nothing.
    package let state: String

    init(trace: String, span: String, isSampled: Bool, state: String) {
        (self.trace, self.span, self.isSampled, self.state) = (trace, span, isSampled, state)
    }

    /// The longest `tracestate` that is passed on, in bytes. The specification asks for at least 512.
    private static let longestState = 512

    /// - Parameters:
    ///   - traceparent: the value of that field.
    ///   - state: the values of `tracestate`, with commas between them. If they are too long, they are left out.
    /// - Returns: nil if `traceparent` is malformed. Values of later versions are read as far as this version has them.
    package init?(traceparent: String, state: String = "") {
        let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            zip(parts, [2, 32, 16, 2]).allSatisfy({ part, count in
                part.utf8.count == count && part.utf8.allSatisfy(Self.digits.contains)
            }), parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        let isKept = state.utf8.count <= Self.longestState && state.utf8.allSatisfy { (0x20...0x7e).contains($0) }
        self.init(
            trace: String(parts[1]), span: String(parts[2]), isSampled: flags & 1 == 1, state: isKept ? state : "")
    }

    private static let digits = Set("0123456789abcdef".utf8)

    /// The value of the field `traceparent`.
    package var traceparent: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }
}
