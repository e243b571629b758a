import Foundation
import Providers
import Testing
import VerbioTesting

/// What people are told of a refusal: what is wrong and where, and nobody's words.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RefusalWordsTests {
    private func error(_ answer: StandInAnswer, of adapter: String = "openai-chat") async throws -> ProviderError {
        let outcome = try await withStandIn(answer) { server in
            await AdapterCases.named(adapter).adapter(at: server.url).call()
        }
        return try #require(outcome.error as? ProviderError)
    }

    @Test func redirectsToSecrets() async throws {
        let error = try await error(.json(302, "", headers: [("Location", "//me:hunter2@login.example/")]))
        #expect(error.message == "302 it sends elsewhere, to //•••@login.example/, and redirects are not followed")
    }

    @Test(arguments: [301, 302, 307, 308])
    func redirects(_ status: Int) async throws {
        let place = ("Location", "https://login.example/start?state=secret#part")
        let error = try await error(.json(status, "", headers: [place]))
        #expect(error.failure == .rejected)
        #expect(
            error.message
                == "\(status) it sends elsewhere, to https://login.example/start, and redirects are not followed")
        #expect(error.cure == "write the address that it really has under url: in the configuration")
    }

    @Test(arguments: [
        (
            #"[{'type': 'extra_forbidden', 'loc': ('body', 'chat_template_kwargs', 0), 'msg': 'Extra inputs are not permitted', 'input': 'Pst'}]"#,
            "400 extra_forbidden in body.chat_template_kwargs.0: Extra inputs are not permitted"
        ),
        (
            #"[{'type': 'json_invalid', 'loc': ('body', 12), 'msg': "Expecting ',' delimiter", 'input': {}}]"#,
            "400 json_invalid in body.12: Expecting ',' delimiter"
        ),
        // Those of a server's own making may quote what they are about.
        (
            #"[{'type': 'value_error', 'loc': ('body', 'input'), 'msg': 'Value error, Pst is rude', 'input': 'Pst'}]"#,
            "400 value_error in body.input"
        ),
        (
            #"1 validation error for Request temperature Input should be less than 2 [type=less_than, input_value='Pst', input_type=str]"#,
            "400 1 validation error for Request temperature Input should be less than 2 [type=less_than]"
        ),
        ("The model `m` does not exist.", "400 The model `m` does not exist."),
    ])
    func validation(_ said: String, _ told: String) async throws {
        let body = try JSONEncoder().encode(["object": "error", "message": said, "type": "BadRequestError"])
        let error = try await error(.json(400, String(decoding: body, as: UTF8.self)))
        #expect(error.message == told)
    }

    /// Servers without schemas are many, and an option makes do without.
    @Test(arguments: [
        ("'response_format.type' must be one of text, json_object", true), ("'temperature' must be below 2", false),
    ])
    func schemas(_ said: String, _ isOfSchema: Bool) async throws {
        let answer = StandInAnswer.json(400, #"{"error":{"message":"\#(said)"}}"#)
        let error = try await error(answer, of: "openai-chat-structured")
        let cure = "if its server knows no JSON schemas, write structured: false under its options"
        #expect(error.cure == (isOfSchema ? cure : nil))
    }
}
