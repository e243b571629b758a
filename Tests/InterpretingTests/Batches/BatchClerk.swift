import Language
import Plumbing
import Providers

/// Translates many lines at once or one by one, every text into itself in brackets, and records its requests.
final class BatchClerk: Translator {
    /// Its requests, and their kinds.
    enum Asked: Hashable {
        case batch([String])
        case line(String, isAgain: Bool)
    }

    static let price = Price(
        millionInputTokens: 3, millionCachedTokens: 0.3, millionOutputTokens: 15, asOf: "2026-11-21")

    let descriptor = ProviderDescriptor(name: "clerk", model: "1")
    let capabilities: TranslatorCapabilities
    let asked = Locked<[Asked]>([])
    let batches = Locked<[BatchRequest]>([])
    let lines = Locked<[TranslationRequest]>([])
    /// How a batch fails; nil if it does not.
    private let failure: @Sendable (BatchRequest) -> ProviderError.Failure?
    /// The lines that fail by themselves.
    private let deafTo: Set<String>
    /// How many lines of a batch come before its answer.
    private let early: Int
    /// What has to be waited for before a batch is answered.
    private let wait: @Sendable () async throws -> Void
    /// What a text becomes, in a batch or by itself.
    private let translated: @Sendable (_ text: String, _ isBatched: Bool) -> String

    init(
        takesHints: Bool = false, takesLater: Bool = true, deafTo: Set<String> = [], early: Int = 0,
        wait: @escaping @Sendable () async throws -> Void = {},
        translated: @escaping @Sendable (String, Bool) -> String = { text, _ in "«\(text)»" },
        failure: @escaping @Sendable (BatchRequest) -> ProviderError.Failure? = { _ in nil }
    ) throws {
        let pair = try LanguagePair(from: .en, to: .es)
        capabilities = TranslatorCapabilities(pairs: [pair, pair.reversed]) {
            $0.contextPairs = 6
            $0.price = Self.price
            $0.takesHints = takesHints
            $0.takesLater = takesLater
        }
        self.failure = failure
        self.deafTo = deafTo
        self.wait = wait
        self.early = early
        self.translated = translated
    }

    var batcher: (any BatchTranslator)? { Batcher(clerk: self) }

    private struct Batcher: BatchTranslator {
        let clerk: BatchClerk
        var descriptor: ProviderDescriptor { clerk.descriptor }

        func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
            try await clerk.translate(batch, line)
        }
    }

    private func translate(_ batch: BatchRequest, _ line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        asked.withLock { $0.append(.batch(batch.lines.map(\.text))) }
        batches.withLock { $0.append(batch) }
        for _ in 0..<(batch.lines.count * 7 % 11) { await Task.yield() }
        for (index, text) in batch.lines.prefix(early).map({ translated($0.text, true) }).enumerated() {
            try await line(TranslatedLine(index: index, text: text))
        }
        try await wait()
        if let failure = failure(batch) {
            throw ProviderError(failure, stage: .translation, provider: descriptor.name, "not like that")
        }
        return TranslatedBatch(
            texts: batch.lines.map { translated($0.text, true) }.map { $0.isEmpty ? nil : $0 },
            usage: Self.usage(of: batch.lines.map(\.text)))
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        asked.withLock { $0.append(.line(request.text, isAgain: request.hint != nil)) }
        lines.withLock { $0.append(request) }
        for _ in 0..<(request.context.utterance * 7 % 11) { await Task.yield() }
        guard !deafTo.contains(request.text) else {
            throw ProviderError(.rejected, stage: .translation, provider: descriptor.name, "not that one")
        }
        return Translation(
            text: translated(request.text, false), language: request.pair.to, usage: Self.usage(of: [request.text]))
    }

    /// Some that no number of lines divides.
    static func usage(of texts: [String]) -> Usage {
        let letters = texts.map(\.count).reduce(0, +)
        return Usage(inputTokens: 101 + letters, cachedInputTokens: 31, outputTokens: 7 + 2 * letters)
    }

    /// The batches it was asked for, in their order.
    var batched: [[String]] {
        asked.withLock { $0 }.compactMap { if case .batch(let texts) = $0 { texts } else { nil } }
    }

    /// The lines it was asked for one by one.
    var single: [String] {
        asked.withLock { $0 }.compactMap { if case .line(let text, _) = $0 { text } else { nil } }
    }
}
