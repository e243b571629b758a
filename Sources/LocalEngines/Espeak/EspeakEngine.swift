internal import Language
internal import Providers

extension LocalEngine {
    /// espeak-ng, for every language.
    static func espeak(_ configuration: EspeakSynthesizer.Configuration) -> LocalEngine {
        LocalEngine(
            EspeakSynthesizer.name, make: .synthesizer { _ in EspeakSynthesizer(configuration) },
            status: { await status(configuration) })
    }

    private static func status(_ configuration: EspeakSynthesizer.Configuration) async -> EngineStatus {
        guard configuration.searchPath.find("espeak-ng") != nil else {
            return EngineStatus(
                name: EspeakSynthesizer.name, stage: .synthesis, installed: false, missing: ["the program espeak-ng"],
                installCommand: Packages.installing(EspeakSynthesizer.packages))
        }
        return EngineStatus(
            name: EspeakSynthesizer.name, stage: .synthesis, installed: true,
            version: await Packages.version(of: "espeak-ng", "--version", configuration.searchPath),
            languages: Set(EspeakVoices.all.map(\.tag.code)))
    }
}
