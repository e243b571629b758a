internal import Language
internal import Plumbing
internal import Providers

extension LocalEngine {
    /// Piper: one voice, `piper/en_US-joe-medium`, or all that are installed and the offline voices for every other language.
    static func piper(
        _ configuration: PiperSynthesizer.Configuration, others: OfflineSynthesizer.Configuration
    ) -> LocalEngine {
        LocalEngine(
            PiperSynthesizer.name, takesModel: true, form: PiperSynthesizer.name + "/VOICE",
            make: .synthesizer { model in
                let names = model.map { LocalVoices.names(in: $0) } ?? LocalVoices.installed(configuration)
                if let names, !names.isEmpty {
                    return LocalVoices(names, configuration, others: OfflineSynthesizer(others))
                }
                // If a voice is not installed, it reports how to install it when it is called.
                var own = configuration
                if let model { own.voice = model }
                return PiperSynthesizer(own)
            }, status: { status(configuration) })
    }

    private static func status(_ configuration: PiperSynthesizer.Configuration) -> EngineStatus {
        let worker = configuration.worker
        let voices = PiperVoice.installed(in: worker.modelsDirectory)
        let advised = configuration.named ?? configuration.advised ?? configuration.voice
        let voice = PiperVoice(advised, in: worker.modelsDirectory)
        var needs = voice.needs(worker)
        if configuration.named == nil {
            // One voice of any name is enough.
            needs.model = "a voice"
            needs.lackingFile = voices.isEmpty ? voice.file : nil
        }
        var missing = needs.missing
        let lacksModel = !missing.isEmpty
        if configuration.searchPath.find("espeak-ng") == nil { missing.append("the program espeak-ng") }
        return EngineStatus(
            name: PiperSynthesizer.name, stage: .synthesis, installed: missing.isEmpty,
            version: missing.isEmpty ? voices.map(\.name).joined(separator: ", ") : nil,
            languages: missing.isEmpty ? Set(voices.compactMap { $0.tag?.code }) : [], missing: missing,
            installCommand: missing.isEmpty
                ? nil
                : lacksModel
                    ? "verbio models install \(PiperVoice.prefix)\(advised)"
                    : Packages.installing(EspeakSynthesizer.packages))
    }
}
