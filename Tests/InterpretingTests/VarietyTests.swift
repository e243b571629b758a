import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("Varieties of a language in a conversation", .timeLimit(.minutes(5)))
struct VarietyTests {
    /// Writes the language that it was asked for.
    private struct TagRecognizer: SpeechRecognizer {
        let asked = Locked<[String]>([])
        let descriptor = ProviderDescriptor(name: "tags", model: "1")
        let capabilities = RecognizerCapabilities(languages: [.en, .zh])

        func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
            let tag = request.tag(of: request.language)
            asked.withLock { $0.append(tag.rawValue) }
            return Recognition(text: tag == .zhHant ? "頭髮很長" : "头发很长", language: request.language)
        }
    }

    @Test("given a recording in one script of Chinese, when it is recognized in the other one, then it is other work")
    func scripts() async throws {
        let recognizer = TagRecognizer()
        var simplified = Rehearsal()
        simplified.recognizer = recognizer
        (simplified.spoken, simplified.target) = (.zh, .en)
        var traditional = simplified
        traditional.spoken = .zhHant
        traditional.id = ConversationID(rawValue: "c00000000000000000002")
        _ = try await simplified.run()
        let before = recognizer.asked.withLock { $0 }
        _ = try await traditional.run()
        let records = try await traditional.records()
        #expect(!records.isEmpty && Set(before) == ["zh"])
        #expect(records.allSatisfy { $0.recognition?.text == "頭髮很長" && $0.spokenLanguage == "zh-Hant" })
        #expect(recognizer.asked.withLock { $0.count } == 2 * before.count)
        var again = traditional
        again.id = ConversationID(rawValue: "c00000000000000000003")
        _ = try await again.run()
        #expect(recognizer.asked.withLock { $0.count } == 2 * before.count, "finished work is used again")
    }

    @Test("given a target in traditional characters, when it is translated and spoken, then every record bears its tag")
    func target() async throws {
        var rehearsal = Rehearsal()
        rehearsal.target = .zhHant
        let (finished, delivered) = try await rehearsal.run()
        let records = try await rehearsal.records()
        #expect(finished.state == .complete && !records.isEmpty)
        #expect(records.allSatisfy { $0.translation?.tag == .zhHant && $0.pair.target == .zhHant })
        let told = delivered.events.compactMap { event in
            if case .translated(let body) = event.body { body.language } else { nil }
        }
        #expect(told == records.map { _ in .zhHant })
    }
}
