public import Audio
public import Language
internal import Providers

/// Something that happened in a conversation. The event log is append-only and in the order of delivery: the events of
/// utterance n come before those of n + 1. Progress lines, JSON lines, server-sent events and the store all read this.
public struct Event: Sendable, Hashable {
    public var conversation: ConversationID
    public var body: Body

    public init(_ body: Body, in conversation: ConversationID) {
        self.conversation = conversation
        self.body = body
    }

    public enum Body: Sendable, Hashable {
        case conversationStarted(ConversationStarted)
        case recognized(Recognized)
        case translated(Translated)
        case spoken(Spoken)
        case utteranceFinished(UtteranceFinished)
        case utteranceReopened(UtteranceReopened)
        case conversationFinished(ConversationFinished)
    }

    /// The first event: what is heard and how it will be interpreted.
    public struct ConversationStarted: Sendable, Hashable, Codable {
        public var title: String
        public var source: SourceDescription
        public var pair: LanguagePair

        public init(title: String, source: SourceDescription, pair: LanguagePair) {
            self.title = title
            self.source = source
            self.pair = pair
        }
    }

    public struct Recognized: Sendable, Hashable, Codable {
        public var utterance: Int
        public var speaker: Speaker
        /// Seconds in the recording where the voice begins and ends.
        public var start: Double
        public var end: Double
        /// Nil where it is only known to be in neither of the conversation's languages.
        public var language: LanguageTag?
        public var text: String
        /// What the recognizer wrote, where terms of the glossary took the place of some of it; nil where none did.
        public var heard: String?
        public var confidence: Double?
        /// What decided on the direction, as ``Direction/reason`` or ``HeardDirection/reason``; nil in events of earlier versions.
        public var directionReason: String?
        /// How far the language stood out from the other, 0 to 1, where it was found out.
        public var directionConfidence: Double?

        public init(
            utterance: Int, speaker: Speaker, start: Double, end: Double, language: LanguageTag?, text: String,
            heard: String? = nil, confidence: Double?, directionReason: String? = nil,
            directionConfidence: Double? = nil
        ) {
            self.heard = heard
            self.utterance = utterance
            self.speaker = speaker
            self.start = start
            self.end = end
            self.language = language
            self.text = text
            self.confidence = confidence
            self.directionReason = directionReason
            self.directionConfidence = directionConfidence
        }
    }

    public struct Translated: Sendable, Hashable, Codable {
        public var utterance: Int
        public var language: LanguageTag
        public var text: String

        public init(utterance: Int, language: LanguageTag, text: String) {
            self.utterance = utterance
            self.language = language
            self.text = text
        }
    }

    public struct Spoken: Sendable, Hashable, Codable {
        public var utterance: Int
        public var voice: String
        public var seconds: Double
        public var blob: BlobID

        public init(utterance: Int, voice: String, seconds: Double, blob: BlobID) {
            self.utterance = utterance
            self.voice = voice
            self.seconds = seconds
            self.blob = blob
        }
    }

    /// The last event of an utterance, whatever became of it, unless it is reopened.
    public struct UtteranceFinished: Sendable, Hashable, Codable {
        public var utterance: Int
        public var speaker: Speaker
        public var start: Double
        public var end: Double
        /// The outcome's name: `spoken`, `text-only` or `dropped`; `unspoken`, `untranslated` or `failed` where a stage
        /// gave no answer and `resume` tries again.
        public var outcome: String
        /// Why it was dropped or how it failed.
        public var reason: String?
        /// Names of the guards that found something in the recognition or the translation; nil where none did. The document
        /// has what they found.
        public var flags: [String]?
        /// Names of the guards that found something in the translation's other answer, where it was asked for twice; nil where
        /// none did. The document has what they found.
        public var refused: [String]?

        public init(
            utterance: Int, speaker: Speaker, start: Double, end: Double, outcome: String, reason: String?,
            flags: [String]? = nil, refused: [String]? = nil
        ) {
            self.utterance = utterance
            self.speaker = speaker
            self.start = start
            self.end = end
            self.outcome = outcome
            self.reason = reason
            self.flags = flags
            self.refused = refused
        }

        /// Whether nothing is left to do: no later run tells something else.
        public var isFinal: Bool { !Stage.allCases.contains { outcome == Outcome.name(failedAt: $0) } }
    }

    /// What was told of an utterance before holds no longer; what follows takes its place.
    public struct UtteranceReopened: Sendable, Hashable, Codable {
        /// Why.
        public enum Reason: String, Sendable, Codable {
            /// It was said in the other language: somebody has corrected its direction.
            case direction
            /// Its translator had been shown an utterance whose direction was corrected.
            case context
        }

        public var utterance: Int
        /// Who said it, as it is known now.
        public var speaker: Speaker
        /// The language it was said in, and the one it is translated into.
        public var from: LanguageTag
        public var to: LanguageTag
        public var reason: Reason

        public init(utterance: Int, speaker: Speaker, pair: LanguagePair, reason: Reason) {
            self.utterance = utterance
            self.speaker = speaker
            from = pair.source
            to = pair.target
            self.reason = reason
        }
    }

    public struct ConversationFinished: Sendable, Hashable, Codable {
        public var state: ConversationState
        /// Seconds of audio heard.
        public var seconds: Double
        public var utterances: Int
        public var coverage: Coverage
        public var damage: [AudioDamage]

        public init(
            state: ConversationState, seconds: Double, utterances: Int, coverage: Coverage, damage: [AudioDamage]
        ) {
            self.state = state
            self.seconds = seconds
            self.utterances = utterances
            self.coverage = coverage
            self.damage = damage
        }
    }

    /// `conversation.started`, `utterance.recognized`, …
    public var name: String {
        switch body {
        case .conversationStarted: "conversation.started"
        case .recognized: "utterance.recognized"
        case .translated: "utterance.translated"
        case .spoken: "utterance.spoken"
        case .utteranceFinished: "utterance.finished"
        case .utteranceReopened: "utterance.reopened"
        case .conversationFinished: "conversation.finished"
        }
    }

    /// The utterance it is about, where it is about one.
    public var utterance: Int? {
        switch body {
        case .conversationStarted, .conversationFinished: nil
        case .recognized(let body): body.utterance
        case .translated(let body): body.utterance
        case .spoken(let body): body.utterance
        case .utteranceFinished(let body): body.utterance
        case .utteranceReopened(let body): body.utterance
        }
    }
}

/// An event and its place in the conversation's log, from 1.
public struct LoggedEvent: Sendable, Hashable {
    public var position: Int
    public var event: Event

    public init(position: Int, event: Event) {
        self.position = position
        self.event = event
    }
}

extension Event: Codable {
    private enum Keys: String, CodingKey { case event, conversation }

    /// One flat object: `event`, `conversation` and the body's own fields.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .event)
        try container.encode(conversation, forKey: .conversation)
        switch body {
        case .conversationStarted(let body): try body.encode(to: encoder)
        case .recognized(let body): try body.encode(to: encoder)
        case .translated(let body): try body.encode(to: encoder)
        case .spoken(let body): try body.encode(to: encoder)
        case .utteranceFinished(let body): try body.encode(to: encoder)
        case .utteranceReopened(let body): try body.encode(to: encoder)
        case .conversationFinished(let body): try body.encode(to: encoder)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        conversation = try container.decode(ConversationID.self, forKey: .conversation)
        let name = try container.decode(String.self, forKey: .event)
        switch name {
        case "conversation.started": body = .conversationStarted(try ConversationStarted(from: decoder))
        case "utterance.recognized": body = .recognized(try Recognized(from: decoder))
        case "utterance.translated": body = .translated(try Translated(from: decoder))
        case "utterance.spoken": body = .spoken(try Spoken(from: decoder))
        case "utterance.finished": body = .utteranceFinished(try UtteranceFinished(from: decoder))
        case "utterance.reopened": body = .utteranceReopened(try UtteranceReopened(from: decoder))
        case "conversation.finished": body = .conversationFinished(try ConversationFinished(from: decoder))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: container, debugDescription: "unknown event '\(name)'")
        }
    }
}
