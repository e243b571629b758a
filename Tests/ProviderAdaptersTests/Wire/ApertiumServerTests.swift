import Foundation
import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// A server of Apertium's that has some pairs installed, as Debian's packages install them.
@Suite("A server of Apertium's", .serialized, .timeLimit(.minutes(5)))
struct ApertiumServerTests {
    /// The pairs that a real server listed, and one that Verbio does not know.
    static let listed: String = {
        let pairs = [
            "eng spa", "spa eng", "spa fra", "fra spa", "spa por_BR", "spa por", "por spa", "ita spa", "spa ita",
            "cat spa",
        ]
        let objects = pairs.map { pair in
            let codes = pair.split(separator: " ")
            return #"{"sourceLanguage":"\#(codes[0])","targetLanguage":"\#(codes[1])"}"#
        }
        return #"{"responseData":[\#(objects.joined(separator: ","))],"responseDetails":null,"responseStatus":200}"#
    }()

    private static let missing = StandInAnswer.json(
        400,
        #"{"status": "error", "code": 400, "message": "Bad Request", "explanation": "That pair is not installed"}"#)

    /// Answers as such a server does: each text with its pair, and a word that it does not know.
    private static func answer(_ request: RecordedRequest) -> StandInAnswer {
        if request.path == "/listPairs" { return .json(200, listed) }
        let fields = Dictionary(request.form.map { ($0.name, $0.value) }) { first, _ in first }
        let pair = fields["langpair"] ?? ""
        guard ["en|es", "eng|spa", "spa|fra", "spa|por"].contains(pair) else { return missing }
        let text = (fields["q"] ?? "").replacing("zzz", with: "*zzz")
        return .json(
            200,
            #"{"responseData":{"translatedText":"\#(text) [\#(pair)]"},"responseDetails":null,"responseStatus":200}"#)
    }

    private func translator(_ url: String) throws -> any Translator {
        let adapter = AdapterCase.translator("apy", .apertium, model: "default", from: []) {
            $0.languages = [.en, .es, .fr, .it, .pt]
        }
        guard case .translator(let translator) = adapter.adapter(at: url) else { throw StandInProblem("no translator") }
        return translator
    }

    private func request(_ text: String, _ from: LanguageCode, _ to: LanguageCode) throws -> TranslationRequest {
        TranslationRequest(
            text: text, pair: try LanguagePair(from: from, to: to),
            context: CallContext(conversation: "test", utterance: 1))
    }

    @Test("Given a pair that is installed, when it is translated, then one request is made")
    func direct() async throws {
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            let translation = try await translator(server.url).translate(request("Good day.", .en, .es)) { _ in }
            #expect(translation.text == "Good day. [en|es]" && translation.notes.isEmpty)
            #expect(server.requests.map(\.path) == ["/translate"])
        }
    }

    @Test("Given a pair that is not installed, when Spanish joins two that are, then it is translated over Spanish")
    func pivot() async throws {
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            let translator = try translator(server.url)
            let translation = try await translator.translate(request("Good zzz.", .en, .fr)) { _ in }
            #expect(translation.text == "Good zzz. [eng|spa] [spa|fra]")
            #expect(translation.origin.pivot == .es && translation.origin.unknownWords == ["zzz"])
            #expect(translation.usage.characters == 9)
            // The list is asked for once, and the pair is not tried again.
            _ = try await translator.translate(request("Bye.", .en, .fr)) { _ in }
            let asked = server.requests.map { request in
                request.path == "/translate" ? request.form.first?.value ?? "" : request.path
            }
            #expect(asked == ["en|fr", "/listPairs", "eng|spa", "spa|fra", "eng|spa", "spa|fra"])
            // A plain code comes before one with a region.
            #expect(try await translator.translate(request("Bye.", .en, .pt)) { _ in }.text.hasSuffix("[spa|por]"))
        }
    }

    @Test("Given a pair that nothing joins, when it is translated, then the failure names what the server can do")
    func missing() async throws {
        let few = #"{"responseData":[{"sourceLanguage":"eng","targetLanguage":"spa"}],"responseStatus":200}"#
        try await withStandIn { request in
            request.path == "/listPairs" ? .json(200, few) : Self.missing
        } test: { server in
            let translator = try translator(server.url)
            let error = await #expect(throws: ProviderError.self) {
                try await translator.translate(request("Bye.", .en, .it)) { _ in }
            }
            #expect(error?.failure == .unsupported && error?.message.contains("English to Italian") == true)
            #expect(error?.cure?.contains("Spanish") == true)
            let english = try LanguagePair(from: .en, to: .es)
            #expect(await translator.offeredPairs() == [english])
        }
    }

    @Test("Given a server without a list, when a pair is not installed, then the server's words are reported")
    func oldServer() async throws {
        try await withStandIn { request in
            request.path == "/listPairs" ? .json(404, "{}") : Self.missing
        } test: { server in
            let translator = try translator(server.url)
            #expect(await translator.offeredPairs() == nil)
            await #expect(throws: ProviderError.self) {
                try await translator.translate(request("Bye.", .en, .it)) { _ in }
            }
        }
    }

    @Test("Given the pairs of a server, when they are asked for before a run, then those over a third language count")
    func offered() async throws {
        try await withStandIn {
            Self.answer($0)
        } test: { server in
            let offered = try #require(try await translator(server.url).offeredPairs())
            for (from, to, isThere) in [
                (LanguageCode.en, LanguageCode.es, true), (.en, .fr, true), (.it, .pt, true), (.fr, .en, true),
                (.en, .de, false),
            ] {
                #expect(offered.contains(try LanguagePair(from: from, to: to)) == isThere, "\(from) \(to)")
            }
        }
    }
}
