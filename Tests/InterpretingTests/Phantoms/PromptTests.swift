import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("What recognizers are shown of what was said before", .timeLimit(.minutes(5)))
struct PromptTests {
    private static let texts = [
        "We met Ana at the station.", "The train to Lisbon was late.", "Nobody knew why.", "There was no coffee left.",
        "So we walked along the river.", "It rained for an hour.", "Then Tom called us.", "He had found the keys.",
    ]

    private static func say(_ request: RecognitionRequest) -> Recognition {
        Recognition(text: texts[(request.context.utterance - 1) % texts.count], language: request.language)
    }

    private func prompts(_ talk: StoredTalk, by recognizer: ScriptedRecognizer) async throws -> [Int: String] {
        let result = try await talk.interpret(by: recognizer)
        #expect(result.finished.state == .complete)
        return recognizer.prompts
    }

    @Test("Given no setting for it, or a recognizer without prompts, when it is called, then it is given nothing")
    func nothing() async throws {
        let turns = Array(repeating: StoredTalk.Turn(), count: 4)
        #expect(try await prompts(StoredTalk(turns), by: ScriptedRecognizer(Self.say)).isEmpty)
        var deaf = ScriptedRecognizer(Self.say)
        deaf.takesPrompt = false
        #expect(try await prompts(StoredTalk(turns, promptLag: 1), by: deaf).isEmpty)
    }

    @Test("Given any number of utterances in flight, when a prompt is made, then it is the text up to the lag")
    func lag() async throws {
        for inFlight in [1, 3, 8] {
            var talk = StoredTalk(Array(repeating: StoredTalk.Turn(), count: 8), promptLag: 2)
            talk.configuration.utterancesInFlight = inFlight
            let prompts = try await prompts(talk, by: ScriptedRecognizer(Self.say))
            #expect(prompts[1] == nil && prompts[2] == nil)
            #expect(prompts[3] == "We met Ana at the station.")
            #expect(prompts[4] == "We met Ana at the station. The train to Lisbon was late.")
            #expect(prompts[8] == Self.texts[0..<6].joined(separator: " "))
        }
    }

    @Test("Given a long talk, when a prompt is made, then it has at most 200 characters and begins with a word")
    func bounded() async throws {
        let talk = StoredTalk(Array(repeating: StoredTalk.Turn(), count: 24), promptLag: 1)
        let prompts = try await prompts(talk, by: ScriptedRecognizer(Self.say))
        #expect(prompts.count == 23)
        #expect(prompts.values.allSatisfy { $0.count <= 200 })
        let last = try #require(prompts[24])
        #expect(last.count > 150 && last.hasSuffix("Then Tom called us."))
        let words = Set(Self.texts.joined(separator: " ").split(separator: " "))
        #expect(last.split(separator: " ").first.map(words.contains) == true)
    }

    @Test("Given two sides, when prompts are made, then each has its own, and five seconds of silence clear it")
    func resets() async throws {
        typealias Turn = StoredTalk.Turn
        let turns = [
            Turn(), Turn(speaker: .other, language: .es), Turn(), Turn(speaker: .other, language: .es), Turn(gap: 5),
            Turn(gap: 4.9),
        ]
        let prompts = try await prompts(StoredTalk(turns, promptLag: 1), by: ScriptedRecognizer(Self.say))
        #expect(prompts == [3: Self.texts[0], 4: Self.texts[1], 6: Self.texts[4]])
    }

    @Test("Given an utterance dropped or in another language, when a prompt is made, then it begins after that")
    func distrust() async throws {
        let turns = Array(repeating: StoredTalk.Turn(), count: 6)
        let recognizer = ScriptedRecognizer { request in
            switch request.context.utterance {
            case 2:
                Recognition(
                    text: "Thanks for watching!", language: .en,
                    signals: RecognitionSignals(noSpeech: 0.99, meanLogProbability: -1.5))
            case 5: Recognition(text: "Das war gestern.", language: .de)
            default: Self.say(request)
            }
        }
        let prompts = try await prompts(StoredTalk(turns, promptLag: 1), by: recognizer)
        #expect(prompts == [2: Self.texts[0], 4: Self.texts[2], 5: Self.texts[2] + " " + Self.texts[3]])
    }

    @Test(
        "Given a recognizer that repeats its prompt, when it is called again without it, then both calls are paid for")
    func echo() async throws {
        let recognizer = ScriptedRecognizer { request in
            guard let prompt = request.prompt, request.context.utterance == 2 else { return Self.say(request) }
            return Recognition(text: prompt, language: request.language)
        }
        let talk = StoredTalk(Array(repeating: StoredTalk.Turn(), count: 3), promptLag: 1)
        let result = try await talk.interpret(by: recognizer)
        #expect(result.records.map { $0.recognition?.text } == Array(Self.texts.prefix(3)))
        #expect(result.records.map { $0.attempts[.recognition] } == [1, 2, 1])
        let second = result.records[1]
        #expect(second.recognitionFlags.map(\.name) == ["prompt-echo"])
        #expect(second.recognitionFlags.map(\.verdict) == [.askedAgain])
        let costs = result.records.map { $0.cost(of: .recognition) }
        let one = ScriptedRecognizer.price.cost(of: Usage(audioSeconds: 2))
        let two = ScriptedRecognizer.price.cost(of: Usage(audioSeconds: 4))
        #expect(costs == [one, two, one])
        // The final text is passed on as the prompt.
        #expect(recognizer.prompts[3] == Self.texts[0] + " " + Self.texts[1])
        // And no call is repeated.
        let calls = recognizer.requests.withLock { $0.count }
        #expect(calls == 4)
        let again = try await talk.interpret(by: recognizer)
        #expect(again.records == result.records)
        #expect(recognizer.requests.withLock { $0.count } == calls)
    }

    @Test("Given a recognizer that repeats its own prompt, when it is asked again, then that prompt is withheld, too")
    func ownPrompt() async throws {
        var recognizer = ScriptedRecognizer { request in
            Recognition(
                text: request.prompt == "" ? "Good morning." : "Verbio, Lisbon, Porto", language: request.language)
        }
        recognizer.ownPrompt = "Names: Verbio, Lisbon, Porto."
        let result = try await StoredTalk([StoredTalk.Turn()]).interpret(by: recognizer)
        #expect(result.records[0].recognition?.text == "Good morning.")
        #expect(recognizer.requests.withLock { $0.map(\.prompt) } == [nil, ""])
    }

    @Test("Given the same text without a prompt, when it is recognized again, then it was said") func names()
        async throws
    {
        var recognizer = ScriptedRecognizer { Recognition(text: "Verbio, Lisbon, Porto", language: $0.language) }
        recognizer.ownPrompt = "Names: Verbio, Lisbon, Porto."
        let result = try await StoredTalk([StoredTalk.Turn()]).interpret(by: recognizer)
        #expect(result.records[0].recognition?.text == "Verbio, Lisbon, Porto")
        #expect(result.records[0].outcome == .spoken)
        #expect(result.records[0].recognitionFlags.map(\.verdict) == [.askedAgain])
    }
}
