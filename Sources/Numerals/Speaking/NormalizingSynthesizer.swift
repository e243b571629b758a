internal import Audio
internal import Language
package import Providers

extension SpeechSynthesizer {
    /// Writes out for the synthesizer what it reads badly. If the synthesizer needs nothing of the kind, it is returned
    /// unchanged.
    package func normalizing(_ normalizer: TextNormalizer) -> any SpeechSynthesizer {
        capabilities.spelledOut.isEmpty ? self : NormalizingSynthesizer(base: self, normalizer: normalizer)
    }
}

/// A synthesizer that gets numbers, dates, units and the like in words. The text that readers see stays unchanged.
struct NormalizingSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let normalizer: TextNormalizer

    /// The descriptor names the rules by which texts are written out, because other rules change the sound of the same text.
    var descriptor: ProviderDescriptor {
        var descriptor = base.descriptor
        descriptor.parameters["spoken-forms"] = normalizer.identity
        return descriptor
    }

    var capabilities: SynthesizerCapabilities { base.capabilities }

    var warmedPlace: String? { base.warmedPlace }

    func warm() async { await base.warm() }

    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? {
        try await base.problem(with: synthesis, of: request)
    }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        var spoken = request
        if let forms = capabilities.spelledOut[request.language] {
            spoken.text = normalizer.normalized(request.text, request.language, forms)
        }
        // Words are longer than digits. If they exceed the limit, the text is sent unchanged.
        if let limit = capabilities.maximumCharacters, spoken.text.unicodeScalars.count > limit {
            spoken.text = request.text
        }
        return try await base.synthesize(spoken, audio: audio)
    }
}
