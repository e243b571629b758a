internal import Providers

extension OfflineEngine {
    /// flite and espeak-ng together, each for the languages that it speaks better.
    static func offline(
        flite: FliteSynthesizer.Configuration, espeak: EspeakSynthesizer.Configuration
    ) -> OfflineEngine {
        OfflineEngine(
            OfflineSynthesizer.name, make: .synthesizer { _ in OfflineSynthesizer(flite: flite, espeak: espeak) })
    }
}
