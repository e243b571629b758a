import CurlHTTP
import Foundation
import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

/// What users read about a refusal: what is wrong and where, without quoting the server.
@Suite(.serialized, .timeLimit(.minutes(10))) struct RefusalWordsTests {
    private func error(_ answer: StandInAnswer, of adapter: String = "openai-chat") async throws -> ProviderError {
        let outcome = try await withStandIn(answer) { server in
            await AdapterCases.named(adapter).adapter(at: server.url).call()
        }
        return try #require(outcome.error as? ProviderError)
    }

    /// A proxy that refuses is no provider that does, and the key is not to blame.
    @Test(arguments: [
        (407, ProviderError.Failure.unauthorized, "check the user and password in http.proxy, "),
        (403, .unauthorized, "have the proxy allow it, "), (502, .transient, "check http.proxy, "),
    ])
    func proxies(_ status: Int, _ failure: ProviderError.Failure, _ cure: String) async throws {
        try await withStandIn(StandInAnswer.json(status, "{}")) { proxy in
            let client = HTTPClient(
                configuration: HTTPClientConfiguration(proxy: .url(proxy.url)), time: .patient)
            let adapter = AdapterCases.named("openai-chat").adapter(at: "https://provider.example", client: client)
            let error = try #require(await adapter.call().error as? ProviderError)
            #expect(error.failure == failure)
            #expect(error.message == "the proxy \(proxy.url.dropFirst(7)) refused with status \(status)")
            #expect(error.cure?.hasPrefix(cure) == true, "\(error)")
        }
    }

    /// The error of every stage says how to make the request smaller.
    @Test(arguments: AdapterCases.all)
    func tooLarge(_ adapter: AdapterCase) async throws {
        let outcome = try await withStandIn(StandInAnswer.json(413, "{}")) { server in
            await adapter.adapter(at: server.url).call("Quite quiet.")
        }
        let error = try #require(outcome.error as? ProviderError)
        #expect(error.failure == .tooLarge)
        let words = [
            Stage.recognition: "smaller upload:", .translation: "context.pairs", .synthesis: "maximum-characters:",
        ]
        #expect(error.cure?.contains(words[error.stage] ?? "") == true, "\(error)")
    }

    /// A terminal would obey some of them, and others turn the words around.
    @Test func controlCharacters() async throws {
        let said = #"\u001b[31mred\u001b]0;title\u0007 \u0000 \u009b2J \u202Eeno\u2069"#
        let error = try await error(.json(400, #"{"error":{"message":"\#(said)"}}"#))
        #expect(error.message == "400 �[31mred�]0;title� � �2J �eno�")
    }

    /// What has been accepted is not done, and a part is not the whole.
    @Test(arguments: [202, 203, 206, 226])
    func otherSuccesses(_ status: Int) async throws {
        for adapter in AdapterCases.all {
            let outcome = try await withStandIn { request in
                var answer = try EchoStandIn.answer(request)
                answer.bytes.replaceSubrange(9..<12, with: Array("\(status)".utf8))
                return answer
            } test: { server in
                await adapter.adapter(at: server.url).call()
            }
            let error = try #require(outcome.error as? ProviderError, "\(adapter)")
            #expect(error.failure == .unusable)
            #expect(error.message == "it answered with status \(status), which is no whole answer")
        }
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
        // Messages that the server writes itself may quote the request.
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

    @Test(arguments: [
        (
            #"{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}"#,
            "422 extra_forbidden in body.seed: Extra inputs are not permitted"
        ),
        (
            #"{"type":"value_error","loc":["body","messages",0],"msg":"Value error, Pst is rude","input":"Pst"}"#,
            "422 value_error in body.messages.0"
        ),
    ])
    func place(_ complaint: String, _ told: String) async throws {
        #expect(try await error(.json(422, #"{"detail":[\#(complaint)]}"#)).message == told)
    }

    private static let streams = [
        "openai-chat-stream", "openai-responses-stream", "anthropic-stream", "openai-stt-stream",
    ]

    /// An answer that claims to be a stream of events but has none is read as what it is.
    @Test(arguments: streams)
    func wordsInPlaceOfEvents(_ adapter: String) async throws {
        let document = #"{"error":{"message":"model overloaded","type":"server_error"}}"#
        let page = "<!DOCTYPE html>\n<html><script>\ndata: 1\n</script><body>Sign in: first</body></html>"
        let bodies: [(String, ProviderError.Failure, String)] = [
            (document, .transient, "model overloaded"), (document + "\n\n", .transient, "model overloaded"),
            ("\n{\n\"error\": {\n\"message\": \"model overloaded\"\n}\n}\n", .transient, "model overloaded"),
            (#"{"error":{"message":"model overloaded","code":"insufficient_quota"}}"#, .quota, "model overloaded"),
            (page, .unusable, "it answered with something that is no stream of events"),
            ("upstream connect error", .unusable, "it answered with something that is no stream of events"),
            (#"{"usage":null}"#, .unusable, "it answered with something that is no stream of events"),
            // These are streams, as far as they go.
            ("", .transient, "broke off before the end"), ("\n\n", .transient, "broke off before the end"),
            (": ping\n\n", .transient, "broke off before the end"),
            ("data: {", .transient, "broke off before the end"), ("even", .transient, "broke off before the end"),
            ("event: error\n", .transient, "broke off before the end"),
        ]
        for (body, failure, words) in bodies where failure != .quota || !adapter.hasPrefix("anthropic") {
            for pieces in [StandInAnswer.Pieces.whole, .each] {
                let answer = StandInAnswer.body(200, type: "text/event-stream", Array(body.utf8)).inPieces(pieces)
                let error = try await error(answer, of: adapter)
                #expect(error.failure == failure, "\(body): \(error)")
                #expect(error.message.contains(words), "\(body): \(error)")
            }
        }
    }

    /// Without TLS there is no certificate, and with TLS it was found valid.
    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n"])
    func noHTTP(_ line: String) async throws {
        let error = try await error(StandInAnswer(line, ending: .close))
        #expect(error.failure == .unavailable)
        #expect(error.cure == "check its url in the configuration")
    }
}
