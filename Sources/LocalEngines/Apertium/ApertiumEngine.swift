internal import Language
internal import Providers

extension LocalEngine {
    /// Apertium, for the pairs that are installed.
    static func apertium(_ configuration: ApertiumTranslator.Configuration) -> LocalEngine {
        LocalEngine(
            ApertiumTranslator.name, make: .translator { _ in ApertiumTranslator(configuration) },
            status: { await status(configuration) })
    }

    private static func status(_ configuration: ApertiumTranslator.Configuration) async -> EngineStatus {
        let pairs = ApertiumTranslator(configuration).capabilities.pairs
        var missing: [String] = []
        var packages: [String] = []
        let modes = ApertiumMode.installed(in: configuration.modesDirectory)
        for package in ApertiumPackages.all {
            let here = modes.values.filter { [$0.pair.from, $0.pair.to].allSatisfy(package.languages.contains) }
            let names = package.languages.map(\.rawValue).sorted().joined(separator: "-")
            if here.isEmpty {
                missing.append("the pair \(names)")
                packages += package.install
            }
            for mode in here.sorted(by: { $0.name < $1.name }) {
                let programs = mode.missingPrograms(configuration.searchPath)
                guard !programs.isEmpty else { continue }
                missing.append("\(programs.joined(separator: ", ")) for \(mode.pair)")
                packages += programs.map(ApertiumPackages.package(ofProgram:))
            }
        }
        if modes.isEmpty { packages.insert("apertium", at: 0) }
        let version = await Packages.version(of: "apertium", "-V", configuration.searchPath)
        return EngineStatus(
            translator: ApertiumTranslator.name, installed: !pairs.isEmpty, version: pairs.isEmpty ? nil : version,
            pairs: pairs, missing: missing,
            installCommand: Packages.installing(packages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }))
    }
}
