import Audio
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@Suite("Audio that is too long is recognized in parts", .timeLimit(.minutes(10)))
struct RecognitionPartsTests {
    private static let english = [
        "the", "river", "runs", "under", "an", "old", "stone", "bridge", "where", "we", "met", "last", "summer", "and",
        "it", "was", "raining", "all", "day", "so", "nobody", "came",
    ]
    private static let chinese = "我们昨天在河边的桥上看见了他和他的朋友一起走路去学校".map(String.init)

    /// A track of words with some of them said again and again, and with gaps between them of which some are pauses.
    private func track(_ random: inout SplitMix64, unspaced: Bool, words count: Int) -> SyntheticSpeech {
        let vocabulary = unspaced ? Self.chinese : Self.english
        var texts: [String] = []
        while texts.count < count {
            let word = vocabulary[Int.random(in: 0..<vocabulary.count, using: &random)]
            // More than three in a row last longer than the overlap of two parts. Without times they cannot be counted.
            guard word != texts.last else { continue }
            let times = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 2...3, using: &random) : 1
            texts += Array(repeating: word, count: times)
        }
        let pauses = Int.random(in: 0...8, using: &random)
        let lengths = texts.map { _ in
            (
                word: Int.random(in: unspaced ? 90...220 : 120...420, using: &random),
                gap: Int.random(in: 0..<10, using: &random) < pauses / 2
                    ? Int.random(in: 350...900, using: &random) : Int.random(in: 20...90, using: &random)
            )
        }
        return SyntheticSpeech(texts, lengths: lengths, unspaced: unspaced)
    }

    private func recognize(_ recognizer: SyntheticRecognizer) async throws -> Recognition {
        let request = RecognitionRequest(
            audio: recognizer.speech.samples, language: recognizer.language, context: context)
        return try await answer(request, by: recognizer)
    }

    private func answer(
        _ request: RecognitionRequest, by recognizer: some SpeechRecognizer, partial: PartialSink<String> = { _ in }
    ) async throws -> Recognition {
        let parts = RecognitionParts(request, for: recognizer.capabilities)
        return try await parts.answered(by: recognizer, partial: partial, content: \.self).whole
    }

    @Test(
        "Given parts that prove too large, when they are recognized, then they are cut again and each word occurs once",
        arguments: [false, true])
    func tooLarge(timed: Bool) async throws {
        var refused = 0
        for seed in 0..<60 {
            var random = SplitMix64(seed: UInt64(seed))
            let speech = track(&random, unspaced: false, words: Int.random(in: 60...140, using: &random))
            var recognizer = SyntheticRecognizer(
                speech: speech, seconds: Double.random(in: 20...30, using: &random), timed: timed)
            recognizer.room = Double.random(in: 9...19, using: &random)
            let answer = try await recognize(recognizer)
            #expect(answer.text == speech.text, "seed \(seed)")
            let calls = recognizer.asked.withLock { $0 }.map { Double($0) / 16_000 }
            refused += calls.count { $0 > recognizer.room }
            let heard = calls.filter { $0 <= recognizer.room }.reduce(0, +)
            #expect(abs((answer.usage.audioSeconds ?? 0) - heard) < 1e-6)
        }
        #expect(refused > 60)
        // What is small already is not cut forever.
        var random = SplitMix64(seed: 1)
        var none = SyntheticRecognizer(speech: track(&random, unspaced: false, words: 80), seconds: 20)
        none.room = 0
        await #expect(throws: ProviderError.self) { _ = try await recognize(none) }
        #expect(none.asked.withLock { $0 }.count < 8)
    }

    @Test(
        "Given long speech with any pauses and limit, when it is recognized in parts, then each word occurs once",
        arguments: [false, true], [false, true])
    func everyWordOnce(unspaced: Bool, timed: Bool) async throws {
        var parted = 0
        for seed in 0..<250 {
            var random = SplitMix64(seed: UInt64(seed))
            let speech = track(&random, unspaced: unspaced, words: Int.random(in: 30...140, using: &random))
            let recognizer = SyntheticRecognizer(
                speech: speech, language: unspaced ? .zh : .en, seconds: Double.random(in: 8...25, using: &random),
                timed: timed)
            let answer = try await recognize(recognizer)
            #expect(answer.text == speech.text, "seed \(seed)")
            let calls = recognizer.asked.withLock { $0 }
            if calls.count > 1 { parted += 1 }
            #expect(calls.allSatisfy { Double($0) <= recognizer.seconds * 16_000 })
            let asked = Double(calls.reduce(0, +)) / 16_000
            #expect(abs((answer.usage.audioSeconds ?? 0) - asked) < 1e-6)
            let whole = Double(speech.samples.count) / 16_000
            var capabilities = recognizer.capabilities
            #expect(asked <= capabilities.maximumBilled(seconds: whole) + 1e-6)
            let price = Price(audioMinute: 1, audioStep: 4, asOf: "2026-11-22")
            capabilities.price = price
            let billed = calls.reduce(0) { $0 + price.billed(Double($1) / 16_000) }
            #expect(billed <= capabilities.maximumBilled(seconds: whole) + 1e-6)
            guard timed else { continue }
            #expect(answer.words.map(\.text) == speech.words.map(\.text), "seed \(seed)")
            for (told, said) in zip(answer.words, speech.words) {
                #expect(abs(told.start - said.range.startSeconds) < 0.1, "seed \(seed): \(told)")
            }
        }
        #expect(parted > 100)
    }

    @Test(
        "Given word times, when one word is said many times in a row, then it is there as often",
        arguments: [false, true])
    func repeated(unspaced: Bool) async throws {
        for count in 20...60 {
            let texts = Array(repeating: unspaced ? "不" : "no", count: count)
            let speech = SyntheticSpeech(
                texts, lengths: texts.indices.map { (word: 260 + $0 % 5 * 20, gap: 40) }, unspaced: unspaced)
            let answer = try await recognize(
                SyntheticRecognizer(speech: speech, language: unspaced ? .zh : .en, seconds: 8))
            #expect(answer.text == speech.text, "\(count)")
        }
    }

    @Test(
        "Given long speech, when it has a real pause, then it is cut there without overlap, else with two seconds of it"
    )
    func overlaps() async throws {
        func calls(pause: Int) async throws -> [Int] {
            let texts = (0..<70).map { "word\($0)" }
            let speech = SyntheticSpeech(
                texts, lengths: texts.indices.map { (word: 300, gap: $0 == 40 ? pause : 40) }, unspaced: false)
            let recognizer = SyntheticRecognizer(speech: speech, seconds: 20)
            let answer = try await recognize(recognizer)
            #expect(answer.text == speech.text)
            return recognizer.asked.withLock { $0 } + [-speech.samples.count]
        }
        #expect(try await calls(pause: 500).count == 3)
        #expect(try await calls(pause: 500).reduce(0, +) == 0)
        #expect(try await calls(pause: 60).count == 3)
        #expect(try await calls(pause: 60).reduce(0, +) == 32_000)
    }

    @Test("Given speech within the limit, when it is recognized, then it is sent whole")
    func short() async throws {
        let speech = SyntheticSpeech(["one", "two"], lengths: [(300, 200), (300, 0)], unspaced: false)
        let recognizer = SyntheticRecognizer(speech: speech, seconds: 0.9)
        #expect(try await recognize(recognizer).text == "one two")
        #expect(recognizer.asked.withLock { $0 } == [speech.samples.count])
        #expect(recognizer.capabilities.isTooLong(samples: 14_401))
        #expect(!recognizer.capabilities.isTooLong(samples: 14_400))
    }

    @Test("Given several parts, when a later one fails, then only that one is requested again")
    func retried() async throws {
        let texts = (0..<80).map { "word\($0)" }
        let speech = SyntheticSpeech(texts, lengths: texts.map { _ in (word: 300, gap: 60) }, unspaced: false)
        var recognizer = SyntheticRecognizer(speech: speech, seconds: 12)
        recognizer.failures = [2, 3]
        let time = ManualTime()
        let retried = recognizer.retrying(Retry(RetryPolicy(), time: time.source, random: { 0 }))
        let capabilities = recognizer.capabilities
        let request = RecognitionRequest(audio: speech.samples, language: .en, context: context)
        let answer = try await time.run {
            try await RecognitionParts(request, for: capabilities).answered(
                by: retried, partial: { _ in }, content: \.self
            ).whole
        }
        #expect(answer.text == speech.text)
        let asked = recognizer.asked.withLock { $0 }
        #expect(asked[1] == asked[2] && asked[2] == asked[3], "the second part was asked for three times")
        #expect(asked[0] != asked[1])
    }

    @Test(
        "Given parts in two languages, when they are joined, then the language is that of most speech, and hypotheses continue"
    )
    func languages() async throws {
        struct Bilingual: SpeechRecognizer {
            let descriptor = ProviderDescriptor(name: "two", model: "1")
            let capabilities = RecognizerCapabilities(languages: [.en, .es]) {
                $0.streams = true
                $0.maximumSeconds = 10
            }
            let calls = Locked(0)

            func recognize(
                _ request: RecognitionRequest, hypothesis: PartialSink<String>
            ) async throws -> Recognition {
                let number = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                let text = number == 1 ? "well" : "esto ya es otra cosa \(number)"
                try await hypothesis(text)
                return Recognition(
                    text: text, language: number == 1 ? .en : .es, confidence: number == 1 ? 1 : 0.5)
            }
        }
        let heard = Locked<[String]>([])
        // Silence: one long pause.
        let request = RecognitionRequest(
            audio: [Float](repeating: 0, count: 300_000), language: .en, candidates: [.en, .es], context: context)
        let answer = try await answer(request, by: Bilingual()) { text in
            heard.withLock { $0.append(text) }
        }
        #expect(answer.language == .es)
        #expect(answer.text.hasPrefix("well esto ya es otra cosa 2"))
        #expect(heard.withLock { Array($0.prefix(2)) } == ["well", "well esto ya es otra cosa 2"])
        #expect(heard.withLock { $0.last } == answer.text)
        let confidence = try #require(answer.confidence)
        #expect(confidence > 0.5 && confidence < 1)
    }

    @Test(
        "Given overlapping parts, when they are joined, then punctuation is that of the part that heard more of what follows"
    )
    func punctuation() async throws {
        struct Punctuated: SpeechRecognizer {
            let descriptor = ProviderDescriptor(name: "punctuated", model: "1")
            let capabilities = RecognizerCapabilities(languages: [.en]) { $0.maximumSeconds = 10 }
            let answers: Locked<[String]>

            func recognize(
                _ request: RecognitionRequest, hypothesis: PartialSink<String>
            ) async throws -> Recognition {
                Recognition(text: answers.withLock { $0.isEmpty ? "" : $0.removeFirst() }, language: .en)
            }
        }
        // No pause anywhere.
        let request = RecognitionRequest(
            audio: [Float](repeating: 0.3, count: 200_000), language: .en, context: context)
        for (answers, whole) in [
            (
                ["I came home late. It was very, very dark.", "Was very, very dark outside."],
                "I came home late. It was very, very dark outside."
            ),
            (["Let us meet at the old bri", "At the old bridge, at noon."], "Let us meet at the old bridge, at noon."),
            (["She said no, no, no.", "No, no, no way!"], "She said no, no, no way!"),
            (["One two", "three four"], "One two three four"), (["", "three four"], "three four"),
            (["one", ""], "one"),
        ] {
            let recognizer = Punctuated(answers: Locked(answers))
            #expect(try await answer(request, by: recognizer).text == whole)
        }
    }
}
