import Audio
import Language
import LocalEngines
import Providers
import Testing
import VerbioTesting

/// What the real model hears.
@Suite(
    .serialized,
    .enabled("needs Whisper base (verbio models install whisper-base) and pocketsphinx-testdata") {
        Machine.hasWhisper && Machine.hasClips
    })
struct WhisperRecognizerTests {
    /// One for all tests, because each keeps a process.
    static let recognizer = WhisperRecognizer(Machine.whisper)

    private func hear(_ samples: [Float], _ candidates: [LanguageCode] = []) async throws -> Recognition {
        try await Self.recognizer.recognize(
            RecognitionRequest(audio: samples, language: .en, candidates: candidates, context: anywhere),
            hypothesis: { _ in })
    }

    @Test("Given clear prose, when it is recognized, then words come in order, within the clip, and make up the text")
    func prose() async throws {
        let clip = try Clip.librivox("0930")
        let heard = try await hear(clip.samples)
        #expect(heard.text == "He might even have been made amiable himself.")
        #expect(heard.words.map(\.text).joined(separator: " ") == heard.text)
        for (word, next) in zip(heard.words, heard.words.dropFirst()) { #expect(word.start <= next.start) }
        #expect(heard.words.allSatisfy { $0.start >= 0 && $0.start <= $0.end && $0.end <= clip.seconds })
        let mean = try #require(heard.signals?.meanLogProbability)
        #expect(mean > -0.5)
    }

    @Test("Given English, when English and Spanish are possible, then it is English")
    func language() async throws {
        let heard = try await hear(try Clip.librivox("0930").samples, [.es, .en])
        #expect(heard.language == .en)
    }

    @Test("Given the same clip twice, when another was heard in between, then the answers are equal")
    func repeatable() async throws {
        let clip = try Clip("goforward.raw").samples
        let first = try await hear(clip)
        _ = try await hear(try Clip("cards/001.wav").samples)
        #expect(try await hear(clip) == first)
        #expect(first.text.lowercased().hasPrefix("go forward"))
    }

    @Test("Given no sound, when it is recognized, then there are no words")
    func silence() async throws {
        #expect(try await hear([Float](repeating: 0, count: 16_000)).text.isEmpty)
        #expect(try await hear([]).text.isEmpty)
        #expect(try await hear([.nan, .infinity]).text.isEmpty)
    }

    @Test("Complies with what every recognizer must do", arguments: RecognizerCompliance.Check.allCases)
    func complies(_ check: RecognizerCompliance.Check) async throws {
        let clips = try ["0880", "0930"].map { try Clip.librivox($0).samples }
        try await RecognizerCompliance(Self.recognizer, language: .en, recordings: clips).run(check)
    }
}
