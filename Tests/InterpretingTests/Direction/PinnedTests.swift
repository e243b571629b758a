import Audio
import ConversationTesting
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// Utterances of a two-way conversation that are heard in neither language, from their audio on.
@Suite("Recognized once more in each language", .timeLimit(.minutes(5))) struct PinnedTests {
    private static let rescued = (
        heard: "Quero um café com leite, por favor.", said: "Quiero un café con leche, por favor.",
        invented: "I kill a coffee, go for it."
    )
    private static let foreign = "Извините, где здесь вокзал?"

    /// The answer depends on the utterance: 1 is English, 2 is Spanish mistaken for Portuguese, 3 is digits, 4 is
    /// Russian.
    private static func say(_ request: RecognitionRequest) -> Recognition {
        func answer(_ text: String, _ language: LanguageCode) -> Recognition {
            Recognition(text: text, language: language)
        }
        switch (request.context.utterance, request.knownLanguage) {
        case (1, _): return answer("Good morning, can I help you?", .en)
        case (2, nil): return answer(rescued.heard, .pt)
        case (2, .es): return answer(rescued.said, .es)
        case (2, _): return answer(rescued.invented, .en)
        case (3, _): return answer("42", request.language)
        case (_, nil): return answer(foreign, .ru)
        case (_, let language?):
            return answer(language == .en ? "Thanks for watching!" : "Muchas gracias por todo.", language)
        }
    }

    @Test("Given a language that has no code, when it is heard, then both languages are tried, and the text stays")
    func strange() async throws {
        var talk = StoredTalk([StoredTalk.Turn(), StoredTalk.Turn()])
        talk.twoWay = true
        var recognizer = ScriptedRecognizer { request in
            switch (request.context.utterance, request.knownLanguage) {
            case (1, _): Recognition(text: "Good morning, can I help you?", language: .en)
            case (_, nil):
                // The answer of an adapter if its provider names a language for which Verbio has no code.
                Recognition(
                    text: "Waar is het station, ik moet naar Utrecht", language: request.language,
                    signals: RecognitionSignals(language: "dutch"))
            case (_, let language?): Recognition(text: "Thanks for watching!", language: language)
            }
        }
        recognizer.detectsLanguage = true
        let result = try await talk.interpret(by: recognizer)
        let record = result.records[1]
        #expect(record.heardDirection?.reason == .outside && record.attempts[.recognition] == 3)
        #expect(record.outcome == .dropped(reason: "other-language") && record.translation == nil)
        #expect(record.recognition?.text == "Waar is het station, ik moet naar Utrecht")
        for case .recognized(let body) in result.events.map(\.body) where body.utterance == 2 {
            #expect(body.language == nil)
        }
    }

    private static func talk() -> StoredTalk {
        var talk = StoredTalk(Array(repeating: StoredTalk.Turn(), count: 4))
        talk.twoWay = true
        return talk
    }

    private static func recognizer() -> ScriptedRecognizer {
        var recognizer = ScriptedRecognizer(Self.say)
        recognizer.detectsLanguage = true
        return recognizer
    }

    @Test("Given speech that seems foreign, when both languages are tried, then one is found, or the text stays")
    func both() async throws {
        let talk = Self.talk()
        let recognizer = Self.recognizer()
        let result = try await talk.interpret(by: recognizer)
        #expect(result.finished.state == .complete)
        let records = result.records
        #expect(records.map(\.heardDirection?.reason) == [.wording, .pinned, .inherited, .outside])
        #expect(
            records.map(\.speaker) == [.user, .other, .other, .other], "what follows goes by who was found to speak")
        #expect(records.map(\.attempts[.recognition]) == [1, 3, 1, 3])
        let second = records[1]
        #expect(second.recognition?.text == Self.rescued.said && second.recognition?.language == .es)
        #expect(second.outcome == .spoken && second.translation?.language == .en)
        #expect(second.heardDirection.map { Set($0.scores.keys) } == ["en", "es"])
        let fourth = records[3]
        #expect(fourth.recognition?.text == Self.foreign && fourth.spokenLanguage == "ru")
        #expect(fourth.outcome == .dropped(reason: "other-language"))
        #expect(fourth.translation == nil && fourth.speech == nil)
        #expect(fourth.recognitionFlags.map(\.name) == ["language"], "what was doubted of what was heard first stays")
        let one = ScriptedRecognizer.price.cost(of: Usage(audioSeconds: 2))
        let three = ScriptedRecognizer.price.cost(of: Usage(audioSeconds: 6))
        #expect(records.map { $0.cost(of: .recognition) } == [one, three, one, three])

        let told = result.events.compactMap { event -> Event.Recognized? in
            if case .recognized(let body) = event.body { body } else { nil }
        }
        #expect(told.map(\.language) == [.en, .es, .es, .ru])
        #expect(told[1].text == Self.rescued.said)

        // No call is repeated, and a correction finds the finished work.
        let again = try await talk.interpret(by: recognizer)
        #expect(again.records == records)
        #expect(recognizer.requests.withLock { $0.count } == 8)
    }

    @Test("Given a recognizer that reports no language, when the text is of neither, then the language is unknown")
    func unknown() async throws {
        var recognizer = ScriptedRecognizer { Recognition(text: Self.foreign, language: $0.language) }
        recognizer.detectsLanguage = true
        let result = try await Self.talk().interpret(by: recognizer)
        #expect(
            result.records.allSatisfy { $0.knownLanguage == nil && $0.outcome == .dropped(reason: "other-language") })
        let told = result.events.compactMap { event -> Event.Recognized? in
            if case .recognized(let body) = event.body { body } else { nil }
        }
        #expect(told.count == 4 && told.allSatisfy { $0.language == nil && $0.text == Self.foreign })
    }

    @Test("Given a recognizer that detects no language, when the text is of neither, then it is not called again")
    func unable() async throws {
        // It detects nothing itself, so the language is pinned already.
        let recognizer = ScriptedRecognizer(Self.say)
        let result = try await Self.talk().interpret(by: recognizer)
        #expect(recognizer.requests.withLock { $0.count } == 4)
        #expect(result.records[1].heardDirection?.reason == .outside)
    }

    @Test(
        "Given a recognizer that rejects a language, when it is called with it, then the first text stays")
    func refused() async throws {
        let recognizer = FailingWhenTold(base: Self.recognizer(), failure: .rejected)
        let result = try await Self.talk().interpret(by: recognizer)
        #expect(result.finished.state == .complete)
        #expect(result.records[1].heardDirection?.reason == .outside)
        #expect(result.records[1].recognition?.text == Self.rescued.heard)
    }

    @Test(
        "Given one answer of two, when the other call may succeed later, then only that call is repeated",
        arguments: [
            ProviderError.Failure.transient, .timeout, .throttled, .starting, .unavailable, .quota, .unauthorized,
            .unaffordable,
        ])
    func passing(failure: ProviderError.Failure) async throws {
        let wanted = try await Self.talk().interpret(by: Self.recognizer())
        var talk = Self.talk()
        talk.configuration.retry = .never
        talk.configuration.outagePatience = nil
        let recognizer = Self.recognizer()
        let first = try await talk.interpret(by: FailingWhenTold(base: recognizer, failure: failure), time: .system)
        #expect(first.finished.state == .partial)
        for place in [1, 3] {
            let record = first.records[place]
            guard case .failed(let why) = record.outcome else {
                Issue.record("\(record.outcome)")
                continue
            }
            #expect(why.stage == .recognition && (why.failure == failure || why.failure == .unavailable))
            #expect(record.recognition == nil && record.heardDirection == nil && record.recognitionFlags.isEmpty)
        }
        let again = try await talk.interpret(by: recognizer, time: .system)
        #expect(again.finished.state == .complete)
        // The third, digits, followed the side that had been found to speak until then.
        for place in [0, 1, 3] {
            let (record, other) = (again.records[place], wanted.records[place])
            #expect(record.recognition == other.recognition && record.recognitionFlags == other.recognitionFlags)
            #expect(record.translation == other.translation && record.outcome == other.outcome)
        }
        let asked = recognizer.requests.withLock { $0 }
        #expect(asked.count { $0.knownLanguage == nil } == 4 && asked.count { $0.knownLanguage != nil } == 4)
    }

    @Test("Given two calls, when one fails, then the answer of the other is charged and kept") func half() async throws
    {
        var talk = Self.talk()
        talk.configuration.retry = .never
        let recognizer = Self.recognizer()
        let first = try await talk.interpret(
            by: FailingWhenTold(base: recognizer, failure: .timeout, language: .en))
        #expect(first.records[1].outcome.name == "failed")
        _ = try await talk.interpret(by: recognizer)
        let asked = recognizer.requests.withLock { $0 }
        #expect(asked.count { $0.knownLanguage == .es } == 2 && asked.count { $0.knownLanguage == .en } == 2)
    }

    @Test("Given an utterance recognized in parts, when both languages are tried, then each attempt is in parts, too")
    func parts() async throws {
        // The same words in another order, because people do not repeat themselves exactly.
        let parts = Locked<[LanguageCode?: Int]>([:])
        var recognizer = ScriptedRecognizer { request in
            let number = parts.withLock { parts in
                parts[request.knownLanguage, default: 0] += 1
                return parts[request.knownLanguage, default: 0]
            }
            func answer(_ texts: [String], _ language: LanguageCode, _ confidence: Double) -> Recognition {
                Recognition(text: texts[min(number, texts.count) - 1], language: language, confidence: confidence)
            }
            return switch request.knownLanguage {
            case nil: answer([Self.rescued.heard, "Não tenho tempo agora.", "Obrigado."], .pt, 0.5)
            case .es: answer([Self.rescued.said, "No tengo tiempo ahora.", "Muchas gracias."], .es, 0.9)
            default: answer([Self.rescued.invented, "Note in the temple all day.", "Obligation."], .en, 0.3)
            }
        }
        recognizer.detectsLanguage = true
        recognizer.maximumSeconds = 3
        var turn = StoredTalk.Turn(seconds: 5)
        turn.evidence.voicedMilliseconds = 4_500
        var talk = StoredTalk([turn])
        talk.twoWay = true
        talk.configuration.concurrency[.recognition] = 1
        let result = try await talk.interpret(by: recognizer)
        let record = result.records[0]
        #expect(record.heardDirection?.reason == .pinned && record.recognition?.language == .es)
        #expect(record.recognition?.text.hasPrefix("Quiero un café") == true && record.outcome == .spoken)
        let requests = recognizer.requests.withLock { $0 }
        #expect(requests.count >= 6 && requests.count % 3 == 0 && record.attempts[.recognition] == requests.count)
        let seconds = Double(requests.map(\.audio.count).reduce(0, +)) / 16_000
        let cost = ScriptedRecognizer.price.cost(of: Usage(audioSeconds: seconds))
        #expect(record.cost(of: .recognition) == cost)
        _ = try await talk.interpret(by: recognizer)
        #expect(recognizer.requests.withLock { $0.count } == requests.count)
    }

    @Test("Given both answers in the store, when the direction is corrected, then no recognizer is called")
    func corrected() async throws {
        let talk = Self.talk()
        let recognizer = Self.recognizer()
        let result = try await talk.interpret(by: recognizer)
        let calls = recognizer.requests.withLock { $0.count }
        let record = try await Self.flip(result.records[3], of: talk, to: .other, recognizer, result.finished)
        #expect(record.recognition?.text == "Muchas gracias por todo." && record.outcome == .spoken)
        #expect(recognizer.requests.withLock { $0.count } == calls)
    }

    @Test(
        "Given a forced recognizer that mixes languages, when a correction is taken back, then the first text is back, at no cost"
    )
    func takenBack() async throws {
        let talk = StoredTalk([StoredTalk.Turn()])
        let first = "The tour begins in ten minutes at the main entrance."
        let mixed = "La tour begins in ten minutes at the main entrance."
        let recognizer = ScriptedRecognizer { request in
            Recognition(text: request.language == .en ? first : mixed, language: request.language)
        }
        let result = try await talk.interpret(by: recognizer)
        #expect(result.records[0].recognition?.text == first)
        let there = try await Self.flip(result.records[0], of: talk, to: .other, recognizer, result.finished)
        #expect(there.recognition?.text == mixed)
        let calls = recognizer.requests.withLock { $0.count }
        let back = try await Self.flip(there, of: talk, to: .user, recognizer, result.finished)
        #expect(back.recognition?.text == first)
        #expect(recognizer.requests.withLock { $0.count } == calls)
    }

    /// Corrects an utterance, and returns what it is then.
    private static func flip(
        _ record: UtteranceRecord, of talk: StoredTalk, to speaker: Speaker, _ recognizer: ScriptedRecognizer,
        _ ending: Event.ConversationFinished
    ) async throws -> UtteranceRecord {
        var providers = try Rehearsal().providers()
        providers.recognizers = ProviderChain([recognizer], time: .system)
        let conversation = try #require(await talk.store.conversation(StoredTalk.id))
        let correction = try DirectionCorrection(of: record, in: conversation, to: speaker)
        let blob = try #require(record.audio)
        let samples = PCM16.samples(fromLittleEndian: try #require(try await talk.store.blob(blob)))
        let interpreter = Interpreter(providers: providers, store: talk.store, time: .patient)
        _ = try await interpreter.correct(
            conversation, correction, samples: correction.needsAudio ? samples : nil, ending: ending
        ) { _ in }
        return await talk.store.utterances(of: StoredTalk.id, after: record.utterance.sequence - 1, limit: 1)[0]
    }

    @Test(
        "Given a text of no named language, when it is corrected, then it is recognized again, and the first text kept",
        arguments: ["galician", nil])
    func unnamed(_ named: String?) async throws {
        let text = "Muchas gracias, que tenga un buen viaje."
        var talk = StoredTalk([StoredTalk.Turn()])
        talk.twoWay = true
        var recognizer = ScriptedRecognizer { request in
            switch request.knownLanguage {
            case nil:
                // Its own language is the one that was expected.
                named.map {
                    Recognition(
                        text: text, language: request.language, signals: RecognitionSignals(language: $0))
                } ?? Recognition(text: text, language: request.language)
            case .en: Recognition(text: "Much as grass, a good village.", language: .en)
            case let language?: Recognition(text: "", language: language)
            }
        }
        recognizer.detectsLanguage = true
        let result = try await talk.interpret(by: recognizer)
        #expect(result.records[0].heardDirection?.pair?.from == .es && result.records[0].recognition?.text == text)
        let calls = recognizer.requests.withLock { $0.count }
        let flipped = try await Self.flip(result.records[0], of: talk, to: .user, recognizer, result.finished)
        #expect(flipped.recognition?.text == "Much as grass, a good village." && flipped.recognition?.language == .en)
        #expect(recognizer.requests.withLock { $0.count } == calls + 1)
        let back = try await Self.flip(flipped, of: talk, to: .other, recognizer, result.finished)
        #expect(back.recognition?.text == text && back.outcome == .spoken)
        #expect(recognizer.requests.withLock { $0.count } == calls + 1)
    }

    @Test(
        "Given any concurrency, when both languages are tried, then the result is the same",
        arguments: [1, 2, 8], [1, 4])
    func deterministic(inFlight: Int, concurrency: Int) async throws {
        let wanted = try await Self.talk().interpret(by: Self.recognizer())
        var talk = Self.talk()
        talk.configuration.utterancesInFlight = inFlight
        talk.configuration.concurrency[.recognition] = concurrency
        let got = try await talk.interpret(by: Self.recognizer())
        #expect(got.events == wanted.events)
        #expect(got.records.map(\.heardDirection) == wanted.records.map(\.heardDirection))
        #expect(got.records.map(\.recognition) == wanted.records.map(\.recognition))
    }

    @Test(
        "Given a run that ends at the k-th commit, when it continues, then no stored call is repeated",
        arguments: 1...24)
    func torture(k: Int) async throws {
        let wanted = try await Self.talk().interpret(by: Self.recognizer())
        var talk = Self.talk()
        talk.configuration.utterancesInFlight = 2
        talk.configuration.concurrency[.recognition] = 2
        let recognizer = Self.recognizer()
        _ = try? await talk.interpret(by: recognizer, failingAt: k)
        let got = try await talk.interpret(by: recognizer)
        #expect(got.finished.state == .complete)
        for (record, other) in zip(got.records, wanted.records) {
            #expect(record.heardDirection == other.heardDirection)
            #expect(record.recognition == other.recognition && record.recognitionFlags == other.recognitionFlags)
            #expect(record.translation == other.translation && record.outcome == other.outcome)
        }
        // What was answered when the store failed was not written, and is requested again.
        #expect(recognizer.requests.withLock { $0.count } <= 8 + 2)
    }
}

/// Fails whenever the request names a language, or one of them.
private struct FailingWhenTold: SpeechRecognizer {
    let base: ScriptedRecognizer
    let failure: ProviderError.Failure
    var language: LanguageCode?
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        guard request.knownLanguage == nil || language != nil && request.knownLanguage != language else {
            throw ProviderError(failure, stage: .recognition, provider: descriptor.name, "not now")
        }
        return try await base.recognize(request, hypothesis: hypothesis)
    }
}
