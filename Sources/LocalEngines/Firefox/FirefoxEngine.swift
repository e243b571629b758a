internal import Language
internal import Plumbing
internal import Providers

extension LocalEngine {
    /// Firefox's models: all that are installed, or some: `firefox/en-pt+pt-en`.
    static func firefox(_ configuration: FirefoxTranslator.Configuration) -> LocalEngine {
        LocalEngine(
            FirefoxTranslator.name, takesModel: true,
            make: .translator { (model) throws(ProviderError) in
                var own = configuration
                own.models = model.map(ModelList.names(in:)) ?? []
                return try FirefoxTranslator(own)
            }, status: { status(configuration) })
    }

    private static func status(_ configuration: FirefoxTranslator.Configuration) -> EngineStatus {
        var missing: [String] = []
        var command = "verbio models install firefox-en-pt"
        var (names, pairs): ([String], Set<LanguagePair>) = ([], [])
        do throws(ProviderError) {
            let translator = try FirefoxTranslator(configuration)
            (names, pairs) = (translator.modelNames, translator.capabilities.pairs)
            if pairs.isEmpty { missing.append("a model for one direction") }
        } catch {
            missing.append(error.message)
            if let first = configuration.models.first, !first.hasPrefix("/") {
                command =
                    "verbio models install "
                    + (first.hasPrefix(FirefoxModel.prefix) ? first : FirefoxModel.prefix + first)
            }
        }
        let installed = missing.isEmpty
        return EngineStatus(
            translator: FirefoxTranslator.name, installed: installed,
            version: installed ? names.joined(separator: ", ") : nil, pairs: installed ? pairs : [], missing: missing,
            installCommand: installed ? nil : command)
    }
}
