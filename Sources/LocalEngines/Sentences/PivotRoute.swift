internal import Language

/// The steps through which a text goes with models of single directions: one, or two with English between them.
struct PivotRoute<Hop: Sendable>: Sendable {
    let hops: [Hop]

    /// The language in between; nil for a direct translation.
    var pivot: LanguageCode? { hops.count > 1 ? .en : nil }

    /// - Parameter hop: the model for a direction; nil if there is none.
    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, by hop: (LanguagePair) -> Hop?) {
        let english = LanguageTag(.en)
        if let direct = hop(pair) {
            hops = [direct]
        } else if let there = (try? LanguagePair(pair.source, to: english)).flatMap(hop),
            let on = (try? LanguagePair(english, to: pair.target)).flatMap(hop)
        {
            hops = [there, on]
        } else {
            return nil
        }
    }
}

/// A list of models as users write it: `en-pt+pt-en`.
package enum ModelList {
    /// The separator between names of models.
    package static let separator = "+"

    /// The models in a list. A path is one model even if there is a `+` in it.
    package static func names(in list: String) -> [String] {
        FileFacts(list) == nil ? list.split(separator: "+").map(String.init) : [list]
    }
}
