internal import Language
internal import Plumbing
internal import Providers

extension LocalEngine {
    /// Language models with llama.cpp's server: one that is installed, `llama/NAME`, or `llama//PATH/MODEL.gguf`.
    static func llama(_ configuration: LlamaConfiguration, time: TimeSource) -> LocalEngine {
        LocalEngine(
            LlamaServer.name, takesModel: true, form: "llama/MODEL",
            make: .languageModel { (model) throws(ProviderError) in
                try LlamaServer.shared(model, configuration, time: time)
            }, status: { await status(configuration) })
    }

    private static func status(_ configuration: LlamaConfiguration) async -> EngineStatus {
        var missing: [String] = []
        var command: String?
        let named = configuration.models
        let names = named.isEmpty ? configuration.installed : named
        if names.isEmpty {
            missing.append("a model")
            command = "verbio models install \(LlamaServer.usualModel)"
        }
        for name in named {
            do throws(LlamaModel.Fault) { _ = try LlamaModel(name, in: configuration.modelsDirectory) } catch {
                missing.append("its model \(name) (\(error.reason))")
                command = error.cure.split(separator: "'").dropFirst().first.map(String.init)
            }
        }
        var version: String?
        if let program = configuration.programPath {
            version = await Packages.version(of: program, "--version", configuration.searchPath)
        } else {
            missing.append(configuration.missingProgram)
        }
        let isUsable = missing.isEmpty
        let about = names.joined(separator: ", ") + (version.map { " (llama-server \($0))" } ?? "")
        return EngineStatus(
            translator: LlamaServer.name, installed: isUsable, version: isUsable ? about : nil,
            pairs: isUsable ? Set(LanguagePair.all) : [], missing: missing, installCommand: isUsable ? nil : command)
    }
}
