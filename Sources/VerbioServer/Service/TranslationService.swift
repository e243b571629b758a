public import Audio
public import Conversations
public import Interpreting
public import Language

/// What the server needs of the rest of Verbio: somebody who interprets audio, and the store it ends up in. Engines and
/// vendors are not its business.
public protocol TranslationService: Sendable {
    /// Interprets one conversation from bytes that arrive while it runs.
    ///
    /// - Parameters:
    ///   - audio: the bytes of a recording of any kind. An implementation reads it to its end or stops reading it.
    ///   - control: asks for the end; see `RunControl`.
    ///   - deliver: takes every event of the conversation, the first one being its start.
    /// - Returns: the conversation as it was interpreted and its last event, which has been delivered.
    /// - Throws: `Problem`, `ProviderError`, or `CancellationError`.
    func translate(
        _ request: TranslateRequest, audio: BytePipe, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Corrects which way an utterance goes, and does again what depends on it.
    ///
    /// - Parameter deliver: takes every event, the last one telling how the conversation ends now.
    /// - Throws: as ``translate(_:audio:control:deliver:)``; `Problem` of kind `usage`, codes `direction.…` where the
    ///   utterance goes neither way.
    func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Where conversations are found again.
    var store: any ConversationStore { get }

    /// Whether the providers that translations are made with are called just now.
    var providerConditions: [ProviderCondition] { get }
}

/// An utterance that is to go the other way.
public struct CorrectionRequest: Sendable, Hashable {
    public var conversation: Conversation
    /// The utterance's number, from 1.
    public var sequence: Int
    /// Who said it; nil for whoever it was not taken for.
    public var speaker: Speaker?

    public init(conversation: Conversation, sequence: Int, speaker: Speaker? = nil) {
        self.conversation = conversation
        self.sequence = sequence
        self.speaker = speaker
    }
}

/// One translation as it was asked for.
public struct TranslateRequest: Sendable, Hashable {
    /// The languages in the direction of side `user`.
    public var pair: LanguagePair
    /// Who speaks, where the audio does not tell.
    public var speaker: Speaker
    /// Whether either side may speak at any time, so that each utterance's direction is found out.
    public var isTwoWay: Bool
    /// Who has the word when; nil where that is not said.
    public var speakerEvents: SpeakerTurns?
    public var channels: ChannelPolicy
    /// Which of several audio tracks is heard.
    public var track: TrackChoice
    /// The part that is heard; nil for all of it.
    public var part: RecordingPart?
    /// The layout of headerless samples; nil where the bytes say themselves what they are.
    public var raw: RawFormat?
    /// What the conversation is called; nil leaves it to the service.
    public var title: String?
    /// Whether it is translated, by the translator that is set up, or only transcribed.
    public var isTranslated: Bool
    /// Whether the translation is spoken, by the synthesizer that is set up.
    public var isSpoken: Bool
    /// Terms and names to be kept to; nil leaves them to the service.
    public var glossary: Glossary?
    /// How people address each other; nil leaves it to the service.
    public var formality: Formality?

    public init(
        pair: LanguagePair, speaker: Speaker = .user, twoWay: Bool = false, speakerEvents: SpeakerTurns? = nil,
        channels: ChannelPolicy = .mix, track: TrackChoice = .automatic,
        part: RecordingPart? = nil, raw: RawFormat? = nil,
        title: String? = nil, isTranslated: Bool = true, isSpoken: Bool = true, glossary: Glossary? = nil,
        formality: Formality? = nil
    ) {
        self.glossary = glossary
        self.formality = formality
        self.pair = pair
        self.speaker = speaker
        isTwoWay = twoWay
        self.speakerEvents = speakerEvents
        self.channels = channels
        self.track = track
        self.part = part
        self.raw = raw
        self.title = title
        self.isTranslated = isTranslated
        self.isSpoken = isSpoken
    }
}
