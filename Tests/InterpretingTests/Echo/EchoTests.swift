import Audio
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("Verbio's own voice in the microphone", .timeLimit(.minutes(5)))
struct EchoTests {
    /// Runs a recording while the loudspeaker plays another.
    ///
    /// - Parameters:
    ///   - microphone: what is heard, at 16 kHz.
    ///   - loudspeaker: what is played, at 16 kHz, at the same time.
    ///   - utterance: whose voice the loudspeaker has.
    private func outcomes(
        microphone: [Float], loudspeaker: [Float], guarded: Bool = true
    ) async throws -> [Outcome] {
        let voice = OwnVoice()
        let samples = PCM16.quantized(loudspeaker)
        for start in stride(from: 0, to: samples.count, by: 480) {
            voice.played(
                Array(samples[start..<min(start + 480, samples.count)]), sampleRate: 16_000, at: start, of: 1)
        }
        return try await outcomes(microphone: microphone, through: guarded ? voice : nil)
    }

    private func outcomes(microphone: [Float], through voice: OwnVoice?) async throws -> [Outcome] {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        let providers = try rehearsal.providers()
        let interpreter = Interpreter(
            providers: providers, store: rehearsal.store, segmentation: .conversation, time: .hurried)
        _ = try await interpreter.interpret(
            rehearsal.conversation(providers), from: ScriptedSource([microphone], blockSize: 1_600),
            live: LiveHearing(ownVoice: voice)
        ) { _ in }
        return try await rehearsal.records().map(\.outcome)
    }

    private static func room(_ sound: [Float], delay: Int, gain: Float, seed: UInt64) -> [Float] {
        var random = SplitMix64(seed: seed)
        var heard = [Float](repeating: 0, count: sound.count + delay)
        for (place, sample) in sound.enumerated() {
            heard[place + delay] += sample * gain
            // One reflection, 30 ms later.
            if place + delay + 480 < heard.count { heard[place + delay + 480] += sample * gain * 0.3 }
        }
        return heard.map { $0 + Float.random(in: -0.0008...0.0008, using: &random) }
    }

    @Test(
        "Given a loudspeaker in the room, when the microphone hears it, then nothing of it is translated",
        arguments: [20, 137, 400, 800])
    func echo(milliseconds: Int) async throws {
        let played = try SpeechFixtures.speech()
        for (seed, gain) in [(1, 0.7), (2, 0.2)] as [(UInt64, Float)] {
            let heard = Self.room(played, delay: milliseconds * 16, gain: gain, seed: seed)
            let outcomes = try await outcomes(microphone: heard, loudspeaker: played)
            #expect(outcomes.count >= 4)
            #expect(outcomes.allSatisfy { $0 == .dropped(reason: "echo") }, "\(outcomes)")
            let unguarded = try await self.outcomes(microphone: heard, loudspeaker: played, guarded: false)
            #expect(unguarded.allSatisfy { $0 == .spoken })
        }
    }

    @Test(
        "Given a human who speaks while the voice is played, then all of it is interpreted",
        arguments: Array(1...8) as [UInt64])
    func human(seed: UInt64) async throws {
        let played = try SpeechFixtures.speech()
        // The same voice with other words, at another time.
        let shift = Int(seed) * 50_000
        let said = Array(played[shift...] + played[..<shift])
        let outcomes = try await outcomes(
            microphone: Self.room(said, delay: 0, gain: 0.8, seed: seed), loudspeaker: played)
        #expect(outcomes.count >= 4)
        #expect(outcomes.allSatisfy { $0 == .spoken }, "\(outcomes)")
    }

    @Test("Given a microphone that sends half a second at once, when the voice is played, then its echo is known")
    func largeBlocks() async throws {
        let speech = try SpeechFixtures.speech()
        let samples = PCM16.quantized(speech)
        let voice = OwnVoice()
        for start in stride(from: 0, to: samples.count, by: 320) {
            // The clock stands still until the microphone sends the next half a second.
            voice.played(
                Array(samples[start..<min(start + 320, samples.count)]), sampleRate: 16_000,
                at: start / 8_000 * 8_000, of: 1)
        }
        let outcomes = try await outcomes(
            microphone: Self.room(speech, delay: 2_000, gain: 0.5, seed: 1), through: voice)
        #expect(outcomes.count >= 4)
        #expect(outcomes.allSatisfy { $0 == .dropped(reason: "echo") }, "\(outcomes)")
    }

    @Test(
        "Given a player that reports no silence, when a voice follows a long or a stopped one, then its echo is known",
        arguments: [5, 100, 200])
    func resumed(second: Int) async throws {
        let speech = try SpeechFixtures.speech()
        let (samples, start) = (PCM16.quantized(speech), second * 16_000)
        let voice = OwnVoice()
        voice.played(samples, sampleRate: 16_000, at: 0, of: 1)
        voice.played(samples, sampleRate: 16_000, at: start, of: 2, stopsEarlier: true)
        let microphone = [Float](repeating: 0, count: start) + Self.room(speech, delay: 2_000, gain: 0.5, seed: 1)
        let outcomes = try await outcomes(microphone: microphone, through: voice)
        #expect(outcomes.count >= 4)
        #expect(outcomes.allSatisfy { $0 == .dropped(reason: "echo") }, "\(outcomes)")
    }

    @Test(
        "Given words that were spoken, when they are recognized during the voice, then they are an echo, and later they are not"
    )
    func words() async throws {
        let silence = [Float](repeating: 0, count: 40_000)
        let speech = try Array(SpeechFixtures.speech().prefix(70_000))
        let fixed = FixedRecognizer("Two tickets to the museum, please.")
        for (playedFrom, isEcho) in [(44_000, true), (-64_000, false)] {
            let voice = OwnVoice()
            voice.willSay("Two tickets to the museum please", in: .en, for: 9)
            // A flat sound has no rise and fall, so that the words alone decide.
            let tone = [Int16](repeating: 9_000, count: 64_000)
            voice.played(tone, sampleRate: 16_000, at: max(0, playedFrom + 0), of: playedFrom < 0 ? nil : 9)
            var rehearsal = Rehearsal(recognizer: fixed)
            rehearsal.origin = .stream
            let providers = try rehearsal.providers()
            let interpreter = Interpreter(
                providers: providers, store: rehearsal.store, segmentation: .conversation, time: .hurried)
            _ = try await interpreter.interpret(
                rehearsal.conversation(providers), from: ScriptedSource([silence + speech + silence], blockSize: 1_600),
                live: LiveHearing(ownVoice: voice)
            ) { _ in }
            let outcomes = try await rehearsal.records().map(\.outcome)
            #expect(!outcomes.isEmpty)
            #expect(outcomes.contains(.dropped(reason: "echo")) == isEcho, "\(outcomes)")
        }
    }
}

/// Hears the same words in everything.
private struct FixedRecognizer: SpeechRecognizer {
    let text: String

    init(_ text: String) { self.text = text }

    var descriptor: ProviderDescriptor { ProviderDescriptor(name: "fixed", model: "1") }
    var capabilities: RecognizerCapabilities { RecognizerCapabilities(languages: [.en]) }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        Recognition(text: text, language: .en)
    }
}
