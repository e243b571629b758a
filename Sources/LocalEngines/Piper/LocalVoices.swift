package import Audio
internal import Language
package import Providers

/// Piper's voices, each for its language, and the offline voices for every other language.
package struct LocalVoices: SpeechSynthesizer {
    package let descriptor: ProviderDescriptor
    package let capabilities: SynthesizerCapabilities
    /// Piper's voices. If a language has several and none is requested, the first one is used.
    private let voices: [PiperSynthesizer]
    private let others: OfflineSynthesizer

    /// - Parameters:
    ///   - names: the names of Piper's voices.
    ///   - configuration: the settings of each of them, except the voice.
    ///   - others: the voices of the other languages.
    package init(_ names: [String], _ configuration: PiperSynthesizer.Configuration, others: OfflineSynthesizer) {
        voices = names.map { name in
            var own = configuration
            own.voice = name
            return PiperSynthesizer(own)
        }
        self.others = others
        var parameters = others.descriptor.parameters
        for voice in voices { parameters["piper.\(voice.descriptor.model)"] = voice.descriptor.parameters["files"] }
        parameters["others"] = others.descriptor.model
        var capabilities = others.capabilities
        for voice in voices.reversed() {
            capabilities.languages.formUnion(voice.capabilities.languages)
            capabilities.varieties.formUnion(voice.capabilities.varieties)
            capabilities.voices = voice.capabilities.voices + capabilities.voices
        }
        // If there were more calls at once, they would wait for one another, and that would look like a slow voice.
        let limits = [capabilities.maximumConcurrency] + voices.map(\.capabilities.maximumConcurrency)
        capabilities.maximumConcurrency = limits.compactMap(\.self).min()
        self.capabilities = capabilities
        descriptor = ProviderDescriptor(
            name: PiperSynthesizer.name, model: (names + [Self.rest]).joined(separator: "+"), parameters: parameters)
    }

    /// The name of the offline voices in a list of voices.
    static let rest = "offline"

    /// The voices of a list such as `en_US-joe-medium+offline`; nil if it is the name of one voice.
    package static func names(in model: String) -> [String]? {
        let parts = model.split(separator: "+").map(String.init)
        return parts.count > 1 && parts.last == rest ? parts.dropLast() : nil
    }

    /// The engine that spoke, for people: `espeak-ng` for a language without a voice of Piper's.
    ///
    /// - Parameters:
    ///   - voice: the voice of the speech.
    ///   - provider: the synthesizer that was asked, which may stand for several engines.
    package static func engine(of voice: String, by provider: String) -> String {
        guard [OfflineSynthesizer.name, PiperSynthesizer.name].contains(provider) else { return provider }
        return OfflineSynthesizer.engine(of: voice) ?? provider
    }

    /// The names of the installed voices, the usual one first.
    package static func installed(_ configuration: PiperSynthesizer.Configuration) -> [String] {
        let names = PiperSynthesizer.installed(configuration.worker)
        return names.filter { $0 == configuration.voice } + names.filter { $0 != configuration.voice }
    }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        if let voice = voices.first(where: { Self.speaks($0, request) }) {
            return try await voice.synthesize(request, audio: audio)
        }
        return try await others.synthesize(request, audio: audio)
    }

    private static func speaks(_ voice: PiperSynthesizer, _ request: SynthesisRequest) -> Bool {
        guard voice.capabilities.languages.contains(request.language) else { return false }
        if let wanted = request.voice { return voice.capabilities.voices.contains { $0.id == wanted } }
        return request.variety == nil || voice.capabilities.varieties.contains(request.tag)
    }
}
