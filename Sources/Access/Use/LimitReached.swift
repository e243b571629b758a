/// A limit of a key that a request would exceed.
public struct LimitReached: Error, Sendable, Hashable {
    public enum Limit: String, Sendable, Hashable {
        case requests, translations, sessions, minutes, money
        /// Minutes of a month, and of one recording.
        case month, length
        case provider, voice
    }

    public var limit: Limit
    /// The amount of the limit in its unit: a number, minutes or US dollars.
    public var amount: Double
    /// When another attempt may succeed.
    public var retryAfter: Duration
}

extension AccessLimits {
    /// - Throws: ``LimitReached`` if the voice may not be asked for.
    public func check(voice: String) throws(LimitReached) {
        guard let voices, !voices.contains(voice) else { return }
        throw LimitReached(limit: .voice, amount: 0, retryAfter: .zero)
    }
}
