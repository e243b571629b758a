import Audio
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// Speaks each scalar as a sample, and records its requests.
private final class Letters: SpeechSynthesizer {
    let descriptor = ProviderDescriptor(name: "letters", model: "1")
    let capabilities: SynthesizerCapabilities
    let asked = Locked<[SynthesisRequest]>([])
    private let rate: @Sendable (_ call: Int) -> Int

    init(longest: Int?, rate: @escaping @Sendable (Int) -> Int = { _ in 1_000 }) {
        capabilities = SynthesizerCapabilities(languages: Set(LanguageCode.tested)) { $0.maximumCharacters = longest }
        self.rate = rate
    }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let call = asked.withLock { asked in
            asked.append(request)
            return asked.count
        }
        let samples = request.text.unicodeScalars.map { Int16(truncatingIfNeeded: $0.value) }
        try await audio(VoiceAudio(sampleRate: rate(call), samples: samples))
        let end = Double(samples.count) / 1_000
        return Synthesis(
            voice: "v", sampleRate: rate(call), sampleCount: samples.count, usage: Usage(characters: samples.count),
            words: [SpokenWord(text: request.text, start: 0, end: end)])
    }

    var texts: [String] { asked.withLock { $0.map(\.text) } }
}

@Suite("A text that is too long for a voice is spoken in parts")
struct SpeechPartsTests {
    private func speak(
        _ text: String, _ language: LanguageCode = .en, by letters: Letters
    ) async throws -> (synthesis: Synthesis, samples: [Int16]) {
        let taken = Taken<[Int16]>()
        let request = SynthesisRequest(
            text: text, language: language, previous: "Before.", next: "Behind.", context: context)
        let synthesis = try await SpeechParts(request, by: letters).answered(
            by: letters, partial: { taken.take($0.samples) }, content: \.self
        ).whole
        return (synthesis, taken.all.flatMap(\.self))
    }

    @Test("Given a long text, when it is spoken, then it is sent in few parts of whole sentences with their neighbours")
    func sentences() async throws {
        let letters = Letters(longest: 30)
        let text = "It rained. We went home. There was no bus at all. So we walked."
        let (synthesis, samples) = try await speak(text, by: letters)
        #expect(letters.texts == ["It rained. We went home.", "There was no bus at all.", "So we walked."])
        #expect(samples == letters.texts.joined().unicodeScalars.map { Int16($0.value) })
        let asked = letters.asked.withLock { $0 }
        #expect(asked.map(\.previous) == ["Before."] + letters.texts.dropLast())
        #expect(asked.map(\.next) == letters.texts.dropFirst() + ["Behind."])
        #expect(synthesis.sampleCount == samples.count && synthesis.usage.characters == samples.count)
        #expect(synthesis.words.map(\.text) == letters.texts)
        #expect(zip(synthesis.words, synthesis.words.dropFirst()).allSatisfy { abs($0.end - $1.start) < 1e-9 })
    }

    @Test(
        "Given a sentence over the limit, when it is spoken, then it is cut after a clause, else a word, else anywhere")
    func longSentences() async throws {
        let clauses = Letters(longest: 30)
        _ = try await speak("When the rain was over, we all went down to the river together.", by: clauses)
        #expect(clauses.texts.first == "When the rain was over,")
        let words = Letters(longest: 12)
        _ = try await speak("one two three four five six", by: words)
        #expect(words.texts.allSatisfy { $0.split(separator: " ").allSatisfy { $0.count > 2 } })
        let none = Letters(longest: 4)
        _ = try await speak("我们昨天在河边的桥上看见了他", .zh, by: none)
        #expect(none.texts.joined() == "我们昨天在河边的桥上看见了他")
    }

    @Test("Given any text and limit, when it is spoken in parts, then no part exceeds the limit and no word is lost")
    func bounds() async throws {
        var random = SplitMix64(seed: 4)
        let pieces = ["word", "a", "extraordinarily", "e.g.", "3.5", "Yes,", "no;", "stop.", "why?", "–", "\n", "日本"]
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined(separator: " ")
            let longest = Int.random(in: 1...80, using: &random)
            let letters = Letters(longest: longest)
            _ = try await speak(text, by: letters)
            guard text.unicodeScalars.count > longest, text.contains(where: { $0.isLetter || $0.isNumber }) else {
                #expect(letters.texts == [text])
                continue
            }
            #expect(letters.texts.allSatisfy { $0.unicodeScalars.count <= longest })
            func said(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
            #expect(said(letters.texts.joined()) == said(text))
        }
    }

    @Test("Given a text within the limit, when it is spoken, then it is sent whole")
    func short() async throws {
        for longest in [nil, 7] {
            let letters = Letters(longest: longest)
            _ = try await speak(" Hello.", by: letters)
            #expect(letters.texts == [" Hello."])
        }
        let letters = Letters(longest: 7)
        _ = try await speak(" Hello. \n", by: letters)
        #expect(letters.texts == ["Hello."])
    }

    @Test("Given parts with different sample rates, when they are spoken, then the call fails")
    func rates() async throws {
        await #expect(throws: ProviderError.self) {
            _ = try await speak("It rained. We went home.", by: Letters(longest: 14) { $0 * 1_000 })
        }
    }
}
