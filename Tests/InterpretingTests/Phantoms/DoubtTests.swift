import Audio
import Conversations
import Foundation
import Guards
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("Recognitions that are kept although they are doubtful", .timeLimit(.minutes(5)))
struct DoubtTests {
    /// Speech of which the network is sure.
    private static let voice = SpeechEvidence(
        voicedMilliseconds: 1_500, rmsDBFS: -24, peakDBFS: -8, snrDB: 26, clippedSamples: 0, speechProbability: 0.97)

    @Test("Given laughter as a sentence, when it is kept, then the record, its event and the coverage have the doubt")
    func laughter() async throws {
        let recognizer = ScriptedRecognizer { request in
            guard request.context.utterance == 2 else { return Recognition(text: "Good morning.", language: .en) }
            return Recognition(
                text: "I know that it is high.", language: .en, confidence: 0.15,
                signals: RecognitionSignals(noSpeech: 0.82, meanLogProbability: -1.9))
        }
        let talk = StoredTalk(Array(repeating: StoredTalk.Turn(evidence: Self.voice), count: 3))
        let result = try await talk.interpret(by: recognizer)
        #expect(result.records.map(\.doubts) == [[], ["no-speech"], []])
        #expect(result.records[1].recognition?.text == "I know that it is high.")
        #expect(doubts(in: result.events) == [nil, ["no-speech"], nil])
        #expect(result.finished.coverage.doubtfulUtterances == 1)
    }

    @Test("Given two languages garbled to one sentence, when words are unsure, then the doubt names the words")
    func garbled() async throws {
        let said = "the world's safe for you always begin with a local binae in Kerala"
        let words = said.split(separator: " ").enumerated().map { index, word in
            Recognition.Word(
                text: String(word), start: Double(index) * 0.4, end: Double(index + 1) * 0.4,
                confidence: index < 7 ? 0.9 : 0.25)
        }
        let recognizer = ScriptedRecognizer { _ in
            Recognition(
                text: said, language: .en, words: words,
                signals: RecognitionSignals(noSpeech: 0.05, meanLogProbability: -0.8))
        }
        var slow = Self.voice
        slow.voicedMilliseconds = 5_000
        let result = try await StoredTalk([StoredTalk.Turn(evidence: slow, seconds: 6)]).interpret(by: recognizer)
        #expect(result.records[0].recognitionFlags.map(\.name) == ["unsure"])
        #expect(result.records[0].recognitionFlags[0].evidence == ["with a local binae in Kerala"])
        #expect(result.records[0].recognitionFlags[0].verdict == .kept)
        #expect(result.records[0].outcome == .spoken)
    }

    @Test("Given an unsure text, when a voice is weak, then the doubt about the words alone drops nothing")
    func unsureIsKept() {
        var weak = Self.voice
        (weak.snrDB, weak.rmsDBFS) = (4, -55)
        let heard = HeardAnswer(
            Recognition(
                text: "We should leave.", language: .en, signals: RecognitionSignals(meanLogProbability: -1.1)),
            evidence: weak, seconds: 2, candidates: [.en])
        let verdict = RecognitionGuards.standard.verdict(on: heard)
        #expect(verdict.decision == .keep)
        #expect(verdict.flags.map(\.name) == ["unsure"])
        #expect(!RecognitionGuards.standard.suspects(heard))
    }

    @Test("Given a dropped recognition, when the doubts are counted, then it is none of them")
    func dropped() async throws {
        let recognizer = ScriptedRecognizer { _ in
            Recognition(
                text: "Thanks for watching!", language: .en,
                signals: RecognitionSignals(noSpeech: 0.97, meanLogProbability: -1.5))
        }
        let result = try await StoredTalk([StoredTalk.Turn()]).interpret(by: recognizer)
        #expect(result.records[0].recognitionFlags.isEmpty == false)
        #expect(result.records[0].doubts.isEmpty)
        #expect(result.finished.coverage.doubtfulUtterances == 0)
    }

    @Test("Given an event of an earlier version, when its coverage is read, then no utterance is doubtful")
    func earlier() throws {
        let old = """
            {"voicedMilliseconds":5,"spokenMilliseconds":5,"textOnlyMilliseconds":0,"droppedMilliseconds":{},
            "failedMilliseconds":{}}
            """
        let read = try JSONDecoder().decode(Coverage.self, from: Data(old.utf8))
        #expect(read.spokenMilliseconds == 5 && read.doubtfulUtterances == 0)
    }

    private func doubts(in events: [Event]) -> [[String]?] {
        events.compactMap { event in
            if case .recognized(let body) = event.body { .some(body.doubts) } else { nil }
        }
    }

    // MARK: Blanks

    @Test("Given a lost blank between two sentences, when an answer is stored, then its text and its words have it")
    func blank() async throws {
        let recognizer = ScriptedRecognizer { _ in
            Recognition(
                text: "We are done.Then we left.", language: .en,
                words: [
                    .init(text: "We", start: 0, end: 0.2), .init(text: "are", start: 0.2, end: 0.4),
                    .init(text: "done.Then", start: 0.4, end: 1.3), .init(text: "we", start: 1.3, end: 1.4),
                    .init(text: "left.", start: 1.4, end: 1.6),
                ])
        }
        let talk = StoredTalk([StoredTalk.Turn(evidence: Self.voice)])
        let result = try await talk.interpret(by: recognizer)
        let stored = try #require(result.records[0].recognition)
        #expect(stored.text == "We are done. Then we left.")
        #expect(stored.words.map(\.text) == ["We", "are", "done.", "Then", "we", "left."])
        #expect(stored.words[2].start == 0.4 && stored.words[3].end == 1.3)
        #expect(abs(stored.words[2].end - 0.9) < 1e-9 && stored.words[2].end == stored.words[3].start)
        #expect(try await talk.interpret(by: recognizer).records == result.records)
    }

    // MARK: Scripts

    private static let urdu = "نمستے یہ ایک دوانی پہچان پر ایک شن ہے"
    private static let hindi = "नमस्ते, यह एक ध्वनि पहचान परीक्षण है"

    private func talk(_ recognizer: ScriptedRecognizer) async throws -> (StoredTalk, StoredTalk.Result) {
        let talk = StoredTalk([StoredTalk.Turn(evidence: Self.voice, language: .hi)])
        return (talk, try await talk.interpret(by: recognizer))
    }

    @Test(
        "Given Hindi in Arabic letters, when a prompt in Devanagari helps, then its answer is used, and both are paid for"
    )
    func script() async throws {
        let recognizer = ScriptedRecognizer { request in
            Recognition(text: request.prompt == nil ? Self.urdu : Self.hindi, language: request.language)
        }
        let (talk, result) = try await talk(recognizer)
        #expect(recognizer.requests.withLock { $0.map(\.prompt) } == [nil, ScriptPrompt.of(.hi)])
        #expect(result.records[0].recognition?.text == Self.hindi)
        #expect(result.records[0].recognitionFlags.map(\.name) == ["language"])
        #expect(result.records[0].recognitionFlags.map(\.verdict) == [.askedAgain])
        #expect(result.records[0].doubts.isEmpty && result.finished.coverage.doubtfulUtterances == 0)
        #expect(
            result.records[0].cost(of: .recognition) == ScriptedRecognizer.price.cost(of: Usage(audioSeconds: 4)))
        // A further run calls nothing again.
        #expect(try await talk.interpret(by: recognizer).records == result.records)
        #expect(recognizer.requests.withLock { $0.count } == 2)
    }

    @Test(
        "Given Hindi in other letters, when the second answer is no better, then the first is kept with its mark",
        arguments: [
            urdu, "नमस्ते", "yah baatacheet hindi mein hai", "यह बातचीत हिन्दी में है, देवनागरी लिपि में।", "",
        ])
    func noBetter(_ second: String) async throws {
        let recognizer = ScriptedRecognizer { request in
            Recognition(text: request.prompt == nil ? Self.urdu : second, language: request.language)
        }
        let (_, result) = try await talk(recognizer)
        #expect(result.records[0].recognition?.text == Self.urdu)
        #expect(result.records[0].doubts == ["language"])
        #expect(result.finished.coverage.doubtfulUtterances == 1)
    }

    @Test("Given Hindi in other letters, when a recognizer takes no prompt, then it is called once")
    func noPrompt() async throws {
        var recognizer = ScriptedRecognizer { Recognition(text: Self.urdu, language: $0.language) }
        recognizer.takesPrompt = false
        let (_, result) = try await talk(recognizer)
        #expect(recognizer.requests.withLock { $0.count } == 1)
        #expect(result.records[0].doubts == ["language"])
    }

    @Test("Given each language in other letters than Latin, when its prompt is read, then it is written in its script")
    func prompts() {
        for language in LanguageCode.tested {
            guard let prompt = ScriptPrompt.of(language) else { continue }
            let heard = HeardAnswer(
                Recognition(text: prompt, language: language), evidence: Self.voice, seconds: 5, candidates: [language])
            #expect(RecognitionGuards.standard.verdict(on: heard).expectedScript == nil, "\(language)")
            #expect(LanguageIdentifier(candidates: Set(LanguageCode.tested)).identify(prompt).language == language)
        }
    }
}
