internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

extension UtteranceInterpreter {
    /// One utterance under way.
    struct Work: Sendable {
        let utterance: Utterance
        let samples: [Int16]
        /// Whether there should be samples, and they are missing or damaged.
        let lacksAudio: Bool
        let record: UtteranceRecord?
        let lane: OrderedDelivery.Lane
        let journal: UtteranceJournal
        /// Who speaks, where that was found out in this run.
        let decided = Locked<Speaker?>(nil)
        /// The place of the recognizer that has answered in this run.
        let recognizer = Locked<Int?>(nil)
        /// Names of the guards that found something.
        let flags: Locked<[String]>
        /// Names of the guards that refused the translator's first answer, where another took its place.
        let refused = Locked<[String]>([])
        /// Set once audio of it has been sent to the lane.
        let isHeard = DeliveryMark()

        /// Who speaks, as far as that is known.
        var speaker: Speaker { decided.withLock { $0 } ?? record?.speaker ?? utterance.speaker }

        init(fed: UtteranceInput, lane: OrderedDelivery.Lane, deadline: Duration, store: any ConversationStore) {
            utterance = fed.utterance
            samples = fed.samples
            lacksAudio = fed.lacksAudio
            record = fed.record
            self.lane = lane
            flags = Locked(fed.record?.recognitionFlags.map(\.name) ?? [])
            journal = UtteranceJournal(
                utterance: fed.utterance.id, lastAttempts: fed.record?.lastAttempts ?? [:], deadline: deadline,
                store: store)
            for change in fed.unstored { journal.hold(change) }
        }

        /// Sends to the lane; where that is full, nothing is left unwritten while waiting.
        func send(_ item: Delivered) async throws {
            if lane.trySend(item) { return }
            try await journal.flush()
            try await lane.send(item)
        }
    }

    func event(
        _ recognition: Recognition, _ heard: Recognition, _ way: Way, _ utterance: Utterance
    ) -> Event {
        let pair = utterance.direction.pair
        // One who does not say what was heard has been asked for these two.
        let third = recognition.language == pair.from || recognition.language == pair.to ? nil : recognition.language
        return Event(
            .recognized(
                .init(
                    utterance: utterance.sequence, speaker: way.speaker, start: utterance.speech.startSeconds,
                    end: utterance.speech.endSeconds, language: way.pair?.source ?? third.map { LanguageTag($0) },
                    text: recognition.text, heard: heard.text == recognition.text ? nil : heard.text,
                    confidence: recognition.confidence, directionReason: way.reason,
                    directionConfidence: way.confidence)),
            in: conversation.id)
    }

    func finished(_ work: Work, _ outcome: Outcome) -> Event {
        let utterance = work.utterance
        let (flags, refused) = (work.flags.withLock { $0 }, work.refused.withLock { $0 })
        let reason: String? =
            switch outcome {
            case .dropped(let reason): reason
            case .failed(let failure): failure.sentence
            case .pending, .spoken, .textOnly: nil
            }
        return Event(
            .utteranceFinished(
                .init(
                    utterance: utterance.sequence, speaker: work.speaker, start: utterance.speech.startSeconds,
                    end: utterance.speech.endSeconds, outcome: outcome.name, reason: reason,
                    flags: flags.isEmpty ? nil : flags, refused: refused.isEmpty ? nil : refused)),
            in: conversation.id)
    }
}
