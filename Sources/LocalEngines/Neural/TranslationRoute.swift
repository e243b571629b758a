internal import Language

/// The models through which a text goes: one, or two with English between them.
struct TranslationRoute: Sendable {
    struct Leg: Sendable {
        var model: TranslationModel
        var pair: LanguagePair
        var tokens: TranslationModel.Tokens
    }

    private static let pivot = LanguageCode.en

    let legs: [Leg]

    /// The language in between; nil for a direct translation.
    var pivot: LanguageCode? { legs.count > 1 ? legs[0].pair.to : nil }

    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, over models: [TranslationModel]) {
        func leg(_ pair: LanguagePair?) -> Leg? {
            guard let pair else { return nil }
            let able = models.compactMap { model in
                (model.directions[pair] ?? model.directions[pair.plain]).map {
                    Leg(model: model, pair: pair, tokens: $0)
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
        if let direct = leg(pair) {
            legs = [direct]
        } else if let there = leg(try? LanguagePair(pair.source, to: LanguageTag(Self.pivot))),
            let on = leg(try? LanguagePair(LanguageTag(Self.pivot), to: pair.target))
        {
            legs = [there, on]
        } else {
            return nil
        }
    }
}
