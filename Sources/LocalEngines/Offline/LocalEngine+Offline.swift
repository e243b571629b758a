internal import Providers

extension LocalEngine {
    /// flite, Open JTalk and espeak-ng together, each for the languages that it speaks better.
    static func offline(_ configuration: OfflineSynthesizer.Configuration) -> LocalEngine {
        LocalEngine(OfflineSynthesizer.name, make: .synthesizer { _ in OfflineSynthesizer(configuration) })
    }
}
