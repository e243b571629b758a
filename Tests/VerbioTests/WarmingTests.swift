import Foundation
import StandIns
import Testing
import VerbioTesting

/// What `live` does for its first calls before there is anything to ask.
@Suite("Connections before they are needed", .timeLimit(.minutes(5)))
struct WarmingTests {
    @Test("Given an utterance still being spoken, when live runs, then a connection is opened ahead without the key")
    func live() async throws {
        let product = try Product()
        defer { product.remove() }
        let microphone = product.folder.appending(path: "microphone")
        try #require(mkfifo(microphone.path, 0o600) == 0)
        // For both ways, so that neither end waits for the other.
        let line = try FileHandle(forUpdating: microphone)
        let recording = try Data(contentsOf: Product.sample("welcome.wav"))
        // The first sentence takes longer than two seconds.
        let beginning = 44 + 2 * 32_000
        try await withStandIn {
            ProviderTests.answer($0)
        } test: { server in
            let running = try product.start(
                [
                    "live", "--from", "en", "--to", "es", "--stt", "openai", "--mt", "openai", "--tts", "openai",
                    "--audio-out", "spoken.wav",
                ], input: microphone, environment: ProviderTests.environment(server))
            try line.write(contentsOf: recording[..<beginning])
            let first = try #require(try await server.requests(count: 1).first)
            #expect(first.method == "HEAD" && first.path == "/")
            #expect(first[header: "authorization"] == nil)
            let rest = Task.detached {
                try line.write(contentsOf: recording[beginning...])
                try line.close()
            }
            let ended = try await running.end()
            try await rest.value
            #expect(ended.code == 0, "\(ended.errors)")
            // All three stages are at one place.
            #expect(server.requests.count { $0.method == "HEAD" } == 1)
            let asked = try #require(server.requests.first { $0.path == "/v1/audio/transcriptions" })
            #expect(asked.connection == first.connection)
        }
    }
}
