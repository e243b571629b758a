import Audio
import Language
import LocalEngines
import Providers
import Testing

@Suite(
    .serialized,
    .enabled("pocketsphinx or its test data is not installed") {
        await Machine.has("pocketsphinx") && Machine.hasClips
    })
struct PocketSphinxRecognizerTests {
    /// One for all tests, because it takes a second to load.
    static let recognizer = PocketSphinxRecognizer()

    private func recognize(_ samples: [Float], _ language: LanguageCode = .en) async throws -> Recognition {
        try await Self.recognizer.recognize(
            RecognitionRequest(audio: samples, language: language, context: anywhere), hypothesis: { _ in })
    }

    @Test(
        "Given a clear recording, when it is recognized, then its words are right",
        arguments: [
            ("goforward.raw", "go forward ten meters"), ("cards/001.wav", "ten of clubs"),
            ("cards/003.wav", "seven of clubs"),
        ])
    func hearsWords(name: String, text: String) async throws {
        let clip = try Clip(name)
        let recognition = try await recognize(clip.samples)
        #expect(recognition.text == text)
        #expect(recognition.usage.audioSeconds == clip.seconds)
        let confidence = try #require(recognition.confidence)
        #expect(confidence > 0.3 && confidence <= 1)
    }

    @Test("Given two recordings, when they are recognized in any order, then the answers are the same")
    func orderDoesNotMatter() async throws {
        let loud = try Clip("cards/002.wav").samples
        let other = try Clip.librivox("0880").samples.map { $0 * 0.05 }
        let first = try await [recognize(loud), recognize(other)]
        let second = try await [recognize(other), recognize(loud)]
        #expect(first == second.reversed())
        #expect(!first[0].text.isEmpty)
    }

    @Test("Given read prose, when it is recognized, then keywords are found at growing times within the clip")
    func wordTimes() async throws {
        let clip = try Clip.librivox("0930")
        let recognition = try await recognize(clip.samples)
        for word in ["might", "even", "been", "made", "amiable", "himself"] {
            #expect(recognition.text.split(separator: " ").contains(Substring(word)))
        }
        #expect(recognition.words.map(\.text).joined(separator: " ") == recognition.text)
        var last = 0.0
        for word in recognition.words {
            #expect(word.start >= last && word.end > word.start && word.end <= clip.seconds)
            #expect(!word.text.contains("(") && !word.text.contains("<") && !word.text.contains("["))
            last = word.start
        }
        #expect(recognition.words.count >= 6)
    }

    @Test("Given silence before speech, when it is recognized, then words start later by as much")
    func timesFollowSilence() async throws {
        let clip = try Clip("cards/003.wav")
        let plain = try await recognize(clip.samples)
        let late = try await recognize([Float](repeating: 0.0005, count: 16_000) + clip.samples)
        let before = try #require(plain.words.first { $0.text == "clubs" })
        let after = try #require(late.words.first { $0.text == "clubs" })
        #expect(abs(after.start - before.start - 1) < 0.15)
    }

    @Test("Given a recording 50 dB too quiet, when it is recognized, then its words are right")
    func quietInput() async throws {
        let quiet = Clip.louder(try Clip("goforward.raw"), by: 0.003)
        #expect(try await recognize(quiet).text == "go forward ten meters")
    }

    @Test("Given silence, no samples or NaN, when they are recognized, then there are no words")
    func nothingToHear() async throws {
        for samples in [[], [0.1], [Float](repeating: 0, count: 16_000), [Float](repeating: .nan, count: 8_000)] {
            let recognition = try await recognize(samples)
            #expect(recognition.text.isEmpty && recognition.words.isEmpty)
        }
    }

    @Test("Given a recognition, when it is cancelled, then it ends and the next one is served")
    func cancellation() async throws {
        let long = try Clip.librivox("0870").samples
        let task = Task { try await recognize(long) }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await recognize(Clip("cards/003.wav").samples).text == "seven of clubs")
    }

    @Test("Given another language or an endless utterance, when it is recognized, then it is refused")
    func refusals() async throws {
        let error = await #expect(throws: ProviderError.self) { try await recognize([0.1], .fr) }
        #expect(error?.failure == .unsupported)
        let long = [Float](repeating: 0.1, count: 121 * 16_000)
        let second = await #expect(throws: ProviderError.self) { try await recognize(long) }
        #expect(second?.failure == .unsupported)
    }
}

@Suite struct MissingPocketSphinxTests {
    @Test("Given a missing library, when it is needed, then the cure names its packages")
    func missingLibrary() async throws {
        var configuration = PocketSphinxRecognizer.Configuration()
        configuration.library = "libnosuchsphinx.so.3"
        configuration.baseLibrary = "libnosuchbase.so.3"
        let recognizer = PocketSphinxRecognizer(configuration)
        let error = await #expect(throws: ProviderError.self) { try await recognizer.prepare() }
        #expect(error?.failure == .unavailable)
        #expect(error?.cure == "apt-get install libpocketsphinx3 pocketsphinx-en-us")
    }

    @Test(
        "Given a missing model, when it is needed, then the cure names its package",
        .enabled("pocketsphinx is not installed") { await Machine.has("pocketsphinx") })
    func missingModel() async throws {
        var configuration = PocketSphinxRecognizer.Configuration()
        configuration.modelDirectory = "/nonexistent"
        let recognizer = PocketSphinxRecognizer(configuration)
        let request = RecognitionRequest(audio: [0.5, -0.5], language: .en, context: anywhere)
        let error = await #expect(throws: ProviderError.self) {
            try await recognizer.recognize(request, hypothesis: { _ in })
        }
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains("/nonexistent/en-us") == true)
    }
}
