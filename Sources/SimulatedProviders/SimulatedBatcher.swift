internal import Language
internal import Providers

/// Translates many lines at once, each as ``SimulatedTranslator`` translates it alone.
struct SimulatedBatcher: BatchTranslator {
    let stage: SimulatedStage
    var descriptor: ProviderDescriptor { stage.descriptor }

    func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        var hash = StableHash()
        for text in [batch.pair.from.rawValue, batch.pair.to.rawValue] { hash.combine(text) }
        for line in batch.lines { for text in [line.speaker, line.text] { hash.combine(text) } }
        return try await stage.call(batch.context, request: hash, as: "batch") { call in
            if call.fault == .empty { throw stage.failure(.unusable, "two lines have become one") }
            let words = WordByWord(batch.pair, seed: stage.seed)
            let texts = batch.lines.map { call.fault == .wrongLanguage ? $0.text : words.translate($0.text).text }
            return TranslatedBatch(
                texts: texts,
                usage: Usage(
                    characters: batch.lines.map(\.text.count).reduce(0, +),
                    inputTokens: batch.lines.map(\.text).joined(separator: " ").words,
                    outputTokens: texts.joined(separator: " ").words))
        }
    }
}

extension String {
    fileprivate var words: Int { split(whereSeparator: \.isWhitespace).count }
}
