import Language
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Speech with the time of every word, and what is around a text.
@Suite(.serialized) struct SpokenTimeTests {
    private func speak(_ adapter: AdapterCase, _ text: String, _ answer: @escaping StandInServer.Script) async throws
        -> Outcome
    {
        try await withStandIn(answer) { await adapter.adapter(at: $0.url).call(text) }
    }

    @Test func charactersBecomeWords() async throws {
        let adapter = AdapterCases.named("elevenlabs-tts-times")
        let outcome = try await speak(adapter, "Good day, Ann.", EchoStandIn.script)
        #expect(outcome.synthesis?.words.map(\.text) == ["Good", "day,", "Ann."])
        let starts = outcome.synthesis?.words.map { ($0.start * 100).rounded() }
        #expect(starts == [0, 20, 40])
        guard case .synthesizer(let timed) = adapter.adapter(at: "http://127.0.0.1:1"),
            case .synthesizer(let plain) = AdapterCases.named("elevenlabs-tts").adapter(at: "http://127.0.0.1:1")
        else { return }
        #expect(timed.capabilities.wordTimes && !plain.capabilities.wordTimes)
    }

    @Test func theRecordedStream() async throws {
        let row = try ProviderFixtures.row("elevenlabs/stream_with_timestamps_success")
        let answer = try StandInAnswer.fixture(row)
        let outcome = try await speak(AdapterCases.named("elevenlabs-tts-times"), "Hola ñ") { _ in answer }
        #expect(outcome.error == nil)
        #expect(
            outcome.synthesis?.words == [
                SpokenWord(text: "Hola", start: 0, end: 0.32), SpokenWord(text: "ñ", start: 0.4, end: 0.48),
            ])
        // Times of another text are no times of this one; the audio is good anyway.
        let other = try await speak(AdapterCases.named("elevenlabs-tts-times"), "Adiós") { _ in answer }
        #expect(other.synthesis?.words == [])
        #expect(other.samples == outcome.samples && !other.samples.isEmpty)
    }

    /// Times that count from each piece's own start are put after the audio before.
    @Test func timesOfPieces() async throws {
        @Sendable func line(_ characters: String, _ starts: String, _ ends: String) -> String {
            let audio = String(repeating: "AQAC", count: 8_000)
            return #"{"audio_base64":"\#(audio)","alignment":{"characters":[\#(characters)],"#
                + #""character_start_times_seconds":[\#(starts)],"character_end_times_seconds":[\#(ends)]}}"#
        }
        // 12,000 samples each: half a second.
        let body = line(#""a""#, "0.2", "0.3") + "\n" + line(#"" ","b""#, "0,0.1", "0.1,0.4") + "\n"
        let outcome = try await speak(AdapterCases.named("elevenlabs-tts-times"), "a b") { _ in
            .json(200, body)
        }
        #expect(
            outcome.synthesis?.words == [
                SpokenWord(text: "a", start: 0.2, end: 0.3), SpokenWord(text: "b", start: 0.6, end: 0.9),
            ])
        let broken = try await speak(AdapterCases.named("elevenlabs-tts-times"), "ab") { _ in
            .json(200, line(#""a","b""#, "0.2", "0.3"))
        }
        #expect(broken.synthesis?.words == [] && broken.error == nil)
    }

    @Test func whatStandsAroundATextIsSent() async throws {
        let text = String(repeating: "x", count: 400)
        func body(_ options: [String: String]) async throws -> JSONDocument {
            let adapter = AdapterCase.synthesizer(
                "elevenlabs", .elevenLabs, model: "m", voice: "v", options: options, from: [])
            return try await withStandIn(EchoStandIn.script) { server in
                guard case .synthesizer(let synthesizer) = adapter.adapter(at: server.url) else {
                    throw StandInProblem("no synthesizer")
                }
                let request = SynthesisRequest(
                    text: "Two.", language: .es, previous: "One. " + text, next: "Three.",
                    context: CallContext(conversation: "test", utterance: 1))
                #expect(synthesizer.capabilities.hearsNeighbours == (options["neighbours"] != "false"))
                _ = try await synthesizer.synthesize(request) { _ in }
                return try #require(server.requests.first).json()
            }
        }
        let sent = try await body([:])
        #expect(sent["text"] == "Two." && sent["next_text"] == "Three.")
        #expect(sent["previous_text"]?.string == String(text.prefix(300)))
        let bare = try await body(["neighbours": "false"])
        #expect(bare["previous_text"] == nil && bare["next_text"] == nil)
    }
}
