import Foundation
import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// How long an answer of a server of one's own may be.
@Suite("The most tokens of an answer", .serialized, .timeLimit(.minutes(5)))
struct AnswerLimitTests {
    private func limits(
        _ adapter: String, isOwn: Bool = true, _ requests: [TranslationRequest], answer: @escaping StandInServer.Script
    ) async throws -> [Double?] {
        try await withStandIn(answer) { server in
            guard case .translator(let translator) = AdapterCases.named(adapter).adapter(at: server.url, isOwn: isOwn)
            else { throw StandInProblem("no translator") }
            for request in requests { _ = try? await translator.translate(request) { _ in } }
            return try server.requests.map { request in
                let body = try request.json()
                return (body["max_tokens"] ?? body["max_output_tokens"])?.number
            }
        }
    }

    private func request(_ text: String, hint: String? = nil) throws -> TranslationRequest {
        TranslationRequest(
            text: text, pair: try LanguagePair(from: .en, to: .es),
            context: CallContext(conversation: "test", utterance: 1)
        ) { $0.hint = hint }
    }

    private static let good = StandInAnswer.json(
        200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)

    @Test("Given a server of one's own, when it is asked, then the most tokens follow the text; a vendor is given none")
    func follows() async throws {
        let good = Self.good
        let (short, long) = (try request("Good day."), try request(String(repeating: "Good day. ", count: 10)))
        let own = try await limits("openai-chat", [short, long, request("Good day.", hint: "Wrong.")]) { _ in good }
        // 64, and four times the three tokens of nine characters. A second answer may be longer.
        #expect(own.count == 3 && own[0] == 76 && own[1] == 164 && own[2] == 8 * 76, "\(own)")
        #expect(try await limits("openai-chat", isOwn: false, [short]) { _ in good } == [nil])
        // What the configuration says holds.
        #expect(try await limits("openai-chat-stream", [short]) { _ in good } == [nil])
    }

    @Test(
        "Given a model that thinks, when its thought is cut, then it is asked again without a limit, and never with one"
    )
    func thinks() async throws {
        let good = Self.good
        let cut = StandInAnswer.json(
            200,
            #"{"choices":[{"message":{"content":"","reasoning_content":"The user says"},"finish_reason":"length"}]}"#)
        let tagged = StandInAnswer.json(
            200, #"{"choices":[{"message":{"content":"<think>The user says"},"finish_reason":"length"}]}"#)
        for thought in [cut, tagged] {
            let sent = try await limits("openai-chat", [request("Good day."), request("Good night.")]) { request in
                try request.json()["max_tokens"] == nil ? good : thought
            }
            #expect(sent == [76, nil, nil], "\(sent)")
        }
    }

    @Test("Given a model that repeats itself until it is cut, when it is asked, then the limit stays")
    func loops() async throws {
        let loop = StandInAnswer.json(
            200, #"{"choices":[{"message":{"content":"下雨，下雨，下雨，"},"finish_reason":"length"}]}"#)
        #expect(
            try await limits("openai-chat", [request("Good day."), request("Good day.")]) { _ in loop } == [76, 76])
    }

    @Test("Given a server that does not know the limit, when it refuses it, then it is asked without")
    func refused() async throws {
        let good = Self.good
        let sent = try await limits("openai-chat", [request("Good day."), request("Good day.")]) { request in
            try request.json()["max_tokens"] == nil
                ? good : .json(400, #"{"error":{"message":"Unsupported parameter: 'max_tokens'"}}"#)
        }
        #expect(sent == [76, nil, nil])
    }
}
