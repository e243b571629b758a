import Foundation
import Language
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("Terms and forms of address", .serialized)
struct TermTests {
    private static let terms = [
        GlossaryTerm("invoice", as: ["factura", "facturas"], note: "never recibo"), GlossaryTerm("Kestrel"),
    ]

    /// The body an adapter sends for a request.
    private func body(
        of adapter: String, to: LanguageCode = .es, terms: [GlossaryTerm] = Self.terms, _ formality: Formality?
    ) async throws -> [String: Any] {
        let sent = try await withStandIn(EchoStandIn.script) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url) else {
                throw StandInProblem("\(adapter) is no translator")
            }
            _ = try await translator.translate(
                TranslationRequest(
                    text: "The Kestrel invoice.", pair: LanguagePair(from: .en, to: to),
                    context: CallContext(conversation: "test", utterance: 1)
                ) {
                    $0.terms = terms
                    $0.formality = formality
                }
            ) { _ in }
            return try #require(server.requests.first).body
        }
        return try #require(try JSONSerialization.jsonObject(with: Data(sent)) as? [String: Any])
    }

    @Test(
        "Given terms and a form of address, when a language model is called, then terms are data and the form is named")
    func languageModel() async throws {
        let body = try await body(of: "openai-chat", .informal)
        let messages = try #require(body["messages"] as? [[String: Any]])
        let told = try #require(messages.first?["content"] as? String)
        #expect(told.contains("informal way: tú."))
        #expect(!told.contains("factura") && !told.contains("Kestrel"), "terms are no instructions")
        let data = try #require(messages.last?["content"] as? String)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        let terms = try #require(document["terms"] as? [[String: Any]])
        #expect(terms.compactMap { $0["term"] as? String } == ["invoice", "Kestrel"])
        #expect(terms[0]["translations"] as? [String] == ["factura", "facturas"])
        #expect(terms[0]["note"] as? String == "never recibo")
        #expect(terms[1]["translations"] == nil)
        let plain = try await self.body(of: "openai-chat", terms: [], nil)
        let words = try #require((plain["messages"] as? [[String: Any]])?.first?["content"] as? String)
        #expect(!words.contains("terms") && !words.contains("address"))
    }

    @Test(
        "Given terms and a form of address, when DeepL is called, then it gets a preference, and instructions if supported"
    )
    func deepL() async throws {
        let formal = try await body(of: "deepl", .formal)
        #expect(formal["formality"] as? String == "prefer_more")
        #expect(
            formal["custom_instructions"] as? [String] == [
                "Translate the term \"invoice\" as \"factura\".", "Leave the name \"Kestrel\" as it is.",
            ])
        let informal = try await body(of: "deepl", to: .ru, .informal)
        #expect(informal["formality"] as? String == "prefer_less")
        #expect(informal["custom_instructions"] == nil)
        let many = (0..<30).map { GlossaryTerm("term\($0)", as: [String(repeating: "x", count: $0 * 20)]) }
        let bounded = try #require(try await body(of: "deepl", terms: many, nil)["custom_instructions"] as? [String])
        #expect(bounded.count == 10 && bounded.allSatisfy { $0.count <= 300 })
    }

    @Test("Given each language, when its forms of address are named, then all but English have two")
    func addresses() {
        for language in LanguageCode.tested {
            let forms = Formality.allCases.compactMap { $0.address(in: language) }
            #expect(Set(forms).count == (language == .en ? 0 : 2), "\(language)")
        }
    }
}
