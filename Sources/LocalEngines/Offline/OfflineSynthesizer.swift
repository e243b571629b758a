package import Audio
internal import Language
package import Providers

/// The voices that need no network: each language has the best one of three engines.
///
/// Flite speaks English, and Open JTalk speaks Japanese, if they are installed. espeak-ng speaks everything else, and English that
/// is not American.
package struct OfflineSynthesizer: SpeechSynthesizer {
    /// The settings of its engines.
    package struct Configuration: Sendable, Hashable {
        package var flite = FliteSynthesizer.Configuration()
        /// Nil if espeak-ng speaks Japanese in any case.
        package var openJTalk: OpenJTalkSynthesizer.Configuration?
        package var espeak = EspeakSynthesizer.Configuration()

        package init() {}
    }

    /// Its name for users.
    package static let name = "offline"

    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    private let flite: FliteSynthesizer?
    private let openJTalk: OpenJTalkSynthesizer?
    private let espeak: EspeakSynthesizer

    package init(_ configuration: Configuration = Configuration()) {
        let english = FliteSynthesizer(configuration.flite)
        flite = english.isInstalled ? english : nil
        let japanese = configuration.openJTalk.map(OpenJTalkSynthesizer.init)
        openJTalk = japanese?.isInstalled == true ? japanese : nil
        espeak = EspeakSynthesizer(configuration.espeak)
        var parameters = espeak.descriptor.parameters
        var capabilities = espeak.capabilities
        var models: [String] = []
        if let flite {
            parameters["flite"] = flite.descriptor.model
            parameters["flite.file"] = flite.descriptor.parameters["file"]
            capabilities.voices = flite.capabilities.voices + capabilities.voices
            models.append(FliteSynthesizer.name)
        }
        if let openJTalk {
            parameters["open-jtalk.files"] = openJTalk.descriptor.parameters["files"]
            capabilities.voices = openJTalk.capabilities.voices + capabilities.voices
            capabilities.spelledOut.merge(openJTalk.capabilities.spelledOut) { $1 }
            models.append(OpenJTalkSynthesizer.name)
        }
        descriptor = ProviderDescriptor(
            name: Self.name, model: (models + [EspeakSynthesizer.name]).joined(separator: "+"), parameters: parameters)
        self.capabilities = capabilities
    }

    /// The engine that has a voice; nil if none has it.
    package static func engine(of voice: String) -> String? {
        if FliteSynthesizer.voices.contains(voice) { return FliteSynthesizer.name }
        if voice == OpenJTalkSynthesizer.voice { return OpenJTalkSynthesizer.name }
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
        if let openJTalk, request.language == .ja,
            request.voice ?? OpenJTalkSynthesizer.voice == OpenJTalkSynthesizer.voice
        {
            return try await openJTalk.synthesize(request, audio: audio)
        }
        return try await espeak.synthesize(request, audio: audio)
    }
}
