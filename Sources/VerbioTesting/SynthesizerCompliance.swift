internal import Audio
package import Language
internal import Plumbing
package import Providers

/// The promises of every synthesizer, whatever its provider. Used like ``RecognizerCompliance``.
package struct SynthesizerCompliance: Sendable {
    /// The promises, one test each.
    package enum Check: String, Sendable, CaseIterable {
        case speaksText, tellsWhatItUsed, speaksAwkwardText, isSilentWithoutText, speaksWithEachVoice,
            answersToCancellation
        case neverMixesConcurrentCalls, refusesOtherLanguages, refusesOtherVoices, refusesTextTooLong
    }

    /// An answer and its audio.
    private struct Answer: Sendable, Equatable {
        var synthesis: Synthesis
        var chunks: [VoiceAudio]
        var samples: [Int16] { chunks.flatMap(\.samples) }

        static func == (a: Answer, b: Answer) -> Bool { a.synthesis == b.synthesis && a.samples == b.samples }
    }

    private let synthesizer: any SpeechSynthesizer
    private let language: LanguageCode
    private let texts: [String]

    /// - Parameter texts: sentences in the language, at least one, all different.
    package init(_ synthesizer: any SpeechSynthesizer, language: LanguageCode, texts: [String]) {
        self.synthesizer = synthesizer
        self.language = language
        self.texts = texts
    }

    /// - Throws: ``ComplianceFailure`` that describes the deviation.
    package func run(_ check: Check) async throws {
        switch check {
        case .speaksText: try await speaks(texts)
        case .tellsWhatItUsed: try await tellsWhatItUsed()
        case .speaksAwkwardText: try await speaks(ComplianceCheck.awkwardTexts)
        case .isSilentWithoutText: try await isSilentWithoutText()
        case .speaksWithEachVoice: try await speaksWithEachVoice()
        case .answersToCancellation: try await answersToCancellation()
        case .neverMixesConcurrentCalls: try await neverMixesConcurrentCalls()
        case .refusesOtherLanguages: try await refusesOtherLanguages()
        case .refusesOtherVoices: try await refusesOtherVoices()
        case .refusesTextTooLong: try await refusesTextTooLong()
        }
    }

    private func request(
        _ text: String, _ language: LanguageCode? = nil, voice: String? = nil, utterance: Int = 1
    ) -> SynthesisRequest {
        SynthesisRequest(
            text: text, language: language ?? self.language, voice: voice,
            context: CallContext(conversation: "compliance", utterance: utterance))
    }

    /// Speaks and compares the audio that came with the answer's description of it.
    private func answer(_ request: SynthesisRequest) async throws -> Answer {
        let chunks = Locked<[VoiceAudio]>([])
        let synthesis = try await synthesizer.synthesize(request) { chunk in chunks.withLock { $0.append(chunk) } }
        let answer = Answer(synthesis: synthesis, chunks: chunks.withLock { $0 })
        let given = answer.samples.count
        try ComplianceCheck.require(
            given == synthesis.sampleCount, "\(given) samples came, the answer says \(synthesis.sampleCount)")
        try ComplianceCheck.require(
            answer.chunks.allSatisfy { $0.sampleRate == synthesis.sampleRate },
            "audio at \(Set(answer.chunks.map(\.sampleRate))) Hz came, the answer says \(synthesis.sampleRate)")
        try ComplianceCheck.require(
            (8_000...96_000).contains(synthesis.sampleRate), "\(synthesis.sampleRate) Hz is no rate for a voice")
        return answer
    }

    private func speaks(_ texts: [String]) async throws {
        for text in texts {
            let answer = try await answer(request(text))
            try ComplianceCheck.require(
                answer.samples.contains { $0 != 0 }, "no sound came for '\(text)'")
            try ComplianceCheck.require(
                answer.synthesis.voice.isEmpty == false, "the answer does not tell the voice that spoke")
        }
    }

    private func tellsWhatItUsed() async throws {
        let usage = try await answer(request(texts[0])).synthesis.usage
        try ComplianceCheck.require(
            usage.characters ?? 0 > 0, "speech is charged by the character, and the answer tells none: \(usage)")
        try ComplianceCheck.require(usage)
    }

    private func isSilentWithoutText() async throws {
        for text in ["", " \n\t"] {
            do {
                let answer = try await answer(request(text))
                try ComplianceCheck.require(!answer.samples.contains { $0 != 0 }, "sound came for no text")
            } catch let error as ProviderError {
                try ComplianceCheck.require(
                    !error.failure.isRetryable, "no text at all fails as if it might succeed later")
            }
        }
    }

    private func speaksWithEachVoice() async throws {
        for voice in synthesizer.capabilities.voices where voice.language == language {
            let answer = try await answer(request(texts[0], voice: voice.id))
            try ComplianceCheck.require(
                answer.synthesis.voice == voice.id, "'\(voice.id)' was asked for, '\(answer.synthesis.voice)' spoke")
        }
    }

    private func answersToCancellation() async throws {
        let request = request(texts[0])
        try await ComplianceCheck.cancelBefore { sink in _ = try await synthesizer.synthesize(request, audio: sink) }
        try await ComplianceCheck.cancelMidway { sink in _ = try await synthesizer.synthesize(request, audio: sink) }
    }

    private func neverMixesConcurrentCalls() async throws {
        let requests = (0..<8).map { request(texts[$0 % texts.count], utterance: $0 + 1) }
        try await ComplianceCheck.concurrently(
            requests, most: synthesizer.capabilities.maximumConcurrency
        ) { request in
            try await answer(request)
        }
    }

    private func refusesOtherLanguages() async throws {
        let known = synthesizer.capabilities.languages
        try ComplianceCheck.require(known.contains(language), "\(language) is not among the stated languages")
        guard let other = LanguageCode.tested.first(where: { !known.contains($0) }) else { return }
        try await ComplianceCheck.expectUnsupported("speaking \(other.englishName)") {
            _ = try await answer(request(texts[0], other))
        }
    }

    private func refusesOtherVoices() async throws {
        try await ComplianceCheck.expectUnsupported("the voice 'nobody'") {
            _ = try await answer(request(texts[0], voice: "nobody"))
        }
    }

    private func refusesTextTooLong() async throws {
        guard let most = synthesizer.capabilities.maximumCharacters, most < 1_000_000 else { return }
        let text = String(repeating: "word ", count: most / 5 + 1)
        try await ComplianceCheck.expectUnsupported("a text of more than \(most) characters") {
            _ = try await answer(request(text))
        }
    }
}
