internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// The pairs that a server of Apertium's has installed. They are asked for when they are needed, and kept for a minute.
final class ApertiumPairs: Sendable {
    /// The server's codes of each pair, `eng|spa`.
    typealias Codes = [LanguagePair: String]

    private let state = Locked<(codes: Codes, until: Duration)?>(nil)
    private static let lifetime = Duration.seconds(60)

    /// The pairs that have been asked for, however long ago.
    var known: Codes? { state.withLock { $0?.codes } }

    /// - Throws: ``ProviderError`` if the server does not list them.
    func codes(_ exchange: Exchange) async throws -> Codes {
        let now = exchange.endpoint.time.now()
        if let codes = state.withLock({ state in state.flatMap { now < $0.until ? $0.codes : nil } }) { return codes }
        var brief = exchange
        brief.deadlines = Deadlines()
        let response = try await brief.send(.get, "/listPairs")
        let listed = try await brief.document(ListedPairs.self, of: response).responseData
        var codes: Codes = [:]
        // A plain code comes before one with a region, such as por_BR.
        for pair in listed.sorted(by: { $0.code.count < $1.code.count }) {
            guard let from = Self.language(pair.sourceLanguage), let to = Self.language(pair.targetLanguage),
                let languages = try? LanguagePair(from: from, to: to), codes[languages] == nil
            else { continue }
            codes[languages] = pair.code
        }
        state.withLock { [codes] in $0 = (codes, now + Self.lifetime) }
        return codes
    }

    /// One pair, or two that a language between joins, with that language; nil if there are none.
    static func route(_ pair: LanguagePair, over codes: Codes) -> (pairs: [String], pivot: LanguageCode?)? {
        func code(_ from: LanguageCode, _ to: LanguageCode) -> String? {
            (try? LanguagePair(from: from, to: to)).flatMap { codes[$0] }
        }
        if let direct = code(pair.from, pair.to) { return ([direct], nil) }
        for pivot in [LanguageCode.es] + LanguageCode.known.filter({ $0 != .es }) {
            guard let there = code(pair.from, pivot), let on = code(pivot, pair.to) else { continue }
            return ([there, on], pivot)
        }
        return nil
    }

    private static func language(_ code: String) -> LanguageCode? {
        (try? LanguageTag(parsing: code.replacing("_", with: "-")))?.code
    }

    private struct ListedPairs: Decodable {
        var responseData: [Pair]
    }

    private struct Pair: Decodable {
        var sourceLanguage: String
        var targetLanguage: String
        var code: String { "\(sourceLanguage)|\(targetLanguage)" }
    }
}
