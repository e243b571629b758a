/// A limit of a key that a request would exceed.
package struct LimitReached: Error, Sendable, Hashable {
    /// The limits of a key or a tier.
    package enum Limit: String, Sendable, Hashable {
        case requests, translations, sessions, minutes, money
        /// Minutes of a month, and of one recording.
        case month, length
        case provider, voice
    }

    package var limit: Limit
    /// The amount of the limit in its unit: a number, minutes or US dollars.
    package var amount: Double
    /// When another attempt may succeed.
    package var retryAfter: Duration
}
