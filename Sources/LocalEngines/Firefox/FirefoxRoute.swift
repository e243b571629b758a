internal import Language

/// The models through which a text goes.
typealias FirefoxRoute = PivotRoute<FirefoxModel>

extension FirefoxRoute {
    /// - Returns: nil if the models do not join the languages.
    init?(_ pair: LanguagePair, over models: [FirefoxModel]) {
        self.init(pair) { pair in models.first { $0.pair.from == pair.from && $0.pair.to == pair.to } }
    }
}
