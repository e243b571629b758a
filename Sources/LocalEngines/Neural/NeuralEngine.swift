internal import Language
internal import Plumbing
internal import Providers

extension LocalEngine {
    /// Neural translation with all models that are installed, or with some: `ct2/opus-mt-en-es+opus-mt-es-en`.
    static func neural(_ configuration: NeuralTranslator.Configuration, time: TimeSource) -> LocalEngine {
        LocalEngine(
            NeuralTranslator.name, takesModel: true,
            make: .translator { (model) throws(ProviderError) in
                var own = configuration
                own.models = model.map(ModelList.names(in:)) ?? []
                return try NeuralTranslator(own, time: time)
            }, status: { status(configuration) })
    }

    private static func status(_ configuration: NeuralTranslator.Configuration) -> EngineStatus {
        var command = "verbio models install opus-mt-en-es"
        var missing = LocalModelNeeds(worker: configuration.worker, installing: command).missing
        var (names, pairs): ([String], Set<LanguagePair>) = ([], [])
        do throws(ProviderError) {
            let translator = try NeuralTranslator(configuration)
            (names, pairs) = (translator.modelNames, translator.capabilities.pairs)
            if let first = names.first { command = "verbio models install \(first)" }
            if pairs.isEmpty { missing.append("a model: OPUS-MT for one direction, or M2M100 for all languages") }
        } catch {
            for name in configuration.models {
                do throws(TranslationModel.Fault) {
                    _ = try TranslationModel(name, in: configuration.worker.modelsDirectory)
                } catch {
                    missing.append("its model \(name) (\(error.reason))")
                    command = "verbio models install \(name)"
                }
            }
        }
        let installed = missing.isEmpty
        return EngineStatus(
            translator: NeuralTranslator.name, installed: installed,
            version: installed ? names.joined(separator: ", ") : nil, pairs: installed ? pairs : [], missing: missing,
            installCommand: installed ? nil : command)
    }
}
