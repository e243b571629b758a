internal import Audio
internal import Language
public import Providers

extension SpeechSynthesizer {
    /// Gives the synthesizer what it reads badly in words. Where it wants nothing of the kind, it stays as it is.
    public func normalizing(_ normalizer: TextNormalizer) -> any SpeechSynthesizer {
        capabilities.spelledOut.isEmpty ? self : NormalizingSynthesizer(base: self, normalizer: normalizer)
    }
}

/// A synthesizer that is given numbers, dates, units and the like in words. What is shown to readers stays as it was.
struct NormalizingSynthesizer: SpeechSynthesizer, WarmableProvider {
    let base: any SpeechSynthesizer
    let normalizer: TextNormalizer

    /// Says by which rules texts are written out: with others the same text sounds different.
    var descriptor: ProviderDescriptor {
        var descriptor = base.descriptor
        descriptor.parameters["spoken-forms"] = normalizer.identity
        return descriptor
    }

    var capabilities: SynthesizerCapabilities { base.capabilities }

    var place: String { (base as? any WarmableProvider)?.place ?? "" }

    func warm() async { await (base as? any WarmableProvider)?.warm() }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        var spoken = request
        if let forms = capabilities.spelledOut[request.language] {
            spoken.text = normalizer.normalized(request.text, request.language, forms)
        }
        // Words are longer than digits: where they would be too long, the text goes as it is.
        if let limit = capabilities.maximumCharacters, spoken.text.unicodeScalars.count > limit {
            spoken.text = request.text
        }
        return try await base.synthesize(spoken, audio: audio)
    }
}
