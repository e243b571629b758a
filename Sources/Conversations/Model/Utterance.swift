public import Audio
public import Language
public import Providers

/// One stretch of speech by one speaker: the unit of all work. It never changes; what the stages answer are records keyed
/// by it.
public struct Utterance: Sendable, Hashable, Codable {
    public var conversation: ConversationID
    /// From 1, in the order in which utterances ended on the audio clock. Outputs are merged by it.
    public var sequence: Int
    public var speaker: Speaker
    /// Which lane of the source it was heard on, from 0.
    public var lane: Int
    /// What is sent to the recognizer, pre-roll and tail included, on the speech clock.
    public var range: SampleRange
    /// Where the voice is.
    public var speech: SampleRange
    public var direction: Direction
    public var evidence: Evidence
    /// SHA-256 of the samples as 16-bit little-endian PCM, in hexadecimal.
    public var audioHash: String

    public init(
        conversation: ConversationID, sequence: Int, speaker: Speaker, lane: Int, range: SampleRange,
        speech: SampleRange, direction: Direction, evidence: Evidence, audioHash: String
    ) {
        self.conversation = conversation
        self.sequence = sequence
        self.speaker = speaker
        self.lane = lane
        self.range = range
        self.speech = speech
        self.direction = direction
        self.evidence = evidence
        self.audioHash = audioHash
    }

    public var id: UtteranceID { UtteranceID(conversation: conversation, sequence: sequence) }

    /// How an utterance ends that is a line of a text: ``Evidence/endedBy``.
    public static let endOfLine = "line"
    /// The same of a line behind blank ones.
    public static let endOfFirstLine = "first-line"

    /// Whether it was written and not said, so that it has no time of its own.
    public var isWritten: Bool { evidence.endedBy == Self.endOfLine || beginsParagraph }

    /// Whether it was written and blank lines stand between it and the line before.
    public var beginsParagraph: Bool { evidence.endedBy == Self.endOfFirstLine }
}

public struct UtteranceID: Sendable, Hashable, Codable {
    public var conversation: ConversationID
    public var sequence: Int

    public init(conversation: ConversationID, sequence: Int) {
        self.conversation = conversation
        self.sequence = sequence
    }
}

/// Which way an utterance is translated, and why.
public struct Direction: Sendable, Hashable, Codable {
    public var pair: LanguagePair
    /// `speaker` (given for the recording), `channel` (given by the channel it was heard on), `push-to-talk` (given for the
    /// utterance: ``SpeakerEvent``) or `expected` (of a two-way conversation, where it is found out: ``HeardDirection``).
    public var reason: String

    public init(pair: LanguagePair, reason: String) {
        self.pair = pair
        self.reason = reason
    }
}

/// What the waveform says about an utterance.
public struct Evidence: Sendable, Hashable, Codable {
    public var voicedMilliseconds: Int
    /// Decibels relative to full scale, over the voiced part.
    public var rmsDBFS: Double
    public var peakDBFS: Double
    /// Level of the voiced part above the noise floor, in decibels.
    public var snrDB: Double
    /// The recording's own samples at full scale, of all its channels that are heard.
    public var clippedSamples: Int
    /// `silence`, `maximum-length`, `speaker-change` or `end-of-audio`; `line` for what is written, `first-line` behind blank lines.
    public var endedBy: String
    /// What the speech network gives, from 0 to 1, for the 32 ms that sound most like a voice; nil where none listened.
    public var speechProbability: Double?

    public init(
        voicedMilliseconds: Int, rmsDBFS: Double, peakDBFS: Double, snrDB: Double, clippedSamples: Int, endedBy: String,
        speechProbability: Double? = nil
    ) {
        self.voicedMilliseconds = voicedMilliseconds
        self.rmsDBFS = rmsDBFS
        self.peakDBFS = peakDBFS
        self.snrDB = snrDB
        self.clippedSamples = clippedSamples
        self.endedBy = endedBy
        self.speechProbability = speechProbability
    }
}

/// How an utterance ended up. Every voiced millisecond of a conversation belongs to an utterance with one of these.
public enum Outcome: Sendable, Hashable, Codable {
    /// Not finished yet.
    case pending
    /// Recognized, translated and spoken.
    case spoken
    /// Recognized and, if that was asked for, translated; without audio because no synthesis was asked for.
    case textOnly
    /// Deliberately not carried on, and why: `too-short`, `too-quiet`, `too-even` (a tone, not a voice),
    /// `no-words`, `hallucination` (what was recognized was most likely not said: ``RecognitionFlag``), or `other-language` (neither of a two-way conversation's; what was said is kept and shown).
    case dropped(reason: String)
    /// A stage gave no answer, for good. What was reached before it is delivered all the same: both texts where only the
    /// voice is missing, what was said where it could not be translated. `resume` tries again.
    case failed(StageFailure)

    /// Whether nothing is left to do.
    public var isFinal: Bool {
        switch self {
        case .pending, .failed: false
        case .spoken, .textOnly, .dropped: true
        }
    }

    /// `pending`, `spoken`, `text-only` or `dropped`; and where a stage failed, what is delivered without it: `unspoken`
    /// (both texts), `untranslated` (what was said) or `failed` (nothing).
    public var name: String {
        switch self {
        case .pending: "pending"
        case .spoken: "spoken"
        case .textOnly: "text-only"
        case .dropped: "dropped"
        case .failed(let failure): Self.name(failedAt: failure.stage)
        }
    }

    /// What an utterance is called whose stage failed.
    public static func name(failedAt stage: Stage) -> String {
        switch stage {
        case .recognition: "failed"
        case .translation: "untranslated"
        case .synthesis: "unspoken"
        }
    }
}

/// The stage that failed an utterance, and how.
public struct StageFailure: Sendable, Hashable, Codable {
    public var stage: Stage
    public var provider: String
    public var failure: ProviderError.Failure
    /// One clause for people.
    public var message: String
    /// What to do about it, as one clause. It is said while it happens, and not stored.
    public var cure: String?

    public init(stage: Stage, provider: String, failure: ProviderError.Failure, message: String, cure: String? = nil) {
        self.stage = stage
        self.provider = provider
        self.failure = failure
        self.message = message
        self.cure = cure
    }

    /// Who failed, at what and how, and what to do: `ollama (translation): nobody accepts connections at 127.0.0.1:11434`.
    public var sentence: String { "\(provider) (\(stage.rawValue)): \(message)" + (cure.map { "; \($0)" } ?? "") }
}
