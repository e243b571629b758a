package import Audio
internal import Language
package import Plumbing
package import Providers

/// Buzzes one word after the other, for as long as it would take to say them.
package struct SimulatedSynthesizer: SpeechSynthesizer {
    let stage: SimulatedStage
    package let capabilities: SynthesizerCapabilities
    package var descriptor: ProviderDescriptor { stage.descriptor }

    /// - Parameters:
    /// - time: passes while it answers as the scenario says.
    /// - log: takes each call; nil if none is needed.
    package init(_ scenario: Scenario, time: TimeSource, log: CallLog? = nil) {
        stage = SimulatedStage(.synthesis, scenario, time: time, log: log)
        capabilities = SynthesizerCapabilities(languages: scenario.languages) {
            $0.streams = scenario.synthesis.pieces > 1
            $0.voices = LanguageCode.tested.filter(scenario.languages.contains).flatMap { language in
                ToneVoice.Pitch.allCases.map {
                    .init(id: Self.voice(language, $0), language: language, pitch: $0.median)
                }
            }
            $0.maximumCharacters = 5_000
            $0.maximumConcurrency = scenario.synthesis.concurrency
        }
    }

    package func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        guard capabilities.languages.contains(request.language) else {
            throw stage.failure(.unsupported, "\(request.language.englishName) is not among its languages")
        }
        if let most = capabilities.maximumCharacters, request.text.count > most {
            throw stage.failure(.unsupported, "the text is longer than \(most) characters")
        }
        let pitches = ToneVoice.Pitch.allCases
        let pitch =
            request.voice == nil
            ? .low : pitches.first { Self.voice(request.language, $0) == request.voice }
        guard let pitch else {
            throw stage.failure(
                .unsupported, "it has no voice '\(request.voice ?? "")' for \(request.language.englishName)")
        }
        var hash = StableHash()
        for text in [request.text, request.language.rawValue, request.voice ?? ""] { hash.combine(text) }
        return try await stage.call(request.context, request: hash) { call in
            let samples = ToneVoice(pitch, seed: stage.seed).speak(request.text)
            if call.fault == .empty, !samples.isEmpty {
                throw stage.failure(.unusable, "no audio was returned for the text")
            }
            try await call.stream(chunks(samples), to: audio)
            let language = call.fault == .wrongLanguage ? request.language.other : request.language
            return Synthesis(
                voice: Self.voice(language, pitch), sampleRate: ToneVoice.sampleRate, sampleCount: samples.count,
                usage: Usage(characters: request.text.count))
        }
    }

    /// `sim-es-low`.
    private static func voice(_ language: LanguageCode, _ pitch: ToneVoice.Pitch) -> String {
        "sim-\(language)-\(pitch.rawValue)"
    }

    private func chunks(_ samples: [Int16]) -> [VoiceAudio] {
        let count = min(stage.behaviour.pieces, samples.count)
        return (0..<count).map {
            VoiceAudio(
                sampleRate: ToneVoice.sampleRate,
                samples: Array(samples[samples.count * $0 / count..<samples.count * ($0 + 1) / count]))
        }
    }
}
