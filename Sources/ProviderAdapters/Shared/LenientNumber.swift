internal import CurlHTTP
internal import HTTPTypes
internal import Providers

/// A number as a provider tells it, which may be anything: missing, a text, below zero, beyond all bounds. An answer is not
/// thrown away because of a number beside it. A text is taken for a number if it is one, as in `"3.2"`.
struct LenientNumber: Sendable, Decodable {
    /// Finite; nil for anything else.
    let number: Double?
    /// Whether it is a number beyond what a `Double` holds.
    private let isBeyondAll: Bool

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            let told = try value.decode(Double.self)
            number = told.isFinite ? told : nil
            isBeyondAll = !told.isFinite
        } catch {
            number = (try? value.decode(String.self)).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
            // What is no number is of the wrong type; one that no `Double` holds fails in another way.
            isBeyondAll = if case DecodingError.typeMismatch = error { false } else { !value.decodeNil() }
        }
    }

    /// How many tokens or characters are said to have been consumed: a whole number of up to a billion.
    var count: Int? { consumed(upTo: Double(Self.mostCount)).flatMap { Int(exactly: $0) } }

    static let mostCount = 1_000_000_000

    /// The same of seconds of audio, of which a million are the most.
    var consumedSeconds: Double? { consumed(upTo: Self.mostSeconds) }

    /// A number beyond the most, or below zero, is the most, too, which is believed of no call, and told: it is not as if nothing had
    /// been said.
    private func consumed(upTo most: Double) -> Double? {
        guard let number else { return isBeyondAll ? most : nil }
        return (0...most).contains(number) ? number : most
    }

    /// How long some audio is: up to eleven days.
    var seconds: Double? { number.flatMap { (0...Self.mostSeconds).contains($0) ? $0 : nil } }

    private static let mostSeconds = 1e6
}

extension ClientResponse {
    /// The first of these headers that tells how many of something there were.
    func count(in headers: [String]) -> Int? {
        headers.lazy.compactMap { HTTPField.Name($0) }.compactMap { self.headers[$0] }.compactMap { Int($0) }
            .first { (0...LenientNumber.mostCount).contains($0) }
    }
}

extension Usage {
    /// Tokens as a provider tells them; no more can have come from its cache than went in.
    init(input: Int?, cached: LenientNumber?, output: LenientNumber?) {
        let cached = cached?.count.map { min($0, input ?? $0) }
        self.init(inputTokens: input, cachedInputTokens: cached, outputTokens: output?.count)
    }
}
