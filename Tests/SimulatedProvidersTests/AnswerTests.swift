import Audio
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

struct AnswerTests {
    private let time = ManualTime()
    private static let streaming = Scenario(
        name: "streaming", recognition: .init { $0.pieces = 6 }, translation: .init { $0.pieces = 5 },
        synthesis: .init { $0.pieces = 4 })

    private func recognizer(_ scenario: Scenario = .instant) -> SimulatedRecognizer {
        SimulatedRecognizer(scenario, time: time.source)
    }

    private func translator(_ scenario: Scenario = .instant) -> SimulatedTranslator {
        SimulatedTranslator(scenario, time: time.source)
    }

    @Test(
        "Given audio, when it is recognized, then it has about 2.5 words a second, spread over its time",
        arguments: LanguageCode.tested)
    func recognizes(language: LanguageCode) async throws {
        let answer = try await recognizer().recognize(recognitionRequest(1, language: language, seconds: 4)) { _ in }
        #expect(answer.words.count == 10)
        #expect(answer.text == answer.words.map(\.text).joined(separator: language.isWrittenWithoutSpaces ? "" : " "))
        #expect(answer.words.first?.start == 0)
        #expect(answer.words.last?.end == 4)
        #expect(answer.usage.audioSeconds == 4)
        #expect(answer.language == language)
    }

    @Test("Given a length, when a shorter translation is asked for, then words are left out, but no number and no name")
    func shorter() async throws {
        var scenario = Scenario.instant
        scenario.translation.hints = true
        var request = TranslationRequest(
            text: "the house near Lisbon has 12 rooms and the market is in the street by the water",
            pair: try LanguagePair(from: .en, to: .es), context: CallContext(conversation: "test", utterance: 1))
        let longer = try await translator(scenario).translate(request) { _ in }
        request.shorter = ShorterWish(longer: longer.text, characters: longer.text.count * 6 / 10)
        let shorter = try await translator(scenario).translate(request) { _ in }
        #expect(shorter.text.count <= longer.text.count * 6 / 10 && shorter.text.count > longer.text.count / 3)
        let kept = longer.text.split(separator: " ").filter { $0.contains { $0.isNumber || $0.isUppercase } }
        #expect(kept.count == 2 && kept.allSatisfy { shorter.text.split(separator: " ").contains($0) }, "\(shorter)")
        // It cannot leave out what it must keep.
        request.shorter?.characters = 1
        let shortest = try await translator(scenario).translate(request) { _ in }.text.split(separator: " ")
        #expect(shortest.count == 3, "\(shortest)")
    }

    @Test("Given silence, when it is recognized, then there are no words")
    func silence() async throws {
        let request = RecognitionRequest(
            audio: [Float](repeating: 0.0001, count: 32_000), language: .en,
            context: CallContext(conversation: "test", utterance: 1))
        let answer = try await recognizer().recognize(request) { _ in }
        #expect(answer.text.isEmpty)
        #expect(answer.words.isEmpty)
    }

    @Test("Given a request, when it is recognized, then the answer depends on audio, language and seed only")
    func deterministic() async throws {
        let alone = try await recognizer().recognize(recognitionRequest(1)) { _ in }
        let recognizer = recognizer(Self.streaming)
        _ = try await recognizer.recognize(recognitionRequest(2)) { _ in }
        #expect(try await recognizer.recognize(recognitionRequest(1)) { _ in } == alone)
        var sameAudio = recognitionRequest(1)
        sameAudio.context = CallContext(conversation: "another", utterance: 99)
        #expect(try await recognizer.recognize(sameAudio) { _ in } == alone)
        #expect(try await recognizer.recognize(recognitionRequest(2)) { _ in }.text != alone.text)
        var seeded = Scenario.instant
        seeded.seed = 2
        #expect(try await self.recognizer(seeded).recognize(recognitionRequest(1)) { _ in }.text != alone.text)
    }

    @Test("Given audio stored as 16-bit PCM, when it is recognized, then the answer is as before")
    func storedAudio() async throws {
        var request = recognitionRequest(1)
        request.audio = request.audio.enumerated().map { $1 + Float($0 % 97) * 1e-5 }
        let before = try await recognizer().recognize(request) { _ in }
        request.audio = request.audio.map { Float(Int16(($0 * 32_768).rounded())) / 32_768 }
        #expect(try await recognizer().recognize(request) { _ in } == before)
    }

    @Test("Given a streaming recognizer, when it recognizes, then its hypotheses grow to the text")
    func hypotheses() async throws {
        let taken = Taken<String>()
        let answer = try await recognizer(Self.streaming).recognize(recognitionRequest(1, seconds: 6)) {
            taken.take($0)
        }
        #expect(taken.all.count == 6)
        #expect(taken.all.last == answer.text)
        for (shorter, longer) in zip(taken.all, taken.all.dropFirst()) {
            #expect(longer.hasPrefix(shorter) && longer.count > shorter.count)
        }
    }

    @Test(
        "Given a translation between any two languages, when it is translated back, then it is the text again",
        arguments: LanguageCode.tested)
    func thereAndBack(from: LanguageCode) async throws {
        let text = try await recognizer().recognize(recognitionRequest(3, language: from, seconds: 40)) { _ in }.text
        for to in LanguageCode.tested where to != from {
            let pair = try LanguagePair(from: from, to: to)
            let there = try await translator().translate(translationRequest(text, pair)) { _ in }
            #expect(there.text != text)
            #expect(there.notes.isEmpty)
            let back = try await translator().translate(translationRequest(there.text, pair.reversed)) { _ in }
            // A capital is lost on the way through a script that has none.
            #expect(back.text.lowercased() == text.lowercased(), "\(pair): \(there.text)")
        }
    }

    @Test(
        "Given numbers, punctuation and unknown words, when they are translated, then each is treated as documented",
        arguments: [
            ("Today: 12,5 coffee?", LanguageCode.zh, "今天:12,5咖啡？", [String]()),
            ("(water) 3 big, new houses!", .ar, "(ماء) 3 كبير، جديد ", ["unknown-words:1"]),
            ("👍🏽 - 7", .es, "👍🏽 - 7", []),
        ])
    func translates(text: String, to: LanguageCode, beginning: String, notes: [String]) async throws {
        let pair = try LanguagePair(from: .en, to: to)
        let answer = try await translator().translate(translationRequest(text, pair)) { _ in }
        #expect(answer.text.hasPrefix(beginning), "\(answer.text)")
        #expect(answer.notes == notes)
    }

    @Test("Given a translator with context, when it translates, then a note names the context")
    func context() async throws {
        var scenario = Scenario.instant
        scenario.translation.contextPairs = 2
        let pair = try LanguagePair(from: .en, to: .de)
        var request = translationRequest("good day", pair)
        let without = try await translator(scenario).translate(request) { _ in }
        request.earlier = [ContextPair(speaker: "user", source: "yes", translation: "ja")]
        let with = try await translator(scenario).translate(request) { _ in }
        #expect(without.notes.count == 1 && without.notes[0].hasPrefix("context:0:"))
        #expect(with.notes.count == 1 && with.notes[0].hasPrefix("context:1:"))
        #expect(with.text == without.text)
    }

    @Test("Given a translator that takes later lines, when it translates, then a note names those it was given")
    func later() async throws {
        var scenario = Scenario.instant
        scenario.translation.takesLater = true
        var request = translationRequest("good day", try LanguagePair(from: .en, to: .de))
        let without = try await translator(scenario).translate(request) { _ in }
        request.later = [LaterLine(speaker: "user", source: "yes")]
        let with = try await translator(scenario).translate(request) { _ in }
        #expect(without.notes.count == 1 && without.notes[0].hasPrefix("later:0:"))
        #expect(with.notes.count == 1 && with.notes[0].hasPrefix("later:1:"))
        #expect(with.text == without.text)
        #expect(try await translator().translate(request) { _ in }.notes.isEmpty)
    }

    @Test(
        "Given a text, when it is spoken, then the speech is as long as the text, in the configured chunks and without clicks"
    )
    func speaks() async throws {
        let synthesizer = SimulatedSynthesizer(Self.streaming, time: time.source)
        let taken = Taken<VoiceAudio>()
        let long = try await synthesizer.synthesize(synthesisRequest("uno dos tres cuatro cinco seis")) {
            taken.take($0)
        }
        let short = try await synthesizer.synthesize(synthesisRequest("uno dos tres")) { _ in }
        #expect(taken.all.count == 4)
        #expect(long.sampleRate == 16_000)
        #expect((1.5...3).contains(Double(long.sampleCount) / Double(short.sampleCount)))
        let samples = taken.all.flatMap(\.samples)
        #expect(samples.count == long.sampleCount)
        #expect(samples.allSatisfy { abs(Int($0)) <= 8_000 } && samples.contains { $0 > 7_000 })
        #expect(samples.first.map { abs(Int($0)) < 400 } ?? false)
    }

    @Test("Given a scenario, when a setting changes, then the descriptor changes only if answers do")
    func descriptor() {
        func descriptor(_ change: (inout Scenario) -> Void) -> ProviderDescriptor {
            var scenario = Scenario.instant
            change(&scenario)
            return recognizer(scenario).descriptor
        }
        let plain = descriptor { _ in }
        #expect(plain == ProviderDescriptor(name: "sim:instant", model: "1", parameters: ["seed": "1"]))
        #expect(descriptor { $0.recognition.latency = .seconds(1) } == plain)
        #expect(descriptor { $0.recognition.faults = [FaultRule(.cut)] } == plain)
        #expect(descriptor { $0.seed = 2 } != plain)
        let inventive = descriptor { $0.recognition.faults = [FaultRule(.empty)] }
        #expect(inventive != plain)
        #expect(inventive == descriptor { $0.recognition.faults = [FaultRule(.empty)] })
        #expect(
            inventive
                != descriptor { $0.recognition.faults = [FaultRule(.empty, when: FaultCondition(every: 2))] })
    }
}
