internal import Language
internal import Providers

extension LocalEngine {
    /// pocketsphinx, for English.
    static func pocketSphinx(_ configuration: PocketSphinxRecognizer.Configuration) -> LocalEngine {
        LocalEngine(
            PocketSphinxRecognizer.name, make: .recognizer { _ in PocketSphinxRecognizer(configuration) },
            status: { status(configuration) })
    }

    private static func status(_ configuration: PocketSphinxRecognizer.Configuration) -> EngineStatus {
        var missing: [String] = []
        var packages: [String] = []
        do {
            _ = try PocketSphinxLibrary(pocketsphinx: configuration.library, sphinxbase: configuration.baseLibrary)
        } catch {
            missing.append("its library (\(error.message))")
            packages.append("libpocketsphinx3")
        }
        if let file = PocketSphinxModel(directory: configuration.modelDirectory).missing.first {
            missing.append("its English model (\(file))")
            packages.append("pocketsphinx-en-us")
        }
        let installed = missing.isEmpty
        return EngineStatus(
            name: PocketSphinxRecognizer.name, stage: .recognition, installed: installed,
            version: installed ? configuration.library : nil, languages: installed ? [.en] : [], missing: missing,
            installCommand: Packages.installing(packages))
    }
}
