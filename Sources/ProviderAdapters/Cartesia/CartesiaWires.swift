// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import HTTPTypes
internal import Providers

extension ErrorDialect {
    /// `{"error_code": "concurrency_limited", "title", "message", "request_id"}`; the code may be null.
    static let cartesia = ErrorDialect(
        codes: ["concurrency_limited": .throttled],
        phrases: [("voice not found", .unsupported), ("invalid voice", .unsupported)])
}

extension SynthesisWire {
    /// `POST /tts/bytes` of Cartesia.
    package static let cartesia = SynthesisWire(
        "cartesia", by: CartesiaSynthesizer.self,
        WireAccess(credential: .authorization("Bearer"), dialect: .cartesia), options: ["speed": .number],
        voices: { try await cartesiaVoices($0) })

    /// All pages, up to a thousand voices.
    private static func cartesiaVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
        struct Page: Decodable {
            struct Voice: Decodable {
                var id: String
                var name: String?
                var language: String?
            }

            var data: [Voice]
            var has_more: Bool?
            var next_page: String?
        }
        var voices: [ListedVoice] = []
        var after = ""
        for _ in 0..<10 {
            let page = try await exchange.document(
                Page.self,
                of: try await exchange.send(.get, "/voices?limit=100\(after)", headers: [CartesiaSynthesizer.version]))
            voices += page.data.map {
                ListedVoice(id: $0.id, name: $0.name, languages: [$0.language].compactMap(\.self))
            }
            guard page.has_more ?? false, let next = page.next_page ?? page.data.last?.id else { break }
            after = "&starting_after=\(percentEncoded(next))"
        }
        return voices
    }
}
