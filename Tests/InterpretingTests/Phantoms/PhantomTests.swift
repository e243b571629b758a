import Audio
import Conversations
import Interpreting
import Language
import Providers
import Testing
import VerbioTesting

@Suite("No phantom lines", .timeLimit(.minutes(5)))
struct PhantomTests {
    private static let lines: Set = ["utterance.recognized", "utterance.translated", "utterance.spoken"]

    private func interpret(_ cases: [NoiseCase]) async throws -> StoredTalk.Result {
        let turns = cases.map { item in
            StoredTalk.Turn(evidence: item.evidence, seconds: item.seconds, language: item.answer.language)
        }
        let answers = cases.map(\.answer)
        return try await StoredTalk(turns).interpret(by: ScriptedRecognizer { answers[$0.context.utterance - 1] })
    }

    @Test("Given noise, when a recognizer invents text in any of twelve languages, then none becomes a line")
    func none() async throws {
        let cases = NoiseCases.all
        #expect(cases.count >= 200)
        #expect(Set(cases.map(\.answer.language)) == Set(LanguageCode.tested))
        let result = try await interpret(cases)
        let records = result.records
        #expect(records.count == cases.count)
        var phantoms: [String] = []
        for record in records {
            switch record.outcome {
            case .dropped(reason: "no-words"): #expect(record.translation == nil)
            case .dropped(reason: "hallucination"):
                // Nothing vanishes: the recognized text and the reason to reject it are stored.
                #expect(record.recognition != nil && record.translation == nil && record.speech == nil)
                #expect(record.recognitionFlags.contains { $0.verdict == .dropped && !$0.reason.isEmpty })
            default: phantoms.append(record.recognition?.text ?? "")
            }
        }
        print("noise: \(phantoms.count) of \(cases.count) invented texts became lines")
        #expect(phantoms == [])
        #expect(Set(result.events.map(\.name)).isDisjoint(with: Self.lines))
        for case .utteranceFinished(let body) in result.events.map(\.body) where body.reason == "hallucination" {
            #expect(body.flags == records[body.utterance - 1].recognitionFlags.map(\.name))
        }
        #expect(result.finished.state == .complete)
        // Every voiced millisecond is accounted for.
        let coverage = result.finished.coverage
        #expect(coverage.voicedMilliseconds == cases.reduce(0) { $0 + $1.evidence.voicedMilliseconds })
        #expect(coverage.pendingMilliseconds == 0)
        #expect(coverage.droppedMilliseconds.values.reduce(0, +) == coverage.voicedMilliseconds)
        #expect(Set(coverage.droppedMilliseconds.keys) == ["hallucination", "no-words"])
    }

    @Test("Given the same texts said clearly, when they are recognized, then they stay, and odd ones are flagged")
    func clear() async throws {
        let clear = SpeechEvidence(
            voicedMilliseconds: 4_000, rmsDBFS: -24, peakDBFS: -8, snrDB: 26, clippedSamples: 0)
        let phrases = Hallucinations.phrases.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { language, texts in
            texts.map {
                NoiseCase(answer: Recognition(text: $0, language: language), evidence: clear, seconds: 5)
            }
        }
        let result = try await interpret(phrases)
        let records = result.records
        #expect(result.finished.coverage.droppedMilliseconds == [:])
        #expect(records.allSatisfy { $0.outcome == .spoken })
        for (record, item) in zip(records, phrases) where item.answer.text.contains("Amara") {
            #expect(record.recognitionFlags.map(\.name) == ["boilerplate"], "\(item.answer.text)")
            #expect(record.recognitionFlags.first?.verdict == .kept)
        }
    }

    @Test(
        "Given words repeated many times, when they are recognized, then they are kept once, with a flag",
        arguments: [[], ["until", "noon"]])
    func loop(tail: [String]) async throws {
        let evidence = SpeechEvidence(
            voicedMilliseconds: 3_000, rmsDBFS: -24, peakDBFS: -8, snrDB: 26, clippedSamples: 0)
        let words = ["So", "we", "wait"] + Array(repeating: ["and", "then"], count: 30).joined() + tail
        let answer = Recognition(
            text: words.joined(separator: " ") + ".", language: .en,
            words: words.enumerated().map {
                .init(text: $1, start: Double($0) * 0.05, end: Double($0 + 1) * 0.05)
            })
        let result = try await interpret([NoiseCase(answer: answer, evidence: evidence, seconds: 3.5)])
        let record = try #require(result.records.first)
        #expect(record.outcome == .spoken)
        #expect(record.recognition?.text == (["So we wait and then"] + tail).joined(separator: " ") + ".")
        #expect(record.recognition?.words.map(\.text) == ["So", "we", "wait", "and", "then"] + tail)
        let flag = try #require(record.recognitionFlags.first { $0.verdict == .cut })
        #expect(flag.name == "loop" && flag.evidence == ["and then"] && flag.reason.contains("30 times"))
        #expect(record.attempts[.recognition] == 1)
    }
}
