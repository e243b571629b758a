package import Audio
package import Language
internal import Providers

/// An event of a conversation.
///
/// The event log is append-only and in the order of delivery: the events of utterance n come before those of n + 1. Progress
/// lines, JSON lines, server-sent events and the store all read this.
package struct Event: Sendable, Hashable {
    package var conversation: ConversationID
    package var body: Body

    package init(_ body: Body, in conversation: ConversationID) {
        self.conversation = conversation
        self.body = body
    }

    /// The kinds of events, with their data.
    package enum Body: Sendable, Hashable {
        case conversationStarted(ConversationStarted)
        case recognized(Recognized)
        case translated(Translated)
        case spoken(Spoken)
        case utteranceFinished(UtteranceFinished)
        case utteranceReopened(UtteranceReopened)
        case speakersCorrected(SpeakersCorrected)
        case conversationFinished(ConversationFinished)
    }

    /// The first event: the source of the conversation and the settings with which it is interpreted.
    package struct ConversationStarted: Sendable, Hashable, Codable {
        package var title: String
        package var source: SourceDescription
        package var pair: LanguagePair

        package init(title: String, source: SourceDescription, pair: LanguagePair) {
            self.title = title
            self.source = source
            self.pair = pair
        }
    }

    /// An utterance has been recognized, and its direction is known.
    package struct Recognized: Sendable, Hashable, Codable {
        package var utterance: Int
        package var speaker: Speaker
        /// The person that speaks; nil if the people of the recording are not told apart.
        package var person: Int?
        /// Seconds in the recording where the voice begins and ends.
        package var start: Double
        package var end: Double
        /// Nil if it is only known that the language is neither of the conversation's languages.
        package var language: LanguageTag?
        package var text: String
        /// The recognizer's text, if terms of the glossary replaced a part of it; nil if none did.
        package var heard: String?
        package var confidence: Double?
        /// The reason for the direction, as ``Direction/reason`` or ``HeardDirection/reason``; nil in events of earlier versions.
        package var directionReason: String?
        /// How far the language stood out from the other, from 0 to 1, if the direction was detected.
        package var directionConfidence: Double?
        /// The names of the guards that doubt the text, which is kept; nil if none does.
        package var doubts: [String]?

        /// Seconds from the end of the speech until it came, if it was said live and these are more than one.
        package var lag: Double?
        /// True if that is more than five seconds: something had failed, or was too slow.
        package var late: Bool?

        package init(
            utterance: Int, speaker: Speaker, start: Double, end: Double, language: LanguageTag?, text: String,
            confidence: Double?
        ) {
            self.utterance = utterance
            self.speaker = speaker
            self.start = start
            self.end = end
            self.language = language
            self.text = text
            self.confidence = confidence
        }
    }

    /// An utterance has been translated.
    package struct Translated: Sendable, Hashable, Codable {
        package var utterance: Int
        package var language: LanguageTag
        package var text: String
        /// The delay in seconds, as in ``Recognized``.
        package var lag: Double?
        package var late: Bool?

        package init(utterance: Int, language: LanguageTag, text: String) {
            self.utterance = utterance
            self.language = language
            self.text = text
        }
    }

    /// The translation of an utterance has been spoken, and its audio is stored.
    package struct Spoken: Sendable, Hashable, Codable {
        package var utterance: Int
        package var voice: String
        package var seconds: Double
        package var blob: BlobID

        package init(utterance: Int, voice: String, seconds: Double, blob: BlobID) {
            self.utterance = utterance
            self.voice = voice
            self.seconds = seconds
            self.blob = blob
        }
    }

    /// The last event of an utterance, whatever its outcome, unless the utterance is reopened.
    package struct UtteranceFinished: Sendable, Hashable, Codable {
        package var utterance: Int
        package var speaker: Speaker
        package var start: Double
        package var end: Double
        /// The outcome's name: `spoken`, `text-only` or `dropped`. If a stage gave no answer and `resume` tries again, it is
        /// `unspoken`, `untranslated` or `failed`.
        package var outcome: String
        /// Why it was dropped or how it failed.
        package var reason: String?
        /// Names of the guards that found something in the recognition or the translation; nil if none did. The document has
        /// the findings.
        package var flags: [String]?
        /// Names of the guards that found something in the translation's other answer, if it was asked for twice; nil if none
        /// did. The document has the findings.
        package var refused: [String]?
        /// False if the store's disk is full: the results wait in memory. It is never stored.
        package var durable: Bool?

        package init(
            utterance: Int, speaker: Speaker, start: Double, end: Double, outcome: String, reason: String?
        ) {
            self.utterance = utterance
            self.speaker = speaker
            self.start = start
            self.end = end
            self.outcome = outcome
            self.reason = reason
        }

        /// Whether nothing is left to do: no later run reports another outcome.
        package var isFinal: Bool { !Stage.allCases.contains { outcome == Outcome.name(failedAt: $0) } }
    }

    /// The utterance's earlier events no longer hold; the events that follow replace them.
    package struct UtteranceReopened: Sendable, Hashable, Codable {
        /// The reason why an utterance was reopened.
        package enum Reason: String, Sendable, Codable {
            /// The utterance was said in the other language: a user has corrected its direction.
            case direction
            /// Its translator had been given an utterance as context whose direction was corrected later.
            case context
            /// A user has corrected its text.
            case text
        }

        package var utterance: Int
        /// The speaker of the utterance, as it is known now.
        package var speaker: Speaker
        /// The language in which it was said, and the one into which it is translated.
        package var from: LanguageTag
        package var to: LanguageTag
        package var reason: Reason

        package init(utterance: Int, speaker: Speaker, pair: LanguagePair, reason: Reason) {
            self.utterance = utterance
            self.speaker = speaker
            from = pair.source
            to = pair.target
            self.reason = reason
        }
    }

    /// Utterances were said by other persons than their events told. What was heard later shows it.
    package struct SpeakersCorrected: Sendable, Hashable, Codable {
        package var utterances: [PersonOfUtterance]

        package init(utterances: [PersonOfUtterance]) { self.utterances = utterances }
    }

    /// The person that says an utterance.
    package struct PersonOfUtterance: Sendable, Hashable, Codable {
        package var utterance: Int
        /// Seconds in the recording where the voice begins.
        package var start: Double
        package var person: Int

        package init(utterance: Int, start: Double, person: Int) {
            self.utterance = utterance
            self.start = start
            self.person = person
        }
    }

    /// A run has ended: the state of the conversation, and what happened to its voiced time.
    package struct ConversationFinished: Sendable, Hashable, Codable {
        package var state: ConversationState
        /// Seconds of audio heard.
        package var seconds: Double
        package var utterances: Int
        package var coverage: Coverage
        package var damage: [AudioDamage]

        package init(
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
    package var name: String {
        switch body {
        case .conversationStarted: "conversation.started"
        case .recognized: "utterance.recognized"
        case .translated: "utterance.translated"
        case .spoken: "utterance.spoken"
        case .utteranceFinished: "utterance.finished"
        case .utteranceReopened: "utterance.reopened"
        case .speakersCorrected: "speakers.corrected"
        case .conversationFinished: "conversation.finished"
        }
    }

    /// The utterance that the event is about, if it is about one.
    package var utterance: Int? {
        switch body {
        case .conversationStarted, .speakersCorrected, .conversationFinished: nil
        case .recognized(let body): body.utterance
        case .translated(let body): body.utterance
        case .spoken(let body): body.utterance
        case .utteranceFinished(let body): body.utterance
        case .utteranceReopened(let body): body.utterance
        }
    }
}

/// An event and its place in the conversation's log, from 1.
package struct LoggedEvent: Sendable, Hashable {
    package var position: Int
    package var event: Event

    package init(position: Int, event: Event) {
        self.position = position
        self.event = event
    }
}

extension Event: Codable {
    private enum Keys: String, CodingKey { case event, conversation }

    /// One flat object: `event`, `conversation` and the body's own fields.
    package func encode(to encoder: any Encoder) throws {
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
        case .speakersCorrected(let body): try body.encode(to: encoder)
        case .conversationFinished(let body): try body.encode(to: encoder)
        }
    }

    package init(from decoder: any Decoder) throws {
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
        case "speakers.corrected": body = .speakersCorrected(try SpeakersCorrected(from: decoder))
        case "conversation.finished": body = .conversationFinished(try ConversationFinished(from: decoder))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: container, debugDescription: "unknown event '\(name)'")
        }
    }
}
