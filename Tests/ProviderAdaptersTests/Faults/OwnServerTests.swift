import CurlHTTP
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

@Suite("A server of one's own that is not there", .serialized, .timeLimit(.minutes(5)))
struct OwnServerTests {
    /// Port 1 belongs to a service that has been out of use for decades.
    private static let nowhere = "http://127.0.0.1:1"

    private func setup(_ environment: [String: String], time: TimeSource = .patient) throws -> ProviderSetup {
        ProviderSetup(
            catalog: try ProviderCatalog.builtIn(), environment: environment, client: HTTPClient(time: .patient),
            time: time,
            readFile: { _ in "" })
    }

    private func failure(of translator: any Translator) async -> ProviderError? {
        await AdapterCase.Adapter.translator(translator).call().error as? ProviderError
    }

    @Test("Given an own server that does not run, when it is called, then the failure names its command and variable")
    func refused() async throws {
        let setup = try setup(["OLLAMA_URL": "\(Self.nowhere)/v1"])
        let error = await failure(of: try #require(try setup.translator("ollama")))
        #expect(error?.failure == .missing)
        for piece in ["ollama serve", "OLLAMA_URL", "--wait"] {
            #expect(error?.cure?.contains(piece) ?? false, "\(piece)")
        }
    }

    @Test(
        "given --wait, when no server listens, then it is starting until the time is over, for all conversations together"
    )
    func waits() async throws {
        let clock = ManualTime()
        var setup = try setup(
            ["OLLAMA_URL": "\(Self.nowhere)/v1", "LLAMA_CPP_URL": "http://localhost:1/v1"], time: clock.source)
        setup.patience = (.seconds(60), .seconds(300))
        let first = try #require(try setup.translator("ollama"))
        #expect(await failure(of: first)?.failure == .starting)
        clock.advance(by: .seconds(59))
        #expect(await failure(of: first)?.failure == .starting)
        clock.advance(by: .seconds(1))
        #expect(await failure(of: first)?.failure == .missing)
        // The next conversation makes its providers again; the place is known to be empty.
        #expect(await failure(of: try #require(try setup.translator("ollama")))?.failure == .missing)
        #expect(await failure(of: try #require(try setup.translator("llama.cpp")))?.failure == .missing)
    }

    @Test("given one that has answered, when it goes away, then that is an outage and may pass")
    func goesAway() async throws {
        let clock = ManualTime()
        let presence = ServerPresence()
        func adapter(_ url: String) -> AdapterCase.Adapter {
            let adapter = AdapterCases.named("openai-chat")
            var endpoint = adapter.endpoint(at: url, time: clock.source)
            endpoint.server = OwnServer(presence: presence)
            return adapter.make(endpoint)
        }
        let answer = StandInAnswer.json(200, #"{"choices":[{"message":{"content":"Hola."}}]}"#)
        #expect(await adapter(Self.nowhere).call().failure == .missing)
        #expect(try await withStandIn(answer) { await adapter($0.url).call().text } == "Hola.")
        #expect(await adapter(Self.nowhere).call().failure == .transient)
        clock.advance(by: .seconds(300))
        #expect(await adapter(Self.nowhere).call().failure == .missing)
    }

    @Test("Given a port of several providers, when another server answers, then the message names all of them")
    func collides() async throws {
        let answers: [StandInAnswer] = [
            .json(404, #"{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}"#),
            .body(404, type: "text/plain", Array("File Not Found (/v1/chat/completions)".utf8)), .html(200), .html(404),
            .json(200, #"{"status":"ok"}"#),
        ]
        for answer in answers {
            try await withStandIn(answer) { server in
                let setup = try setup(["WHISPER_CPP_URL": server.url, "LLAMA_CPP_URL": "\(server.url)/v1"])
                let outcome = await AdapterCase.Adapter.translator(try #require(try setup.translator("llama.cpp")))
                    .call()
                let cure = (outcome.error as? ProviderError)?.cure ?? ""
                for piece in ["llama.cpp and whisper.cpp", "127.0.0.1:", "LLAMA_CPP_URL"] {
                    #expect(cure.contains(piece), "\(cure)")
                }
            }
        }
        // One that is alone at its place says nothing about others.
        try await withStandIn(.html(404)) { server in
            let setup = try setup(["OLLAMA_URL": server.url])
            let outcome = await AdapterCase.Adapter.translator(try #require(try setup.translator("ollama"))).call()
            #expect((outcome.error as? ProviderError)?.cure?.contains("another server") == false)
        }
    }

    @Test("given a server of others, when it does not listen, then that may pass")
    func remote() async throws {
        let adapter = AdapterCases.named("openai-chat")
        var endpoint = adapter.endpoint(at: Self.nowhere)
        endpoint.server = nil
        #expect(await adapter.make(endpoint).call().failure == .transient)
        #expect(adapter.endpoint(at: "https://api.example.com").server == nil)
        for host in ["localhost", "10.0.0.7:9", "192.168.1.2", "[::1]:80", "gpu", "nas.local"] {
            #expect(adapter.endpoint(at: "http://\(host)").server != nil, "\(host)")
        }
    }
}
