import CurlHTTP
import Plumbing
import ProviderAdapters
import StandIns
import Testing
import VerbioTesting

/// Which models providers say they shut down, and when.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ModelListingTests {
    private func days(
        _ stages: String, _ answer: StandInAnswer, seen: ([RecordedRequest]) -> Void = { _ in }
    ) async throws -> [String: String] {
        try await withStandIn(answer) { server in
            let yaml = """
                here:
                  url: \(server.url)/v1
                  key: KEY
                  \(stages)
                """
            let setup = ProviderSetup(
                catalog: try ProviderCatalog(yaml: yaml, at: "test"), environment: ["KEY": "k"],
                client: AdapterCase.client, time: .patient
            ) { _ in "" }
            let days = try await setup.announcedSunsets(at: "here")
            seen(server.requests)
            return days
        }
    }

    @Test("Given a provider of several stages at one address, when models are listed, then it is asked once")
    func listed() async throws {
        let stages = """
            stt: {wire: openai-transcriptions, model: whisper-1}
              mt: {wire: openai-chat, model: any}
              tts: {wire: openai-speech, model: gpt-4o-mini-tts, voices: {any: one}}
            """
        let row = try ProviderFixtures.row("openai-models/success")
        let days = try await days(stages, .fixture(row)) { requests in
            #expect(requests.map(\.path) == ["/v1/models"])
            #expect(requests.first?.method == "GET")
            #expect(requests.first?[header: "authorization"] == "Bearer k")
        }
        #expect(days == ["whisper-1": "2027-02-26", "gpt-4o-mini-tts": "2027-01-06"])
    }

    @Test("Given a list of models that is missing or says nothing, when it is requested, then that is no failure")
    func withoutList() async throws {
        let stage = "mt: {wire: openai-responses, model: any}"
        for answer in [
            StandInAnswer.json(404, "{}"), .html(200), .json(401, #"{"error":{"message":"no"}}"#),
            .json(200, #"{"object":"list","data":[{"id":"any","shutdown_date":null},{"id":"other"},{}]}"#),
            .json(200, #"{"data":[{"id":"any","shutdown_date":"\u001b[2Jsoon"}]}"#),
        ] {
            #expect(try await days(stage, answer).isEmpty)
        }
    }

    @Test("Given a provider that lists models in another way, when models are listed, then it is not asked")
    func otherWires() async throws {
        let stages = "mt: {wire: anthropic, model: any}\n  tts: {wire: elevenlabs, model: any, voices: {any: one}}"
        let days = try await days(stages, .json(200, "{}")) { #expect($0.isEmpty) }
        #expect(days.isEmpty)
    }
}
