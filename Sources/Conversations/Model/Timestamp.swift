internal import FoundationEssentials

/// Times as people and programs read them.
package enum Timestamp {
    /// A time in UTC (ISO 8601), such as `2025-06-01T09:30:00.000Z`.
    ///
    /// - Parameter milliseconds: since 1970.
    package static func text(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
