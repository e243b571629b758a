import CurlHTTP
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Voices of Cartesia, which have ids and come in pages.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CartesiaTests {
    @Test("Given a text, when Cartesia speaks it, then it is told the voice, the language, the samples and the speed")
    func request() async throws {
        try await withStandIn(EchoStandIn.script) { server in
            let outcome = await AdapterCases.named("cartesia-tts").adapter(at: server.url).call()
            #expect(outcome.synthesis?.sampleRate == 24_000 && outcome.usage == Usage(characters: 13), "\(outcome)")
            let request = try #require(server.requests.first)
            #expect(request[header: "cartesia-version"] == "2026-03-01")
            #expect(
                request.text == #"{"generation_config":{"speed":1.1},"language":"es","model_id":"sonic-3.5","#
                    + #""output_format":{"container":"raw","encoding":"pcm_s16le","sample_rate":24000},"#
                    + #""transcript":"Good morning.","#
                    + #""voice":{"id":"694f9389-aac1-45b6-b726-9d9369183238","mode":"id"}}"#)
        }
    }

    @Test("Given more voices than a page has, when they are listed, then all pages are asked for")
    func voices() async throws {
        try await withStandIn { request in
            request.target.contains("starting_after=v1")
                ? .json(200, #"{"data":[{"id":"v2","name":"Zoë","language":"fr"},{"id":"v3"}],"has_more":false}"#)
                : .json(
                    200, #"{"data":[{"id":"v1","name":"Ana","language":"es"}],"has_more":true,"next_page":"v1"}"#)
        } test: { server in
            let yaml = "here: {url: '\(server.url)', key: KEY, tts: {wire: cartesia, model: any, voices: {es: one}}}"
            let setup = ProviderSetup(
                catalog: try ProviderCatalog(yaml: yaml, at: "test"), environment: ["KEY": "k"],
                client: AdapterCase.client, time: .patient
            ) { _ in "" }
            #expect(
                try await setup.voices(of: "here") == [
                    ListedVoice(id: "v1", name: "Ana", languages: ["es"]),
                    ListedVoice(id: "v2", name: "Zoë", languages: ["fr"]), ListedVoice(id: "v3", languages: []),
                ])
            #expect(server.requests.map(\.target) == ["/voices?limit=100", "/voices?limit=100&starting_after=v1"])
            #expect(server.requests.allSatisfy { $0[header: "cartesia-version"] == "2026-03-01" })
        }
    }

    @Test("Given pages without an end, when voices are listed, then ten are asked for")
    func endless() async throws {
        try await withStandIn(.json(200, #"{"data":[{"id":"v"}],"has_more":true}"#)) { server in
            let yaml = "here: {url: '\(server.url)', key: KEY, tts: {wire: cartesia, model: any, voices: {es: one}}}"
            let setup = ProviderSetup(
                catalog: try ProviderCatalog(yaml: yaml, at: "test"), environment: ["KEY": "k"],
                client: AdapterCase.client, time: .patient
            ) { _ in "" }
            _ = try await setup.voices(of: "here")
            #expect(server.requests.count == 10)
        }
    }
}
