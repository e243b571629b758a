package import Plumbing

/// The configurations of all offline engines together.
package struct LocalEngineSettings: Sendable, Hashable {
    package var whisper: WhisperRecognizer.Configuration
    package var pocketSphinx = PocketSphinxRecognizer.Configuration()
    package var firefox: FirefoxTranslator.Configuration
    package var neural: NeuralTranslator.Configuration
    package var llama: LlamaConfiguration
    package var apertium = ApertiumTranslator.Configuration()
    package var espeak = EspeakSynthesizer.Configuration()
    package var flite = FliteSynthesizer.Configuration()
    package var openJTalk: OpenJTalkSynthesizer.Configuration
    package var piper: PiperSynthesizer.Configuration

    /// - Parameter dataDirectory: Verbio's data folder, in which local models are installed.
    package init(dataDirectory: String = "/usr/share/verbio") {
        let worker = LocalWorkerSettings(dataDirectory: dataDirectory)
        whisper = WhisperRecognizer.Configuration(worker: worker)
        piper = PiperSynthesizer.Configuration(worker: worker)
        openJTalk = OpenJTalkSynthesizer.Configuration(modelsDirectory: worker.modelsDirectory)
        firefox = FirefoxTranslator.Configuration(modelsDirectory: worker.modelsDirectory)
        neural = NeuralTranslator.Configuration(worker: worker)
        llama = LlamaConfiguration(worker: worker)
    }
}

extension LocalEngineSettings {
    private var offline: OfflineSynthesizer.Configuration {
        var offline = OfflineSynthesizer.Configuration()
        (offline.flite, offline.openJTalk, offline.espeak) = (flite, openJTalk, espeak)
        return offline
    }

    /// The engines of this machine, in the order recognition, translation, synthesis.
    package func engines(time: TimeSource = .system) -> [LocalEngine] {
        [
            .whisper(whisper), .pocketSphinx(pocketSphinx), .firefox(firefox), .neural(neural, time: time),
            .llama(llama, time: time), .apertium(apertium), .whisperTranslator(whisper, time: time),
            .piper(piper, others: offline), .offline(offline), .espeak(espeak), .flite(flite), .openJTalk(openJTalk),
        ]
    }
}

/// Checks every offline engine: opens the recognizer's library, reads the translator's modes and asks programs for their
/// versions.
///
/// It loads no model. The order is that of ``LocalEngineSettings/engines(time:)``.
package func offlineEngineInventory(
    _ settings: LocalEngineSettings = LocalEngineSettings()
) async -> [EngineStatus] {
    let checks = settings.engines().compactMap(\.status)
    return await withTaskGroup(of: (Int, EngineStatus).self) { group in
        for (place, check) in checks.enumerated() { group.addTask { (place, await check()) } }
        var found: [(Int, EngineStatus)] = []
        for await status in group { found.append(status) }
        return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
