internal import Language

/// The models through which a text goes: one, or two with English between them.
struct FirefoxRoute: Sendable {
    private static let pivot = LanguageCode.en

    let hops: [FirefoxModel]

    /// The language in between; nil for a direct translation.
    var pivot: LanguageCode? { hops.count > 1 ? Self.pivot : nil }

    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, over models: [FirefoxModel]) {
        func model(_ from: LanguageCode, _ to: LanguageCode) -> FirefoxModel? {
            models.first { $0.pair.from == from && $0.pair.to == to }
        }
        if let direct = model(pair.from, pair.to) {
            hops = [direct]
        } else if pair.from != Self.pivot, pair.to != Self.pivot, let there = model(pair.from, Self.pivot),
            let on = model(Self.pivot, pair.to)
        {
            hops = [there, on]
        } else {
            return nil
        }
    }
}
