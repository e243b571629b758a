internal import Language
internal import Plumbing
package import Providers

extension Translator {
    /// Returns Chinese in the requested script, in whichever script the translator writes.
    package func writing(with converter: ChineseConverter) -> any Translator {
        capabilities.pairs.contains { $0.to == .zh } ? ConvertedTranslator(base: self, converter: converter) : self
    }
}

/// A translator that writes Chinese in the script of the pair.
struct ConvertedTranslator: Translator {
    let base: any Translator
    let converter: ChineseConverter

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }
    var summarizer: (any ConversationSummarizer)? { base.summarizer }
    var batcher: (any BatchTranslator)? {
        base.batcher.map { ConvertedBatcher(base: $0, converter: converter, known: capabilities.varieties) }
    }
    var speechTranslator: (any SpeechTranslator)? {
        base.speechTranslator.map {
            ConvertedSpeechTranslator(base: $0, converter: converter, known: capabilities.varieties)
        }
    }
    var warmedPlace: String? { base.warmedPlace }

    func warm() async { await base.warm() }

    func offeredPairs() async -> Set<LanguagePair>? { await base.offeredPairs() }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        guard let script = request.pair.target.chineseScript else {
            return try await base.translate(request, piece: piece)
        }
        let assumed = capabilities.varieties.scriptAssumed
        let pieces = Locked(ConvertedPieces())
        let sink: @Sendable (String) async throws -> Void = { [converter] text in
            let clause = pieces.withLock { pieces in
                pieces.take(text).map { clause in
                    let converted = converter.converted(clause, to: script, assuming: assumed)
                    pieces.given += converted
                    return converted
                }
            }
            if let clause { try await piece(clause) }
        }
        var translation = try await base.translate(request, piece: sink)
        let streamed = pieces.withLock { $0 }
        guard !streamed.given.isEmpty || !streamed.waiting.isEmpty, streamed.taken == translation.text else {
            translation.text = converter.converted(translation.text, to: script, assuming: assumed)
            return translation
        }
        let rest = converter.converted(streamed.waiting, to: script, assuming: assumed)
        if !rest.isEmpty { try await piece(rest) }
        translation.text = streamed.given + rest
        return translation
    }
}

/// Text that arrives in pieces, converted clause by clause.
///
/// A word may begin in one piece and end in the next, but no word continues behind a punctuation mark.
private struct ConvertedPieces {
    /// All text that arrived.
    private(set) var taken = ""
    /// The text that arrived after the last mark.
    private(set) var waiting = ""
    /// The text that was passed on.
    var given = ""

    /// - Returns: the text that ends with a mark; nil if no mark has arrived.
    mutating func take(_ piece: String) -> String? {
        taken += piece
        waiting += piece
        guard let end = waiting.lastIndex(where: { $0.isPunctuation || $0.isNewline }) else { return nil }
        let clause = waiting[...end]
        waiting = String(waiting[waiting.index(after: end)...])
        return String(clause)
    }
}

/// The same for speech. Its texts are converted, and its voice says them as it is.
private struct ConvertedSpeechTranslator: SpeechTranslator {
    let base: any SpeechTranslator
    let converter: ChineseConverter
    let known: Set<LanguageTag>
    var descriptor: ProviderDescriptor { base.descriptor }
    var warmedPlace: String? { base.warmedPlace }

    func interpret(
        _ request: SpeechTranslationRequest, heard: PartialSink<String>
    ) async throws -> SpeechTranslation {
        let written: @Sendable (String, LanguageTag) -> String = { [converter, known] text, tag in
            tag.chineseScript.map { converter.converted(text, to: $0, assuming: known.scriptAssumed) } ?? text
        }
        var answer = try await base.interpret(request) { try await heard(written($0, request.pair.source)) }
        answer.source = answer.source.map { written($0, request.pair.source) }
        answer.text = written(answer.text, request.pair.target)
        return answer
    }
}

/// The same for many lines.
private struct ConvertedBatcher: BatchTranslator {
    let base: any BatchTranslator
    let converter: ChineseConverter
    let known: Set<LanguageTag>
    var descriptor: ProviderDescriptor { base.descriptor }

    func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        guard let script = batch.pair.target.chineseScript else { return try await base.translate(batch, line: line) }
        @Sendable func converted(_ text: String) -> String {
            converter.converted(text, to: script, assuming: known.scriptAssumed)
        }
        var answer = try await base.translate(batch) {
            try await line(TranslatedLine(index: $0.index, text: converted($0.text)))
        }
        answer.texts = answer.texts.map { $0.map(converted) }
        return answer
    }
}
