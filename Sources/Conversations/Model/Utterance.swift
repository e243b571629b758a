package import Audio
package import Captions
package import Language
package import Providers

/// One stretch of speech by one speaker: the unit of all work. It never changes; the answers of the stages are records keyed by
/// it.
package struct Utterance: Sendable, Hashable, Codable {
    package var conversation: ConversationID
    /// From 1, in the order in which utterances ended on the audio clock. Outputs are merged in this order.
    package var sequence: Int
    package var speaker: Speaker
    /// The lane of the source on which the utterance was heard, from 0.
    package var lane = 0
    /// The samples that are sent to the recognizer, pre-roll and tail included, on the speech clock.
    package var range: SampleRange
    /// The range of the voice.
    package var speech: SampleRange
    package var direction: Direction
    package var evidence: SpeechEvidence
    /// `silence`, `maximum-length`, `speaker-change` or `end-of-audio`. If the utterance is written, `line`, or `first-line`
    /// after blank lines. If it is from a caption file, `caption`.
    package var endedBy = "silence"
    /// SHA-256 of the samples as 16-bit little-endian PCM, in hexadecimal.
    package var audioHash: String
    /// The parts of the cues over which it runs; empty if it is not from a caption file.
    package var cues: [CuePart] = []

    package init(
        _ id: UtteranceID, speaker: Speaker, range: SampleRange, speech: SampleRange, direction: Direction,
        evidence: SpeechEvidence, audioHash: String
    ) {
        conversation = id.conversation
        sequence = id.sequence
        self.speaker = speaker
        self.range = range
        self.speech = speech
        self.direction = direction
        self.evidence = evidence
        self.audioHash = audioHash
    }

    package var id: UtteranceID { UtteranceID(conversation: conversation, sequence: sequence) }

    /// The value of ``endedBy`` for an utterance that is a line of a text.
    package static let endOfLine = "line"
    /// The value of ``endedBy`` for a line that follows blank lines.
    package static let endOfFirstLine = "first-line"

    /// Whether the utterance was written and not said, so that it has no time of its own.
    package var isWritten: Bool { endedBy == Self.endOfLine || beginsParagraph }

    /// The value of ``endedBy`` for an utterance from a caption file.
    package static let endOfCaption = "caption"

    /// Whether its text was given, so that it was not recognized.
    package var isGiven: Bool { isWritten || endedBy == Self.endOfCaption }

    /// Whether the utterance was written and follows blank lines.
    package var beginsParagraph: Bool { endedBy == Self.endOfFirstLine }
}

/// The identifier of an utterance: its conversation, and its number in it, from 1.
package struct UtteranceID: Sendable, Hashable, Codable {
    package var conversation: ConversationID
    package var sequence: Int

    package init(conversation: ConversationID, sequence: Int) {
        self.conversation = conversation
        self.sequence = sequence
    }
}

/// The direction in which an utterance is translated, and its reason.
package struct Direction: Sendable, Hashable, Codable {
    package var pair: LanguagePair
    /// `speaker` (given for the recording), `channel` (given by the channel it was heard on), `push-to-talk` (given for the
    /// utterance: ``SpeakerEvent``), `person` (by the language of the person) or `expected` (if a two-way conversation
    /// detects it: ``HeardDirection``).
    package var reason: String

    package init(pair: LanguagePair, reason: String) {
        self.pair = pair
        self.reason = reason
    }
}

/// The outcome of an utterance. Every voiced millisecond of a conversation belongs to an utterance with one of these.
package enum Outcome: Sendable, Hashable, Codable {
    /// Not finished yet.
    case pending
    /// Recognized, translated and spoken.
    case spoken
    /// Recognized and, if that was requested, translated. It has no audio because no synthesis was requested.
    case textOnly
    /// Deliberately not processed further, and why: `too-short`, `too-quiet`, `too-even` (a tone, not a voice), `no-words`,
    /// `hallucination`, `echo` (Verbio's own voice) or `other-language`. With `hallucination`, the recognized text was most likely not said
    /// (``RecognitionFlag``). With `other-language`, the text is in neither language of a two-way conversation, and is kept and
    /// shown.
    case dropped(reason: String)
    /// A stage gave no answer, permanently. The results of the stages before it are delivered. Those are both texts if
    /// only the speech is missing, or the recognized text if it could not be translated. `resume` tries again.
    case failed(StageFailure)

    /// Whether nothing is left to do.
    package var isFinal: Bool {
        switch self {
        case .pending, .failed: false
        case .spoken, .textOnly, .dropped: true
        }
    }

    /// `pending`, `spoken`, `text-only` or `dropped`. If a stage failed, the name says what is delivered: `unspoken` (both
    /// texts), `untranslated` (what was said) or `failed` (nothing).
    package var name: String {
        switch self {
        case .pending: "pending"
        case .spoken: "spoken"
        case .textOnly: "text-only"
        case .dropped: "dropped"
        case .failed(let failure): Self.name(failedAt: failure.stage)
        }
    }

    /// The outcome's name for an utterance if this stage failed.
    package static func name(failedAt stage: Stage) -> String {
        switch stage {
        case .recognition: "failed"
        case .translation: "untranslated"
        case .synthesis: "unspoken"
        }
    }
}

/// The stage that failed for an utterance, and how it failed.
package struct StageFailure: Sendable, Hashable, Codable {
    package var stage: Stage
    package var provider: String
    package var failure: ProviderError.Failure
    /// The message for users, as one clause.
    package var message: String
    /// The advice for the user, as one clause. It is reported with the failure, and not stored.
    package var cure: String?

    package init(stage: Stage, provider: String, failure: ProviderError.Failure, message: String, cure: String? = nil) {
        self.stage = stage
        self.provider = provider
        self.failure = failure
        self.message = message
        self.cure = cure
    }

    /// The failed provider, its stage, how it failed and what to do:
    /// `ollama (translation): no server accepts connections at 127.0.0.1:11434`.
    package var sentence: String { "\(provider) (\(stage.rawValue)): \(message)" + (cure.map { "; \($0)" } ?? "") }
}
