internal import CurlHTTP
internal import HTTPTypes
internal import Providers

/// A number from a provider, which may be anything: missing, a text, below zero, or too large.
///
/// An answer is not rejected because of a number in it. A text is accepted as a number if it is one, as in `"3.2"`.
struct LenientNumber: Sendable, Decodable {
    /// Finite; nil for anything else.
    let number: Double?
    /// Whether it is a number that is too large for a `Double`.
    private let isBeyondAll: Bool

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            let told = try value.decode(Double.self)
            number = told.isFinite ? told : nil
            isBeyondAll = !told.isFinite
        } catch {
            number = (try? value.decode(String.self)).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
            // A value that is not a number has the wrong type; a number that is too large for a `Double` fails in another way.
            isBeyondAll = if case DecodingError.typeMismatch = error { false } else { !value.decodeNil() }
        }
    }

    /// The reported number of tokens or characters consumed: a whole number up to a billion.
    var count: Int? { consumed(upTo: Double(Self.maximumCount)).flatMap { Int(exactly: $0) } }

    static let maximumCount = 1_000_000_000

    /// The reported seconds of audio consumed, a million at most.
    var consumedSeconds: Double? { consumed(upTo: Self.maximumSeconds) }

    /// A number above the maximum or below zero counts as the maximum.
    ///
    /// Such a usage is never accepted, so the number is reported and not treated as missing.
    private func consumed(upTo most: Double) -> Double? {
        guard let number else { return isBeyondAll ? most : nil }
        return (0...most).contains(number) ? number : most
    }

    /// A time in milliseconds, as seconds.
    var milliseconds: Double? { number.map { $0 / 1_000 } }

    /// The length of some audio: up to eleven days.
    var seconds: Double? { number.flatMap { (0...Self.maximumSeconds).contains($0) ? $0 : nil } }

    private static let maximumSeconds = 1e6
}

extension ClientResponse {
    /// The first of these headers that contains a count.
    func count(in headers: [String]) -> Int? {
        headers.lazy.compactMap { HTTPField.Name($0) }.compactMap { self.headers[$0] }.compactMap { Int($0) }
            .first { (0...LenientNumber.maximumCount).contains($0) }
    }
}

extension Usage {
    /// The tokens that a provider reports. Cached tokens cannot exceed the input tokens.
    init(input: Int?, cached: LenientNumber?, output: LenientNumber?) {
        let cached = cached?.count.map { min($0, input ?? $0) }
        self.init(inputTokens: input, cachedInputTokens: cached, outputTokens: output?.count)
    }
}
