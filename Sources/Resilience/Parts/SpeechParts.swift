package import Audio
internal import Plumbing
package import Providers

/// The parts of a long text that is spoken. It is split at sentences and, if these are too long, at clauses.
///
/// Each request has the text around the part, for providers that use it. A part that was heard is not divided any more.
package struct SpeechParts: RequestParts {
    /// Characters below which a part that the provider finds too large is not split: then something else is wrong.
    private static let shortest = 20

    private let request: SynthesisRequest
    private let provider: String
    private var left: ArraySlice<String>
    private var asked = ""
    private var previous: String?
    package private(set) var answer: Synthesis?
    /// Whether some of the part that is requested was heard.
    private var isHeard = Locked(false)

    /// - Parameter longest: how many characters a part may have, if that is less than the synthesizer says to take.
    package init(_ request: SynthesisRequest, by synthesizer: any SpeechSynthesizer, longest: Int = .max) {
        self.request = request
        provider = synthesizer.descriptor.name
        let longest = min(longest, synthesizer.capabilities.maximumCharacters ?? .max)
        left = SpokenParts.cut(request.text, in: request.language, longest: longest)[...]
        previous = request.previous
    }

    package mutating func next() -> SynthesisRequest? {
        guard let text = left.popFirst() else { return nil }
        asked = text
        isHeard = Locked(false)
        return SynthesisRequest(
            text: text, language: request.language, variety: request.variety, voice: request.voice,
            previous: previous, next: left.first ?? request.next, context: request.context)
    }

    package func whole(_ partial: VoiceAudio) throws -> VoiceAudio {
        try check(partial.sampleRate)
        isHeard.withLock { $0 = true }
        return partial
    }

    package mutating func take(_ answer: Synthesis) throws {
        try check(answer.sampleRate)
        self.answer = self.answer?.followed(by: answer) ?? answer
        previous = asked
    }

    package mutating func divide() -> Bool {
        guard !isHeard.withLock({ $0 }), let smaller = Self.smaller(than: asked) else { return false }
        left = (SpokenParts.cut(asked, in: request.language, longest: smaller) + left)[...]
        return true
    }

    private func check(_ sampleRate: Int) throws {
        guard answer?.sampleRate ?? sampleRate == sampleRate else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: provider,
                "the parts of a text have audio at different sample rates")
        }
    }

    /// How many characters to try if a text is too large; nil if it is short already.
    package static func smaller(than text: String) -> Int? {
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
    package func isTooLong(_ text: String) -> Bool {
        maximumCharacters.map { text.unicodeScalars.count > $0 } ?? false
    }
}
