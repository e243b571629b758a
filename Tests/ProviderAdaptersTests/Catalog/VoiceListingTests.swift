import CurlHTTP
import Plumbing
import ProviderAdapters
import StandIns
import Testing
import VerbioTesting

/// The voices providers say they have.
@Suite(.serialized, .timeLimit(.minutes(5))) struct VoiceListingTests {
    private func voices(
        _ wire: String, _ answer: StandInAnswer, seen: (RecordedRequest) -> Void = { _ in }
    ) async throws -> [ListedVoice] {
        try await withStandIn(answer) { server in
            let yaml = """
                here:
                  url: \(server.url)
                  key: KEY
                  tts: {wire: \(wire), model: any, voices: {es: one, any: two}}
                """
            let setup = ProviderSetup(
                catalog: try ProviderCatalog(yaml: yaml, at: "test"), environment: ["KEY": "k"],
                client: AdapterCase.client, time: .patient
            ) { _ in "" }
            let voices = try await setup.voices(of: "here")
            server.requests.forEach(seen)
            return voices
        }
    }

    @Test func elevenLabs() async throws {
        let row = try ProviderFixtures.row("elevenlabs/voices_success")
        let voices = try await voices("elevenlabs", .fixture(row)) { request in
            #expect(request.path == "/v1/voices")
            #expect(request[header: "xi-api-key"] == "k")
        }
        #expect(voices == [ListedVoice(id: "JBFqnCBsd6RMkjVDRZzb", name: "George", languages: ["en"])])
    }

    @Test func google() async throws {
        let answer = #"{"voices":[{"name":"es-ES-Standard-A","languageCodes":["es-ES"],"ssmlGender":"FEMALE"}]}"#
        let voices = try await voices("google", .json(200, answer)) { request in
            #expect(request.path == "/v1/voices")
            #expect(request[header: "x-goog-api-key"] == "k")
        }
        #expect(voices == [ListedVoice(id: "es-ES-Standard-A", languages: ["es-ES"])])
        #expect(try await self.voices("google", .json(200, "{}")).isEmpty)
    }

    @Test func azure() async throws {
        let answer = #"[{"ShortName":"es-ES-ElviraNeural","LocalName":"Elvira","Locale":"es-ES","Gender":"Female"}]"#
        let voices = try await voices("azure", .json(200, answer)) { request in
            #expect(request.path == "/cognitiveservices/voices/list")
        }
        #expect(voices == [ListedVoice(id: "es-ES-ElviraNeural", name: "Elvira", languages: ["es-ES"])])
    }

    @Test(
        "Given a provider that cannot be asked, when voices are listed, then they are those of its declaration",
        arguments: ["openai-speech", "deepgram"])
    func declared(wire: String) async throws {
        let voices = try await voices(wire, .empty()) { _ in Issue.record("nothing was to be asked") }
        #expect(voices == [ListedVoice(id: "one", languages: ["es"]), ListedVoice(id: "two", languages: ["any"])])
    }

    @Test func refused() async throws {
        await #expect(throws: (any Error).self) {
            _ = try await voices("elevenlabs", .json(401, #"{"detail":{"status":"invalid_api_key","message":"no"}}"#))
        }
    }

    @Test func unknown() async throws {
        let setup = ProviderSetup(
            catalog: try ProviderCatalog.builtIn(), environment: [:], client: AdapterCase.client, time: .patient
        ) { _ in "" }
        let problem = await #expect(throws: Problem.self) { _ = try await setup.voices(of: "deepl") }
        #expect(problem?.description.contains("there is no provider 'deepl' that speaks") == true)
    }
}
