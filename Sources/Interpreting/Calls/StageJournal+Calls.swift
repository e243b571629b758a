package import Audio
package import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// The three kinds of calls: each waits for its turn, is recorded and has a deadline.
extension StageJournal {
    /// - Parameter evidence: the measurements of the audio's waveform.
    func recognize(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, evidence: SpeechEvidence, limit: Duration,
        hypothesis: PartialSink<String>
    ) async throws -> Recorded<Recognition> {
        let forecast = UsageForecast.recognition(seconds: Double(request.audio.count) / Double(speechSampleRate))
        let (descriptor, capabilities) = (recognizer.descriptor, recognizer.capabilities)
        let planned = PlannedCall(
            provider: descriptor, price: capabilities.price, forecast: forecast, limit: limit)
        return try await record(planned) { limit in
            let recognition = try await recognizer.deadline(limit, time: time).answer(request) { text in
                partialArrived()
                try await hypothesis(text)
            }
            guard recognition.hasWords || !evidence.isClearSpeech else {
                var error = ProviderError(
                    .unusable, stage: .recognition, provider: descriptor.name,
                    "no words were recognized in \(evidence.voicedMilliseconds) ms of clear speech",
                    usage: recognition.usage)
                error.isWordless = true
                throw error
            }
            return recognition.withMissingBlanks
        } as: {
            .recognition($0)
        } reusing: { finished in
            if case .recognition(let recognition) = finished { recognition } else { nil }
        }
    }

    /// - Parameters:
    ///   - begun: the part of the translation that is already being spoken, if any.
    ///   - refusal: why an answer counts as a failure: the model declines to translate. Nil if it does not.
    func translate(
        _ request: TranslationRequest, by translator: any Translator, continuing begun: BegunTranslation?,
        limit: Duration,
        refusal: @Sendable (Translation) -> ProviderError?, piece: PartialSink<String>
    ) async throws -> Recorded<Translation> {
        let forecast = UsageForecast.translation(
            characters: request.text.unicodeScalars.count, tokens: TokenEstimate.tokens(in: request.text),
            surroundings: request.surroundingTokens)
        let (descriptor, capabilities) = (translator.descriptor, translator.capabilities)
        let planned = PlannedCall(
            provider: descriptor, price: capabilities.price, forecast: forecast, limit: limit)
        return try await record(planned) { limit in
            var translation = try await translator.deadline(limit, time: time).answer(request) { text in
                partialArrived()
                try await piece(text)
            }
            guard !translation.text.allSatisfy(\.isWhitespace) || request.text.allSatisfy(\.isWhitespace) else {
                throw ProviderError(
                    .unusable, stage: .translation, provider: descriptor.name, "the translation of a text is empty",
                    usage: translation.usage)
            }
            if let begun { translation.text = begun.whole(translation.text) }
            translation.note(capabilities.quality(of: request.pair))
            if let shorter = request.shorter { translation.note(longer: shorter.longer) }
            if var error = refusal(translation) {
                error.usage = translation.usage
                throw error
            }
            return translation
        } as: {
            .translation($0)
        } reusing: { finished in
            guard case .translation(let translation) = finished, refusal(translation) == nil else { return nil }
            return translation
        }
    }

    /// The audio is stored with the answer.
    ///
    /// - Parameter store: keeps the audio.
    func synthesize(
        _ request: SynthesisRequest, by synthesizer: any SpeechSynthesizer, limit: Duration,
        store: any ContentStore, audio: PartialSink<VoiceAudio>
    ) async throws -> Recorded<SpokenSynthesis> {
        let forecast = UsageForecast.synthesis(characters: request.text.unicodeScalars.count)
        let (descriptor, capabilities) = (synthesizer.descriptor, synthesizer.capabilities)
        let planned = PlannedCall(
            provider: descriptor, price: capabilities.price, forecast: forecast, limit: limit)
        return try await record(planned) { limit in
            let spoken = Locked<[Int16]>([])
            let synthesis = try await synthesizer.deadline(limit, time: time).answer(request) { chunk in
                partialArrived()
                spoken.withLock { $0.append(contentsOf: chunk.samples) }
                try await audio(chunk)
            }
            guard synthesis.sampleCount > 0 else {
                throw ProviderError(
                    .unusable, stage: .synthesis, provider: descriptor.name, "no audio was returned for the text")
            }
            return SpokenSynthesis(synthesis: synthesis, samples: spoken.withLock { $0 })
        } as: { answer in
            let blob = try await store.put(PCM16.littleEndianBytes(answer.samples))
            let synthesis = answer.synthesis
            return .speech(
                SpokenAudio(
                    blob: blob, voice: synthesis.voice, sampleRate: synthesis.sampleRate,
                    sampleCount: synthesis.sampleCount, usage: synthesis.usage))
        } reusing: { finished in
            guard case .speech(let speech) = finished, let voice = try await store.voice(of: speech) else { return nil }
            try await audio(voice)
            return SpokenSynthesis(
                synthesis: Synthesis(
                    voice: speech.voice, sampleRate: speech.sampleRate, sampleCount: speech.sampleCount,
                    usage: speech.usage), samples: voice.samples)
        }
    }
}

extension BlobStore {
    /// The samples of spoken audio; nil if they are missing or damaged, so that they have to be made again.
    package func voice(of speech: SpokenAudio) async throws -> VoiceAudio? {
        do {
            guard let bytes = try await blob(speech.blob) else { return nil }
            return VoiceAudio(sampleRate: speech.sampleRate, samples: PCM16.samples(fromLittleEndian: bytes))
        } catch let problem as Problem where problem.code == "store.corrupt-blob" {
            return nil
        }
    }
}
