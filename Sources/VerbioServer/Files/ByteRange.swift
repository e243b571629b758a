/// The part of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Sendable, Hashable {
    case all
    case part(Range<Int>)
    /// The request asks for bytes behind the end.
    case unsatisfiable

    /// Reads the field `Range`.
    ///
    /// Several ranges, other units and malformed values are answered with the whole file, as the RFC allows.
    ///
    /// - Parameters:
    ///   - field: the value of the field; nil asks for all.
    ///   - size: the size of the file in bytes.
    init(_ field: String?, size: Int) {
        guard let field, field.prefix(6).lowercased() == "bytes=" else {
            self = .all
            return
        }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
            self = .all
            return
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (nil, let suffix?): self = Self.within(max(0, size - suffix)..<size, isEmpty: suffix == 0 || size == 0)
        case (let first?, nil): self = Self.within(min(first, size)..<size, isEmpty: first >= size)
        case (let first?, let last?) where first <= last:
            self = Self.within(
                min(first, size)..<max(min(first, size), min(last, size - 1) + 1), isEmpty: first >= size)
        default: self = .all
        }
    }

    private static func within(_ range: Range<Int>, isEmpty: Bool) -> ByteRange {
        isEmpty ? .unsatisfiable : .part(range)
    }

    /// Nil for an empty text; a number that is too large is the largest one.
    private static func number(_ text: String) -> Int? {
        text.isEmpty ? nil : Int(text) ?? .max - 1
    }
}
