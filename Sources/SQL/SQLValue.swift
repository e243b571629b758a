/// A value of a column.
///
/// The same five kinds for each database. Truth is 0 or 1, times are milliseconds since 1970, and JSON is text.
package enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// What can be written into a column.
package protocol SQLStorable {
    var value: SQLValue { get }
}

extension String: SQLStorable { package var value: SQLValue { .text(self) } }
extension Int: SQLStorable { package var value: SQLValue { .integer(Int64(self)) } }
extension Int64: SQLStorable { package var value: SQLValue { .integer(self) } }
extension Double: SQLStorable { package var value: SQLValue { .real(self) } }
extension Bool: SQLStorable { package var value: SQLValue { .integer(self ? 1 : 0) } }
extension [UInt8]: SQLStorable { package var value: SQLValue { .bytes(self) } }
extension Optional: SQLStorable where Wrapped: SQLStorable {
    package var value: SQLValue { self?.value ?? .null }
}

/// A text without NUL, which ends a text for SQLite and which PostgreSQL does not accept at all.
///
/// So that what follows a NUL is not lost, it is written as U+FFFD.
package func withoutNUL(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
}
