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
            for name in configuration.models {
                do throws(FirefoxModel.Fault) {
                    _ = try FirefoxModel(name, in: configuration.modelsDirectory)
                } catch {
                    missing.append("its model \(name) (\(error.reason))")
                    guard !name.hasPrefix("/") else { continue }
                    command =
                        "verbio models install "
                        + (name.hasPrefix(FirefoxModel.prefix) ? name : FirefoxModel.prefix + name)
                }
            }
        }
        let installed = missing.isEmpty
        return EngineStatus(
            translator: FirefoxTranslator.name, installed: installed,
            version: installed ? names.joined(separator: ", ") : nil, pairs: installed ? pairs : [], missing: missing,
            installCommand: installed ? nil : command)
    }
}
