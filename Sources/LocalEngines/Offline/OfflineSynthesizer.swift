package import Audio
internal import Language
package import Providers

/// The voices that need no network: each language has the better one of two engines.
///
/// Flite speaks English if it is installed. espeak-ng speaks everything else, and English that is not American.
package struct OfflineSynthesizer: SpeechSynthesizer {
    /// Its name for users.
    package static let name = "offline"

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let flite: FliteSynthesizer?
    private let espeak: EspeakSynthesizer

    package init(
        flite: FliteSynthesizer.Configuration = FliteSynthesizer.Configuration(),
        espeak: EspeakSynthesizer.Configuration = EspeakSynthesizer.Configuration()
    ) {
        let english = FliteSynthesizer(flite)
        self.flite = english.isInstalled ? english : nil
        self.espeak = EspeakSynthesizer(espeak)
        var parameters = self.espeak.descriptor.parameters
        var capabilities = self.espeak.capabilities
        if let flite = self.flite {
            parameters["flite"] = flite.descriptor.model
            parameters["flite.file"] = flite.descriptor.parameters["file"]
            capabilities.voices = flite.capabilities.voices + capabilities.voices
        }
        descriptor = ProviderDescriptor(
            name: Self.name, model: self.flite == nil ? "espeak-ng" : "flite+espeak-ng", parameters: parameters)
        self.capabilities = capabilities
    }

    /// The engine that has a voice; nil if neither has it.
    package static func engine(of voice: String) -> String? {
        if FliteSynthesizer.voices.contains(voice) { return FliteSynthesizer.name }
        return EspeakVoices.listed.contains { $0.id == voice } ? EspeakSynthesizer.name : nil
    }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        if let flite, request.language == .en,
            request.voice.map({ voice in flite.capabilities.voices.contains { $0.id == voice } })
                // The English of flite is American.
                ?? (request.variety == nil || flite.capabilities.varieties.contains(request.tag))
        {
            return try await flite.synthesize(request, audio: audio)
        }
        return try await espeak.synthesize(request, audio: audio)
    }
}
