public import Language
public import Providers

/// Whether one offline engine can be used, and what to do where it cannot.
public struct EngineStatus: Sendable, Hashable, Codable {
    /// `whisper`, `pocketsphinx`, `ct2`, `apertium`, `piper`, `espeak-ng`, `flite`.
    public var name: String
    public var stage: Stage
    /// Whether it does its work for at least some languages.
    public var installed: Bool
    /// What it says of its version; nil where it says nothing or is not installed.
    public var version: String?
    /// The languages it can work in now; for translation those of ``pairs``.
    public var languages: Set<LanguageCode>
    /// For translation: the pairs it can do now, also by way of a third language.
    public var pairs: Set<LanguagePair>
    /// What is not there, each as one clause; empty where all is well.
    public var missing: [String]
    /// The command that brings what is missing, nil where nothing is.
    public var installCommand: String?

    public init(
        name: String, stage: Stage, installed: Bool, version: String? = nil, languages: Set<LanguageCode> = [],
        pairs: Set<LanguagePair> = [], missing: [String] = [], installCommand: String? = nil
    ) {
        self.name = name
        self.stage = stage
        self.installed = installed
        self.version = version
        self.languages = languages
        self.pairs = pairs
        self.missing = missing
        self.installCommand = installCommand
    }
}

/// The configurations of all offline engines together.
public struct OfflineEngineSettings: Sendable, Hashable {
    public var whisper: WhisperRecognizer.Configuration
    public var pocketSphinx = PocketSphinxRecognizer.Configuration()
    public var neural: NeuralTranslator.Configuration
    public var apertium = ApertiumTranslator.Configuration()
    public var espeak = EspeakSynthesizer.Configuration()
    public var flite = FliteSynthesizer.Configuration()
    public var piper: PiperSynthesizer.Configuration

    /// - Parameter dataDirectory: Verbio's data folder, in which local models are installed.
    public init(dataDirectory: String = "/usr/share/verbio") {
        let worker = LocalWorkerSettings(dataDirectory: dataDirectory)
        whisper = WhisperRecognizer.Configuration(worker: worker)
        piper = PiperSynthesizer.Configuration(worker: worker)
        neural = NeuralTranslator.Configuration(worker: worker)
    }
}

/// Looks at every offline engine: opens the recognizer's library, reads the translator's modes and asks the programs for
/// their versions. Loads no model. In the order recognition, translation, synthesis.
public func offlineEngineInventory(
    _ settings: OfflineEngineSettings = OfflineEngineSettings()
) async -> [EngineStatus] {
    async let apertium = apertiumStatus(settings.apertium)
    async let espeak = espeakStatus(settings.espeak)
    async let flite = fliteStatus(settings.flite)
    return [
        whisperStatus(settings.whisper), pocketSphinxStatus(settings.pocketSphinx), neuralStatus(settings.neural),
        await apertium, piperStatus(settings.piper), await espeak, await flite,
    ]
}

private func installing(_ packages: [String]) -> String? {
    packages.isEmpty ? nil : "apt-get install \(packages.joined(separator: " "))"
}

private func whisperStatus(_ configuration: WhisperRecognizer.Configuration) -> EngineStatus {
    let worker = configuration.worker
    var missing: [String] = []
    if FileFacts(worker.python)?.isRegular != true { missing.append("its Python environment (\(worker.python))") }
    let installed = WhisperModel.installed(in: worker.modelsDirectory)
    let model = WhisperModel(configuration.model, in: worker.modelsDirectory)
    if let file = model.missing.first { missing.append("its model \(model.name) (\(file))") }
    return EngineStatus(
        name: WhisperRecognizer.name, stage: .recognition, installed: missing.isEmpty,
        version: missing.isEmpty ? installed.joined(separator: ", ") : nil,
        languages: missing.isEmpty ? model.languages : [], missing: missing,
        installCommand: missing.isEmpty ? nil : "verbio models install whisper-\(configuration.model)")
}

private func pocketSphinxStatus(_ configuration: PocketSphinxRecognizer.Configuration) -> EngineStatus {
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
        installCommand: installing(packages))
}

private func neuralStatus(_ configuration: NeuralTranslator.Configuration) -> EngineStatus {
    var missing: [String] = []
    if FileFacts(configuration.worker.python)?.isRegular != true {
        missing.append("its Python environment (\(configuration.worker.python))")
    }
    var command = "verbio models install opus-mt-en-es"
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
        name: NeuralTranslator.name, stage: .translation, installed: installed,
        version: installed ? names.joined(separator: ", ") : nil,
        languages: installed ? Set(pairs.flatMap { [$0.from, $0.to] }) : [], pairs: installed ? pairs : [],
        missing: missing, installCommand: installed ? nil : command)
}

private func apertiumStatus(_ configuration: ApertiumTranslator.Configuration) async -> EngineStatus {
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
    let version = await version(of: "apertium", "-V", configuration.searchPath)
    return EngineStatus(
        name: ApertiumTranslator.name, stage: .translation, installed: !pairs.isEmpty,
        version: pairs.isEmpty ? nil : version, languages: Set(pairs.flatMap { [$0.from, $0.to] }), pairs: pairs,
        missing: missing,
        installCommand: installing(packages.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }))
}

private func piperStatus(_ configuration: PiperSynthesizer.Configuration) -> EngineStatus {
    let worker = configuration.worker
    let voices = PiperVoice.installed(in: worker.modelsDirectory)
    var missing: [String] = []
    if FileFacts(worker.python)?.isRegular != true { missing.append("its Python environment (\(worker.python))") }
    if voices.isEmpty {
        missing.append("a voice (\(PiperVoice(configuration.voice, in: worker.modelsDirectory).file))")
    }
    let lacksModel = !missing.isEmpty
    if configuration.searchPath.find("espeak-ng") == nil { missing.append("the program espeak-ng") }
    return EngineStatus(
        name: PiperSynthesizer.name, stage: .synthesis, installed: missing.isEmpty,
        version: missing.isEmpty ? voices.map(\.name).joined(separator: ", ") : nil,
        languages: missing.isEmpty ? Set(voices.compactMap { $0.tag?.code }) : [], missing: missing,
        installCommand: missing.isEmpty
            ? nil
            : lacksModel
                ? "verbio models install \(PiperVoice.prefix)\(configuration.voice)"
                : installing(EspeakSynthesizer.packages))
}

private func espeakStatus(_ configuration: EspeakSynthesizer.Configuration) async -> EngineStatus {
    guard configuration.searchPath.find("espeak-ng") != nil else {
        return EngineStatus(
            name: EspeakSynthesizer.name, stage: .synthesis, installed: false, missing: ["the program espeak-ng"],
            installCommand: installing(EspeakSynthesizer.packages))
    }
    return EngineStatus(
        name: EspeakSynthesizer.name, stage: .synthesis, installed: true,
        version: await version(of: "espeak-ng", "--version", configuration.searchPath),
        languages: Set(EspeakVoices.all.map(\.tag.code)))
}

private func fliteStatus(_ configuration: FliteSynthesizer.Configuration) async -> EngineStatus {
    guard configuration.searchPath.find("flite") != nil else {
        return EngineStatus(
            name: FliteSynthesizer.name, stage: .synthesis, installed: false, missing: ["the program flite"],
            installCommand: installing(FliteSynthesizer.packages))
    }
    return EngineStatus(
        name: FliteSynthesizer.name, stage: .synthesis, installed: true,
        version: await version(of: "flite", "--version", configuration.searchPath), languages: [.en])
}

/// The first thing in a program's answer that looks like a version: `1.51`, `3.8.3`, `2.2-current`.
private func version(of program: String, _ option: String, _ searchPath: SearchPath) async -> String? {
    guard let path = searchPath.find(program) else { return nil }
    var said: [UInt8] = []
    // What was said counts, whatever the program's status: flite ends its own with 1.
    try? await ChildCommand(path: path, arguments: [option], searchPath: searchPath).run(limit: 64 * 1024) {
        said += $0
    }
    let words = String(decoding: said, as: UTF8.self).split { $0.isWhitespace || $0 == ":" }
    return words.lazy.map { word in word.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." } }
        .first { $0.contains(".") && $0.last != "." }
        .map(String.init)
}
