internal import Language

/// A model with the tokens that ask it for a direction.
struct TranslationHop: Sendable {
    var model: TranslationModel
    var pair: LanguagePair
    var tokens: TranslationModel.Tokens
}

/// The models through which a text goes.
typealias TranslationRoute = PivotRoute<TranslationHop>

extension TranslationRoute {
    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, over models: [TranslationModel]) {
        // The source language needs no variety.
        let pair = pair.replacing { $0 == pair.source ? LanguageTag($0.code) : $0 }
        self.init(pair) { pair in
            let able = models.compactMap { model in
                (model.directions[pair] ?? model.directions[pair.plain]).map {
                    TranslationHop(model: model, pair: pair, tokens: $0)
                }
            }
            // A model that can be asked for the variety goes first.
            return able.min { one, other in
                let (knows, otherKnows) = (one.model.directions[pair] != nil, other.model.directions[pair] != nil)
                return knows != otherKnows
                    ? knows : (one.model.rank, one.model.name) < (other.model.rank, other.model.name)
            }
        }
    }
}
