public import Audio
internal import Plumbing
public import Providers

/// A synthesizer that splits long texts into parts it can take, and joins their audio.
///
/// Texts are split at sentences and, if these are too long, at clauses.
///
/// Parts are asked for one after the other, so that the audio comes in order. Each request has the text around the part, for
/// providers that use it. This wrapper is outside of retry: a part that was spoken is not asked for again because a later one
/// failed. A part that the provider finds too large is split once more, unless some of it was heard.
public struct PartedSynthesizer: SpeechSynthesizer {
    /// Characters below which a part that the provider finds too large is not split: then something else is wrong.
    static let shortest = 20

    private let base: any SpeechSynthesizer
    private let longest: Int
    private let part: @Sendable (SynthesisRequest) async throws -> any SpeechSynthesizer

    /// - Parameters:
    ///   - longest: how many characters a part may have, if that is less than the synthesizer says to take.
    ///   - part: gives the synthesizer for a part's request; `base` itself if there is nothing to wrap it in.
    public init(
        _ base: any SpeechSynthesizer, longest: Int = .max,
        part: (@Sendable (SynthesisRequest) async throws -> any SpeechSynthesizer)? = nil
    ) {
        self.base = base
        self.longest = min(longest, base.capabilities.maximumCharacters ?? .max)
        self.part = part ?? { _ in base }
    }

    public var descriptor: ProviderDescriptor { base.descriptor }

    /// The base's capabilities, without a limit on the length.
    public var capabilities: SynthesizerCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumCharacters = nil
        return capabilities
    }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        try await answers(to: request, audio: audio, synthesis: \.self) { [part] question, audio in
            try await part(question).synthesize(question, audio: audio)
        }.whole
    }

    /// As ``synthesize(_:audio:)``, for calls that return more than a synthesis.
    ///
    /// - Parameters:
    ///   - synthesis: the synthesis in what a call returns.
    ///   - call: asks for one part.
    /// - Returns: the answers put together, and what the calls returned, in the order of the parts.
    public func answers<Part>(
        to request: SynthesisRequest, audio: PartialSink<VoiceAudio>, synthesis: (Part) -> Synthesis,
        _ call: @escaping (SynthesisRequest, PartialSink<VoiceAudio>) async throws -> Part
    ) async throws -> (whole: Synthesis, parts: [Part]) {
        var left = SpokenParts.cut(request.text, in: request.language, longest: longest)[...]
        var whole: Synthesis?
        var parts: [Part] = []
        var previous = request.previous
        while let text = left.popFirst() {
            let question = SynthesisRequest(
                text: text, language: request.language, variety: request.variety, voice: request.voice,
                previous: previous, next: left.first ?? request.next, context: request.context)
            let rate = whole?.sampleRate
            let isHeard = Locked(false)
            do {
                let part = try await call(question) { chunk in
                    guard rate ?? chunk.sampleRate == chunk.sampleRate else { throw anotherRate }
                    isHeard.withLock { $0 = true }
                    try await audio(chunk)
                }
                let answer = synthesis(part)
                guard rate ?? answer.sampleRate == answer.sampleRate else { throw anotherRate }
                whole = whole.map { $0.followed(by: answer) } ?? answer
                parts.append(part)
                previous = text
            } catch let error as ProviderError where error.failure == .tooLarge && !isHeard.withLock({ $0 }) {
                guard let smaller = Self.smaller(than: text) else { throw error }
                left = (SpokenParts.cut(text, in: request.language, longest: smaller) + left)[...]
            }
        }
        guard let whole else { throw CancellationError() }
        return (whole, parts)
    }

    private var anotherRate: ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: descriptor.name,
            "the audio of a text's parts came at different sample rates")
    }
}

extension PartedSynthesizer {
    /// How many characters to try if a text is too large; nil if it is short already.
    public static func smaller(than text: String) -> Int? {
        let half = text.unicodeScalars.count / 2 + 1
        return half < shortest ? nil : half
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
