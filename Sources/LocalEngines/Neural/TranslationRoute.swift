internal import Language

/// The models through which a text goes: one, or two with English between them.
struct TranslationRoute: Sendable {
    struct Hop: Sendable {
        var model: TranslationModel
        var pair: LanguagePair
        var tokens: TranslationModel.Tokens
    }

    private static let pivot = LanguageCode.en

    let hops: [Hop]

    /// The language in between; nil for a direct translation.
    var pivot: LanguageCode? { hops.count > 1 ? hops[0].pair.to : nil }

    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, over models: [TranslationModel]) {
        func hop(_ pair: LanguagePair?) -> Hop? {
            guard let pair else { return nil }
            let able = models.compactMap { model in
                (model.directions[pair] ?? model.directions[pair.plain]).map {
                    Hop(model: model, pair: pair, tokens: $0)
                }
            }
            // A model that can be asked for the variety goes first.
            return able.min { one, other in
                let (knows, otherKnows) = (one.model.directions[pair] != nil, other.model.directions[pair] != nil)
                return knows != otherKnows
                    ? knows : (one.model.rank, one.model.name) < (other.model.rank, other.model.name)
            }
        }
        // The source language needs no variety.
        let pair = pair.replacing { $0 == pair.source ? LanguageTag($0.code) : $0 }
        if let direct = hop(pair) {
            hops = [direct]
        } else if let there = hop(try? LanguagePair(pair.source, to: LanguageTag(Self.pivot))),
            let on = hop(try? LanguagePair(LanguageTag(Self.pivot), to: pair.target))
        {
            hops = [there, on]
        } else {
            return nil
        }
    }
}
