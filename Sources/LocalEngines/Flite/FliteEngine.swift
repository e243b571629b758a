internal import Language
internal import Providers

extension LocalEngine {
    /// flite, for American English.
    static func flite(_ configuration: FliteSynthesizer.Configuration) -> LocalEngine {
        LocalEngine(
            FliteSynthesizer.name, make: .synthesizer { _ in FliteSynthesizer(configuration) },
            status: { await status(configuration) })
    }

    private static func status(_ configuration: FliteSynthesizer.Configuration) async -> EngineStatus {
        guard configuration.searchPath.find("flite") != nil else {
            return EngineStatus(
                name: FliteSynthesizer.name, stage: .synthesis, installed: false, missing: ["the program flite"],
                installCommand: Packages.installing(FliteSynthesizer.packages))
        }
        return EngineStatus(
            name: FliteSynthesizer.name, stage: .synthesis, installed: true,
            version: await Packages.version(of: "flite", "--version", configuration.searchPath), languages: [.en])
    }
}
