public import Audio
public import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// A recognizer whose calls for one utterance wait for their turn, are written down and have a deadline.
struct RecordedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let journal: StageJournal
    let limit: Duration
    let time: TimeSource
    let evidence: Evidence
    /// Told when no words came for clear speech.
    let wordless: @Sendable () -> Void
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let forecast = UsageForecast.recognition(seconds: Double(request.audio.count) / Double(speechSampleRate))
        return try await journal.record(of: descriptor, charging: capabilities.price, for: forecast, limit: limit) {
            limit in
            let recognition = try await base.deadline(limit, time: time).recognize(request) { text in
                journal.partialArrived()
                try await hypothesis(text)
            }
            guard recognition.hasWords || !evidence.isClearSpeech else {
                wordless()
                throw ProviderError(
                    .unusable, stage: .recognition, provider: descriptor.name,
                    "no words came for \(evidence.voicedMilliseconds) ms of clear speech", usage: recognition.usage)
            }
            return recognition
        } as: {
            .recognition($0)
        } reusing: { finished in
            if case .recognition(let recognition) = finished { recognition } else { nil }
        }
    }
}

/// A translator whose calls for one utterance wait for their turn, are written down and have a deadline.
struct RecordedTranslator: Translator {
    let base: any Translator
    let journal: StageJournal
    let limit: Duration
    let time: TimeSource
    /// What of the translation is being spoken already, if anything.
    let begun: BegunTranslation?
    /// Why an answer is none: it declines to translate. Nil where it does not.
    let refusal: @Sendable (Translation) -> ProviderError?
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: TranslatorCapabilities { base.capabilities }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let forecast = UsageForecast.translation(
            characters: request.text.unicodeScalars.count,
            earlierCharacters: request.surroundingCharacters)
        return try await journal.record(of: descriptor, charging: capabilities.price, for: forecast, limit: limit) {
            limit in
            var translation = try await base.deadline(limit, time: time).translate(request) { text in
                journal.partialArrived()
                try await piece(text)
            }
            guard !translation.text.allSatisfy(\.isWhitespace) || request.text.allSatisfy(\.isWhitespace) else {
                throw ProviderError(
                    .unusable, stage: .translation, provider: descriptor.name, "the translation of a text is empty",
                    usage: translation.usage)
            }
            if let begun { translation.text = begun.whole(translation.text) }
            translation.note(capabilities.quality)
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
}

/// A synthesizer whose calls for one utterance wait for their turn, are written down, the audio among it, and have a
/// deadline.
struct RecordedSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let journal: StageJournal
    let limit: Duration
    let time: TimeSource
    let store: any ConversationStore
    /// Takes what was stored, once it is, and its samples.
    let stored: @Sendable (SpokenAudio, [Int16]) -> Void
    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: SynthesizerCapabilities { base.capabilities }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let spoken = Locked<[Int16]>([])
        let forecast = UsageForecast.synthesis(characters: request.text.unicodeScalars.count)
        return try await journal.record(of: descriptor, charging: capabilities.price, for: forecast, limit: limit) {
            limit in
            let synthesis = try await base.deadline(limit, time: time).synthesize(request) { chunk in
                journal.partialArrived()
                spoken.withLock { $0.append(contentsOf: chunk.samples) }
                try await audio(chunk)
            }
            guard synthesis.sampleCount > 0 else {
                throw ProviderError(
                    .unusable, stage: .synthesis, provider: descriptor.name, "no audio came for the text")
            }
            return synthesis
        } as: { synthesis in
            let samples = spoken.withLock { $0 }
            let blob = try await store.put(PCM16.littleEndianBytes(samples))
            let speech = SpokenAudio(
                blob: blob, voice: synthesis.voice, sampleRate: synthesis.sampleRate,
                sampleCount: synthesis.sampleCount, usage: synthesis.usage)
            stored(speech, samples)
            return .speech(speech)
        } reusing: { finished in
            guard case .speech(let speech) = finished, let voice = try await store.voice(of: speech) else { return nil }
            stored(speech, voice.samples)
            try await audio(voice)
            return Synthesis(
                voice: speech.voice, sampleRate: speech.sampleRate, sampleCount: speech.sampleCount,
                usage: speech.usage)
        }
    }
}

extension ConversationStore {
    /// The samples of spoken audio; nil where they are missing or damaged, so that they have to be made again.
    public func voice(of speech: SpokenAudio) async throws -> VoiceAudio? {
        do {
            guard let bytes = try await blob(speech.blob) else { return nil }
            return VoiceAudio(sampleRate: speech.sampleRate, samples: PCM16.samples(fromLittleEndian: bytes))
        } catch let problem as Problem where problem.code == "store.corrupt-blob" {
            return nil
        }
    }
}
