internal import CurlHTTP
internal import HTTPTypes
internal import Providers

/// A number as a provider tells it, which may be anything: missing, a text, below zero, beyond all bounds. An answer is not
/// thrown away because of a number beside it, and no such number is taken for one.
struct Told: Sendable, Decodable {
    /// Finite; nil for anything else.
    let number: Double?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        number = (try? value.decode(Double.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// How many tokens or characters: a whole number of up to a billion.
    var count: Int? { number.flatMap { Int(exactly: $0) }.flatMap { Self.counts.contains($0) ? $0 : nil } }

    fileprivate static let counts = 0...1_000_000_000

    /// How long some audio is: up to eleven days.
    var seconds: Double? { number.flatMap { (0...1e6).contains($0) ? $0 : nil } }
}

extension ClientResponse {
    /// The first of these headers that tells how many of something there were.
    func count(in headers: [String]) -> Int? {
        headers.lazy.compactMap { HTTPField.Name($0) }.compactMap { self.headers[$0] }.compactMap { Int($0) }
            .first { Told.counts.contains($0) }
    }
}

extension Usage {
    /// Tokens as a provider tells them; no more can have come from its cache than went in.
    init(input: Int?, cached: Told?, output: Told?) {
        let cached = cached?.count.map { min($0, input ?? $0) }
        self.init(inputTokens: input, cachedInputTokens: cached, outputTokens: output?.count)
    }
}
