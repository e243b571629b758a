internal import Providers

extension LocalEngine {
    /// flite and espeak-ng together, each for the languages that it speaks better.
    static func offline(
        flite: FliteSynthesizer.Configuration, espeak: EspeakSynthesizer.Configuration
    ) -> LocalEngine {
        LocalEngine(
            OfflineSynthesizer.name, make: .synthesizer { _ in OfflineSynthesizer(flite: flite, espeak: espeak) })
    }
}
