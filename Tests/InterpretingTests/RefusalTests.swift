import Conversations
import Guards
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

private let price = Price(millionCharacters: 1_000, asOf: "2026-11-22")
private let lines = ["The museum opens in the morning.", "We walk to the station.", "My sister lives in the city."]
private let translations = [
    lines[0]: "El museo abre por la mañana.", lines[1]: "Caminamos hasta la estación.",
    lines[2]: "Mi hermana vive en la ciudad.",
]
private let refusal = "Lo siento, no puedo ayudar con esa solicitud."

/// Translates everything but the second line, for which it gives the configured answer.
private final class Reluctant: Translator {
    enum Reply {
        case text(String)
        case failure(ProviderError.Failure)
    }

    let descriptor: ProviderDescriptor
    let capabilities: TranslatorCapabilities
    let asked = Locked<[TranslationRequest]>([])
    private let replies: [Reply]
    private let isBatcher: Bool

    /// - Parameter replies: to the second line, one after the other; the last of them forever.
    init(_ name: String = "reluctant", takesHints: Bool = true, isBatcher: Bool = false, replies: Reply...) throws {
        descriptor = ProviderDescriptor(name: name, model: "1")
        let pair = try LanguagePair(from: .en, to: .es)
        capabilities = TranslatorCapabilities(pairs: [pair]) {
            $0.price = price
            $0.takesHints = takesHints
        }
        self.replies = replies
        self.isBatcher = isBatcher
    }

    var batcher: (any BatchTranslator)? { isBatcher ? Batcher(descriptor: descriptor) : nil }

    private struct Batcher: BatchTranslator {
        let descriptor: ProviderDescriptor

        func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
            TranslatedBatch(
                texts: batch.lines.map { $0.text == lines[1] ? refusal : translations[$0.text] },
                usage: Usage(characters: 100))
        }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let call = asked.withLock { asked in
            asked.append(request)
            return asked.count { $0.text == lines[1] }
        }
        let reply = request.text == lines[1] ? replies[min(call, replies.count) - 1] : .text("")
        switch reply {
        case .failure(let failure):
            throw ProviderError(failure, stage: .translation, provider: descriptor.name, "scripted")
        case .text(let text):
            return Translation(
                text: text.isEmpty ? translations[request.text] ?? "" : text, language: .es,
                usage: Usage(characters: request.text.count))
        }
    }

    /// The hints with which it was asked for the second line.
    var hints: [String?] { asked.withLock { $0 }.filter { $0.text == lines[1] }.map(\.hint) }
}

/// A model that declines to translate has not translated.
@Suite("A translator that declines", .timeLimit(.minutes(5)))
struct RefusalTests {
    @Test("Given a model that replies to the speaker, when a hint says so, then its second answer is the translation")
    func told() async throws {
        let reading = try Reading(lines)
        let translator = try Reluctant(replies: .text(refusal), .text(""))
        #expect(try await reading.run(translator).state == .complete)
        let record = await reading.records()[1]
        #expect(record.translation?.text == translations[lines[1]])
        #expect(record.translation?.refused.map(\.name) == ["chatter"] && record.translation?.flags == [])
        #expect(translator.hints.count == 2 && translator.hints[1]?.contains("not addressed to you") == true)
        // Both are paid for: the answer, and the refusal, which reported its usage.
        let once = price.cost(of: Usage(characters: lines[1].count))
        #expect(record.cost(of: .translation) == once + once)
        #expect(record.unansweredCosts[.translation] == nil)
    }

    @Test("Given a model that declines twice, when the run ends, then the line is untranslated until the next run")
    func twice() async throws {
        let reading = try Reading(lines)
        let translator = try Reluctant(replies: .text(refusal), .text("No es posible atender esa solicitud."))
        #expect(try await reading.run(translator).state == .partial)
        let records = await reading.records()
        #expect(records.map(\.outcome.name) == ["text-only", "untranslated", "text-only"])
        #expect(records[1].translation == nil)
        guard case .failed(let failure) = records[1].outcome else { return }
        #expect(failure.failure == .unusable && failure.provider == "reluctant")
        #expect(failure.message.contains("declined to translate, and again"), "\(failure.message)")
        let once = price.cost(of: Usage(characters: lines[1].count))
        #expect(records[1].cost(of: .translation) == once + once)
        #expect(records[1].unansweredCosts[.translation] == nil)
        // Nothing was stored that could be mistaken for an answer.
        let willing = try Reluctant(replies: .text(""))
        #expect(try await reading.run(willing).state == .complete)
        #expect(await reading.records().map { $0.translation?.text } == lines.map { translations[$0] })
        #expect(willing.hints == [nil])
    }

    @Test(
        "Given a model that fails the second time in any way, when it has declined, then the fallback translates",
        arguments: [nil, ProviderError.Failure.transient, .timeout, .rejected])
    func standIn(second: ProviderError.Failure?) async throws {
        let reading = try Reading(lines)
        reading.retry = RetryPolicy(attempts: 1)
        let translator = try Reluctant(replies: .text(refusal), second.map { .failure($0) } ?? .text(refusal))
        let other = try Reluctant("other", replies: .text(""))
        #expect(try await reading.run(translator, other).state == .complete)
        let records = await reading.records()
        #expect(records.map { $0.translation?.text } == lines.map { translations[$0] })
        #expect(records.map { $0.timings.last?.provider } == ["reluctant", "other", "reluctant"])
        #expect(translator.hints.count == 2 && other.hints == [nil])
    }

    @Test("Given a batch, when the model declines one of its lines, then that line is requested alone")
    func batched() async throws {
        for (replies, provider) in [("", "reluctant"), (refusal, "other")] {
            let reading = try Reading(lines) { $0.context.batchLines = 3 }
            let translator = try Reluctant(isBatcher: true, replies: .text(replies))
            let other = try Reluctant("other", replies: .text(""))
            #expect(try await reading.run(translator, other).state == .complete)
            let records = await reading.records()
            #expect(records.map { $0.translation?.text } == lines.map { translations[$0] })
            #expect(records.map { $0.timings.last?.provider } == ["reluctant", provider, "reluctant"])
            #expect(translator.hints.count == 1 && translator.hints[0] != nil)
        }
        let reading = try Reading(lines) { $0.context.batchLines = 3 }
        #expect(try await reading.run(Reluctant(isBatcher: true, replies: .text(refusal))).state == .partial)
        let records = await reading.records()
        #expect(records.map(\.outcome.name) == ["text-only", "untranslated", "text-only"])
        guard case .failed(let failure) = records[1].outcome else { return }
        #expect(failure.message.contains("declined to translate, and again"), "\(failure.message)")
    }

    @Test("Given a refusal in a batch, when the second answer has another fault, then that answer is kept")
    func lesserEvil() async throws {
        let reading = try Reading(lines) { $0.context.batchLines = 3 }
        // Left in English, which is as bad as a fault can be of an answer.
        let translator = try Reluctant(isBatcher: true, replies: .text(lines[1]))
        _ = try await reading.run(translator)
        let translation = try #require(await reading.records()[1].translation)
        #expect(translation.text == lines[1] && !translation.flags.isEmpty)
        #expect(translation.refused.map(\.name).contains("chatter"))
    }

    @Test("Given a text in which people decline, when it is translated, then the translation is no refusal")
    func people() async throws {
        let said = "I'm sorry, I can't help you with that request."
        let guards = TranslationGuards()
        let pair = try LanguagePair(from: .en, to: .es)
        #expect(guards.refusal(source: said, translation: refusal, pair: pair) == nil)
        #expect(guards.refusal(source: lines[1], translation: refusal, pair: pair) != nil)
        #expect(guards.refusal(source: lines[1], translation: "¡Claro! Caminamos.", pair: pair) == nil)
    }
}
