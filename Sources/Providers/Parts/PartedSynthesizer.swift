public import Audio

/// A synthesizer that is given long texts in parts, none longer than it takes, cut at sentences and where these are too long
/// at clauses; the audio of all of them is one.
///
/// Parts are asked for one after the other, so that what is heard comes in order, each with what stands around it where that
/// is listened to. It stands around retry: a part that was spoken is not asked for again because a later one failed.
public struct PartedSynthesizer: SpeechSynthesizer {
    private let base: any SpeechSynthesizer
    private let part: @Sendable (SynthesisRequest) async throws -> any SpeechSynthesizer

    /// - Parameter part: who speaks a part, given its request; `base` itself where there is nothing to put around it.
    public init(
        _ base: any SpeechSynthesizer,
        part: (@Sendable (SynthesisRequest) async throws -> any SpeechSynthesizer)? = nil
    ) {
        self.base = base
        self.part = part ?? { _ in base }
    }

    public var descriptor: ProviderDescriptor { base.descriptor }

    /// For texts of any length.
    public var capabilities: SynthesizerCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumCharacters = nil
        return capabilities
    }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let texts = SpokenParts.cut(
            request.text, in: request.language, longest: base.capabilities.maximumCharacters ?? .max)
        var whole: Synthesis?
        for (index, text) in texts.enumerated() {
            let question = SynthesisRequest(
                text: text, language: request.language, variety: request.variety, voice: request.voice,
                previous: index > 0 ? texts[index - 1] : request.previous,
                next: index + 1 < texts.count ? texts[index + 1] : request.next, context: request.context)
            let rate = whole?.sampleRate
            let answer = try await part(question).synthesize(question) { chunk in
                guard rate ?? chunk.sampleRate == chunk.sampleRate else { throw anotherRate }
                try await audio(chunk)
            }
            guard rate ?? answer.sampleRate == answer.sampleRate else { throw anotherRate }
            whole = whole.map { $0.followed(by: answer) } ?? answer
        }
        guard let whole else { throw CancellationError() }
        return whole
    }

    private var anotherRate: ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: descriptor.name,
            "the audio of a text's parts came at different sample rates")
    }
}

extension Synthesis {
    fileprivate func followed(by next: Synthesis) -> Synthesis {
        let seconds = sampleRate > 0 ? Double(sampleCount) / Double(sampleRate) : 0
        let later = next.words.map { SpokenWord(text: $0.text, start: $0.start + seconds, end: $0.end + seconds) }
        let (count, isTooLarge) = sampleCount.addingReportingOverflow(next.sampleCount)
        return Synthesis(
            voice: voice, sampleRate: sampleRate, sampleCount: isTooLarge ? .max : count,
            usage: usage.adding(next.usage), words: words + later)
    }
}

extension SynthesizerCapabilities {
    /// Whether a text is longer than one call takes.
    public func isTooLong(_ text: String) -> Bool {
        maximumCharacters.map { text.unicodeScalars.count > $0 } ?? false
    }
}
