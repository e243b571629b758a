import Audio
import Language
import LocalEngines
import Providers
import Testing
import VerbioTesting

/// What the real voice says.
@Suite(
    .serialized,
    .enabled("needs Piper's joe (verbio models install piper-en_US-joe-medium) and espeak-ng") { Machine.hasPiper })
struct PiperSynthesizerTests {
    /// One for all tests, because each keeps a process.
    static let synthesizer = PiperSynthesizer(Machine.piper)
    static let text = "Good morning and welcome to the museum. The tour begins in ten minutes at the main entrance."

    private func speak(_ text: String) async throws -> [VoiceAudio] {
        let pieces = Collected<VoiceAudio>()
        _ = try await Self.synthesizer.synthesize(
            SynthesisRequest(text: text, language: .en, context: anywhere), audio: { await pieces.append($0) })
        return await pieces.all
    }

    @Test("Given two sentences, when they are spoken, then each comes by itself, as loud and long as a person")
    func sentences() async throws {
        let chunks = try await speak(Self.text)
        #expect(chunks.count == 2 && chunks.allSatisfy { $0.sampleRate == 22_050 })
        #expect((4.0...9.0).contains(chunks.reduce(0) { $0 + $1.seconds }))
        #expect(chunks.allSatisfy { ($0.samples.map(\.magnitude).max() ?? 0) > 20_000 })
    }

    @Test("Given what was spoken, when a recognizer hears it, then most words are those of the text")
    func heardBack() async throws {
        let pieces = try await speak(Self.text)
        let voice = VoiceAudio(sampleRate: 22_050, samples: pieces.flatMap(\.samples))
        let samples = try VoiceResampler.resample(voice, to: speechSampleRate).samples
        let recognizer: any SpeechRecognizer =
            Machine.hasWhisper ? WhisperRecognizer(Machine.whisper) : PocketSphinxRecognizer()
        let heard = try await recognizer.recognize(
            RecognitionRequest(audio: PCM16.floats(samples), language: .en, context: anywhere),
            hypothesis: { _ in }
        ).text
        func words(_ text: String) -> [String] {
            text.lowercased().split { !$0.isLetter }.map(String.init)
        }
        let known = Set(words(heard))
        let right = words(Self.text).count { known.contains($0) }
        #expect(Double(right) >= 0.7 * Double(words(Self.text).count), "\(heard)")
    }

    /// The network draws its sound from chance, so that equal calls have equal text and unequal samples.
    private static let checks = SynthesizerCompliance.Check.allCases.filter { $0 != .neverMixesConcurrentCalls }

    @Test("Complies with what every synthesizer must do", arguments: checks)
    func complies(_ check: SynthesizerCompliance.Check) async throws {
        let texts = ["Where is the station, please?", "The museum opens at nine.", "Thank you very much."]
        try await SynthesizerCompliance(Self.synthesizer, language: .en, texts: texts).run(check)
    }
}
