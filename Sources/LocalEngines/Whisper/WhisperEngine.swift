internal import Plumbing
internal import Providers

extension LocalEngine {
    /// Whisper, by name or with a model such as `whisper/base`.
    static func whisper(_ configuration: WhisperRecognizer.Configuration) -> LocalEngine {
        LocalEngine(
            WhisperRecognizer.name, takesModel: true,
            make: .recognizer { model in
                var own = configuration
                if let model { own.model = model }
                return WhisperRecognizer(own)
            }, status: { status(configuration) })
    }

    private static func status(_ configuration: WhisperRecognizer.Configuration) -> EngineStatus {
        let worker = configuration.worker
        let installed = WhisperModel.installed(in: worker.modelsDirectory)
        let model = WhisperModel(configuration.model, in: worker.modelsDirectory)
        let missing = model.needs(worker).missing
        return EngineStatus(
            name: WhisperRecognizer.name, stage: .recognition, installed: missing.isEmpty,
            version: missing.isEmpty ? installed.joined(separator: ", ") : nil,
            languages: missing.isEmpty ? model.languages : [], missing: missing,
            installCommand: missing.isEmpty ? nil : "verbio models install whisper-\(configuration.model)")
    }
}
