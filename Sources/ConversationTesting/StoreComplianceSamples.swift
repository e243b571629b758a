package import Audio
package import Conversations
package import Language
package import Providers

/// Made-up conversations for tests of stores and of code that uses one.
package enum StoreSamples {
    /// English into Spanish.
    package static let pair: LanguagePair = {
        guard let pair = try? LanguagePair(from: .en, to: .es) else { preconditionFailure("two languages") }
        return pair
    }()

    /// The engine of all records.
    package static let provider = ProviderDescriptor(name: "sim:instant", model: "1", parameters: ["beam": "wide"])

    /// The recording of all conversations: a WAV file at 44.1 kHz with two channels.
    package static let source = SourceDescription(
        name: "talk.wav", container: "wav", codec: "pcm_s16le", sampleRate: 44_100, channels: 2)

    /// A conversation about a recording.
    ///
    /// - Parameter createdAt: milliseconds since 1970.
    package static func conversation(
        _ id: ConversationID = .random(), title: String = "A talk", createdAt: Int64 = 1_700_000_000_000,
        origin: AudioOrigin = .file(path: "/talks/talk.wav", sha256: String(repeating: "a", count: 64)),
        state: ConversationState = .running
    ) -> Conversation {
        Conversation(
            id: id, title: title, createdAt: createdAt, origin: origin, source: source,
            settings: ConversationSettings(
                pair: pair, segmentation: "energy 1", providers: [.recognition: provider, .translation: provider]
            ) { $0.speech.voice = "es-1" }, state: state)
    }

    /// An utterance of five seconds; each one follows the one before.
    package static func utterance(_ sequence: Int, of conversation: ConversationID) -> Utterance {
        let start = (sequence - 1) * 80_000
        return Utterance(
            UtteranceID(conversation: conversation, sequence: sequence),
            speaker: sequence.isMultiple(of: 2) ? .other : .user, range: SampleRange(start: start, end: start + 80_000),
            speech: SampleRange(start: start + 3_200, end: start + 76_800),
            direction: Direction(pair: pair, reason: "speaker"),
            evidence: SpeechEvidence(
                voicedMilliseconds: 4_200, rmsDBFS: -23.25, peakDBFS: -6.5, snrDB: 31, clippedSamples: 0,
                speechProbability: sequence.isMultiple(of: 2) ? 0.75 : nil),
            audioHash: ContentHash.of(samples: [Int16(truncatingIfNeeded: sequence)]))
    }

    /// A recognition that uses every field: words, signals and usage.
    package static func recognition(_ text: String) -> Recognition {
        Recognition(
            text: text, language: .en, confidence: 0.75,
            words: [.init(text: text, start: 0.25, end: 1.5, confidence: 0.5)],
            signals: RecognitionSignals(noSpeech: 0.125, meanLogProbability: -0.5), usage: Usage(audioSeconds: 5))
    }

    /// A translation that uses every field: notes, flags and usage.
    package static func translation(_ text: String) -> Translation {
        Translation(
            text: text, language: .es, notes: ["unknown-words:2"],
            flags: [TranslationFlag(name: "numbers", reason: "\"5\" is missing", evidence: ["5"])],
            usage: Usage(characters: text.count, inputTokens: 3, cachedInputTokens: 2, outputTokens: 4))
    }

    /// Two seconds of speech with the samples in a blob.
    package static func speech(_ blob: BlobID) -> SpokenAudio {
        SpokenAudio(blob: blob, voice: "es-1", sampleRate: 22_050, sampleCount: 44_100, usage: Usage(characters: 9))
    }

    /// The times of one stage. A synthesis has calls, the other stages have a connection.
    package static func timing(_ stage: Stage, reused: Bool = false) -> StageTiming {
        var timing = StageTiming(
            stage: stage, queuedMilliseconds: 1.5, firstPartialMilliseconds: stage == .recognition ? 20.25 : nil,
            totalMilliseconds: 40, reused: reused, provider: "engine", model: "one")
        if stage == .synthesis {
            if !reused { timing.calls = 3 }
        } else {
            timing.connection = ConnectionTiming(connectMilliseconds: 12.5, firstByteMilliseconds: 80, reused: reused)
        }
        return timing
    }

    /// What one call has cost; a synthesis has no price.
    package static func charge(_ stage: Stage, _ number: Int, of utterance: UtteranceID) -> Charge {
        Charge(
            call: AttemptID(utterance: utterance, stage: stage, number: number), provider: "engine", model: "one",
            cost: stage == .synthesis ? nil : Money(nanodollars: 44_000),
            usage: stage == .synthesis
                ? Usage()
                : Usage(audioSeconds: 2.25, characters: 9, inputTokens: 30, cachedInputTokens: 20, outputTokens: 4))
    }

    /// A key that differs for different names. Names are ASCII.
    package static func key(_ name: String) -> ContentKey {
        ContentKey(rawValue: ContentHash.of(samples: name.utf8.map(Int16.init)))
    }

    /// A call that has begun and not ended.
    package static func attempt(_ stage: Stage, _ number: Int, of utterance: UtteranceID, key: ContentKey) -> Attempt {
        Attempt(
            id: AttemptID(utterance: utterance, stage: stage, number: number), provider: provider, key: key,
            startedAt: 1_700_000_000_100)
    }

    /// The first event of a conversation.
    package static func started(_ id: ConversationID) -> Event {
        Event(.conversationStarted(.init(title: "A talk", source: source, pair: pair)), in: id)
    }

    /// The event of an utterance that was recognized.
    package static func recognized(_ sequence: Int, _ text: String, in id: ConversationID) -> Event {
        Event(
            .recognized(
                .init(
                    utterance: sequence, speaker: .user, start: 0.5, end: 4.75, language: .en, text: text,
                    confidence: 0.5)), in: id)
    }

    /// The last event of a conversation, with one dropped utterance and one damaged place.
    ///
    /// - Parameter seconds: how much of the recording was heard.
    package static func finished(
        _ id: ConversationID, _ state: ConversationState = .complete, seconds: Double = 12.5
    ) -> Event {
        var coverage = Coverage()
        coverage.add(voiced: 4_200, outcome: .dropped(reason: "no-words"))
        return Event(
            .conversationFinished(
                .init(
                    state: state, seconds: seconds, utterances: 1, coverage: coverage,
                    damage: [AudioDamage(atSeconds: 12.5, what: "the file ends in the middle of a frame")])), in: id)
    }
}
