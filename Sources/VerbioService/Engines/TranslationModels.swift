import Configuration
import Language
import LocalEngines
import LocalModels
import Plumbing
import Providers

/// The models of the catalogue that translate, and those that directions still lack.
struct TranslationModels {
    /// A model for a direction from or into English.
    struct Leg: Hashable {
        var direction: LanguagePair
        /// Its name in the catalogue.
        var model: String
        var isHere: Bool

        /// Its grade in the direction.
        var quality: TranslationQuality { TranslationGrades.grade(of: model, direction)?.quality ?? .usual }
    }

    private let machine: InstalledEngines
    private let catalogue: ModelCatalogue
    private let installed: Set<String>

    /// - Throws: `Problem` if the catalogue cannot be read.
    init(_ machine: InstalledEngines) throws(Problem) {
        self.machine = machine
        catalogue = try ModelCatalogue.builtIn()
        installed = Set(machine.local.modelFolder.installed)
    }

    /// The models for some directions, each direction by way of English if it has no end in it. All are for one engine: the best
    /// one with everything installed, unless the catalogue has better models of another one for them.
    ///
    /// - Returns: each model once; empty if no engine has a model for each.
    func kit(for directions: [LanguagePair]) -> [Leg] {
        let legs = Self.legs(of: directions)
        let kits = InstalledEngines.modelEngines.compactMap { engine -> [Leg]? in
            let found = legs.compactMap { leg(of: engine, $0) }
            return found.count == legs.count ? found : nil
        }
        guard let best = kits.max(by: { Self.quality(of: $0) < Self.quality(of: $1) }) else { return [] }
        let equal = kits.filter { Self.quality(of: $0) == Self.quality(of: best) }
        return equal.first { $0.allSatisfy(\.isHere) } ?? equal[0]
    }

    /// The names of the models that together with those installed translate some directions; nil if there are none, or if
    /// nothing is lacking. All of them are for one engine: that with most installed, or else the better one.
    ///
    /// - Parameter engine: the engine that is to use them; nil for any.
    func lacking(_ directions: [LanguagePair], for engine: String?) -> [String]? {
        let legs = Self.legs(of: directions)
        return InstalledEngines.modelEngines.filter { engine == nil || engine == $0 }.compactMap { engine in
            let found = legs.compactMap { leg(of: engine, $0) }
            let names = found.filter { !$0.isHere }.map(\.model)
            guard found.count == legs.count, !names.isEmpty else { return nil }
            return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }.min { $0.count < $1.count }
    }

    private static func quality(of kit: [Leg]) -> TranslationQuality { kit.map(\.quality).min() ?? .rough }

    /// The model of an engine for one direction; nil if the catalogue has none.
    private func leg(of engine: String, _ direction: LanguagePair) -> Leg? {
        let able = catalogue.models.filter { $0.engine == engine && $0.translates("\(direction.from)-\(direction.to)") }
        let named = machine.models(of: engine, for: [direction])?.dropFirst(engine.count + 1)
        let usable = named.map { ModelList.names(in: String($0)) } ?? []
        let here = able.first { installed.contains($0.name) || usable.contains($0.shortName) }
        return (here ?? able.first).map { Leg(direction: direction, model: $0.name, isHere: here != nil) }
    }

    /// The directions from and into English through which texts go, without repetitions.
    private static func legs(of directions: [LanguagePair]) -> [LanguagePair] {
        directions.flatMap { direction -> [LanguagePair] in
            guard direction.from != .en, direction.to != .en else { return [direction.plain] }
            return [try? LanguagePair(from: direction.from, to: .en), try? LanguagePair(from: .en, to: direction.to)]
                .compactMap(\.self)
        }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension CatalogueModel {
    /// The translator that it is for; nil for other models.
    var engine: String? {
        guard !translations.isEmpty else { return nil }
        return name.hasPrefix(Self.firefox) ? FirefoxTranslator.name : NeuralTranslator.name
    }

    /// Its name after the engine's: `en-pt` in `firefox/en-pt`.
    fileprivate var shortName: String {
        String(name.hasPrefix(Self.firefox) ? name.dropFirst(Self.firefox.count) : name[...])
    }

    private static let firefox = FirefoxTranslator.name + "-"
}
