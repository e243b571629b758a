internal import Language
internal import Providers

/// Makes a summary without understanding: how many turns there were, how the last one begins, and a number.
///
/// The number is another one for other turns, or for another summary of what was before.
struct SimulatedSummarizer: ConversationSummarizer {
    let stage: SimulatedStage
    var descriptor: ProviderDescriptor { stage.descriptor }

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        var hash = StableHash()
        hash.combine(request.previous ?? "")
        for pair in request.pairs {
            for text in [pair.speaker, pair.source, pair.translation] { hash.combine(text) }
        }
        return try await stage.call(request.context, request: hash, as: "summary") { call in
            if call.fault == .empty { throw stage.failure(.unusable, "the summary is empty") }
            let last = request.pairs.last?.source.prefix(60) ?? ""
            return Summary(
                text: "They took \(request.pairs.count) turns (\(hash.hexadecimal)), at last: \(last)",
                usage: Usage(
                    inputTokens: request.pairs.map(\.tokens).reduce(0, +)
                        + (request.previous.map(Summary.tokens) ?? 0),
                    outputTokens: 24))
        }
    }
}
