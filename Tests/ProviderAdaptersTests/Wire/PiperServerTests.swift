import Foundation
import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// The server that comes with Piper.
@Suite("Piper's own server", .serialized, .timeLimit(.minutes(5)))
struct PiperServerTests {
    private static let voices = #"{"en_US-joe-medium":{"language":{"code":"en_US"},"audio":{"sample_rate":22050}}}"#
    private static let speech = StandInAnswer.body(
        200, type: "text/html; charset=utf-8",
        SpeechFixtures.wav((0..<11_025).map { Int16(truncatingIfNeeded: $0 &* 2_654_435_761 >> 8) }, rate: 22_050))

    private func synthesizer(_ url: String, voice: String, options: [String: String] = [:]) throws
        -> any SpeechSynthesizer
    {
        let adapter = AdapterCase.synthesizer(
            "piper", .piper, model: "default", voice: voice, options: options, from: [])
        guard case .synthesizer(let synthesizer) = adapter.adapter(at: url) else { throw StandInProblem("no voice") }
        return synthesizer
    }

    private var request: SynthesisRequest {
        SynthesisRequest(
            text: "Good day.", language: .es, voice: nil, context: CallContext(conversation: "test", utterance: 1))
    }

    @Test(
        "Given a text, when it is spoken, then the server's WAV is taken at its own rate, with the speed and the speaker"
    )
    func speaks() async throws {
        try await withStandIn { request in
            request.path == "/voices" ? .json(200, Self.voices) : Self.speech
        } test: { server in
            let synthesizer = try synthesizer(
                server.url, voice: "en_US-joe-medium", options: ["speed": "1.25", "speaker": "p225"])
            for _ in 0..<2 {
                let speech = try await synthesizer.synthesize(request) { _ in }
                #expect(speech.sampleRate == 22_050 && speech.sampleCount == 11_025)
            }
            #expect(server.requests.map(\.path) == ["/voices", "/synthesize", "/synthesize"])
            let body = try server.requests[1].json()
            #expect(body["text"]?.string == "Good day." && body["voice"]?.string == "en_US-joe-medium")
            #expect(body["length_scale"]?.number == 0.8 && body["speaker"]?.string == "p225")
        }
    }

    @Test("Given the server's own voice, when a text is spoken, then no voice is named and no list is asked for")
    func ownVoice() async throws {
        try await withStandIn { _ in
            Self.speech
        } test: { server in
            _ = try await synthesizer(server.url, voice: "default").synthesize(request) { _ in }
            #expect(server.requests.map(\.path) == ["/synthesize"])
            #expect(try server.requests[0].json()["voice"] == nil)
        }
    }

    @Test(
        "Given a voice that the server does not have, when a text is spoken, then it is an error and no other voice speaks"
    )
    func unknownVoice() async throws {
        try await withStandIn { request in
            request.path == "/voices" ? .json(200, Self.voices) : Self.speech
        } test: { server in
            let synthesizer = try synthesizer(server.url, voice: "es_ES-davefx-medium")
            let error = await #expect(throws: ProviderError.self) { try await synthesizer.synthesize(request) { _ in } }
            #expect(error?.failure == .unsupported && error?.cure?.contains("en_US-joe-medium") == true)
            #expect(server.requests.map(\.path) == ["/voices"])
        }
    }

    @Test(
        "Given an older version of the server, when a text is spoken, then the older page is used, and at once the next time",
        arguments: [404, 405])
    func older(status: Int) async throws {
        try await withStandIn { request in
            request.path == "/" ? Self.speech : .html(status)
        } test: { server in
            let synthesizer = try synthesizer(server.url, voice: "en_US-joe-medium")
            for _ in 0..<2 { _ = try await synthesizer.synthesize(request) { _ in } }
            #expect(server.requests.map(\.path).filter { $0 != "/voices" } == ["/synthesize", "/", "/"])
        }
    }
}
