import Audio
import Hearing
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

/// The pitches that engines declare are those that are measured, so that people get the voice that fits.
@Suite("Pitches of local voices", .timeLimit(.minutes(5))) struct VoicePitchTests {
    private static let texts: [(tag: String, text: String)] = [
        ("es-ES", "El veloz murciélago hindú comía feliz cardillo y kiwi. ¿Cómo está usted hoy?"),
        ("fr", "Bonjour, comment allez-vous aujourd'hui? Il fait beau, et nous allons nous promener."),
        ("de", "Franz jagt im komplett verwahrlosten Taxi quer durch Bayern. Wie geht es Ihnen heute?"),
        ("en-US", "The quick brown fox jumps over the lazy dog. How are you today?"),
        ("ja", "こんにちは おげんきですか きょうは いいてんきですね"), ("pt-BR", "Bom dia, como vai o senhor hoje? O tempo está bonito."),
    ]

    private static func pitch(
        _ text: String, _ voice: SynthesizerCapabilities.Voice, by synthesizer: some SpeechSynthesizer
    ) async throws -> Double? {
        let heard = Locked<[VoiceAudio]>([])
        let request = SynthesisRequest(
            text: text, language: voice.language, variety: voice.variety, voice: voice.id,
            context: CallContext(conversation: "c", utterance: 1))
        _ = try await synthesizer.synthesize(request) { audio in heard.withLock { $0.append(audio) } }
        let parts = heard.withLock { $0 }
        let samples = parts.flatMap(\.samples).map { Float($0) / 32_768 }
        let rate = Double(parts.first?.sampleRate ?? 16_000)
        // The nearest sample is enough for the pitch.
        let count = Int(Double(samples.count) * 16_000 / rate)
        let speech = (0..<count).map { samples[min(samples.count - 1, Int(Double($0) * rate / 16_000))] }
        var track = PitchTrack()
        track.add(speech, from: 0)
        return track.median(in: [SampleRange(start: 0, end: count)])
    }

    private static func check(_ voices: [SynthesizerCapabilities.Voice], by synthesizer: some SpeechSynthesizer)
        async throws
    {
        for voice in voices {
            let text = texts.first { text in
                LanguageTag(rawValue: text.tag).map { $0.code == voice.language && $0.variety == voice.variety } == true
            }
            guard let text else { continue }
            let declared = try #require(voice.pitch)
            let measured = try #require(try await pitch(text.text, voice, by: synthesizer), "\(voice.id)")
            // Three semitones.
            #expect(measured / declared < 1.19 && declared / measured < 1.19, "\(voice.id): \(measured) Hz")
        }
    }

    @Test(
        "Given the voices of espeak-ng in six languages, when they speak, then they are as high as they declare",
        .enabled("espeak-ng is not installed") { await Machine.has("espeak-ng") })
    func espeak() async throws {
        let synthesizer = EspeakSynthesizer()
        try await Self.check(synthesizer.capabilities.voices, by: synthesizer)
    }

    @Test(
        "Given the voices of flite, when they speak, then they are as high as they declare",
        .enabled("flite is not installed") { await Machine.has("flite") })
    func flite() async throws {
        let synthesizer = FliteSynthesizer()
        try await Self.check(synthesizer.capabilities.voices, by: synthesizer)
    }
}
