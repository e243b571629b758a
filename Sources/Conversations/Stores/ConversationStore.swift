public import Language
public import Plumbing
public import Providers

/// Where conversations live.
///
/// Two promises, of two strengths:
/// * *Process crash*: when ``commit(_:)`` returns, its changes survive `kill -9`. All of them happened, or none.
/// * *Power loss*: when ``synchronize()`` returns, everything committed and every blob put before the call is on the disk.
///   Nothing may be acknowledged as stored (an exit code 0, an answer that says so, a file named in a summary) before that.
///
/// Every store passes `StoreCompliance` in `VerbioTesting`. Errors are `Problem`s of kind `store`.
public protocol ConversationStore: Sendable {
    /// Applies the changes in order, in one transaction.
    func commit(_ changes: [StoreChange]) async throws

    /// Applies the changes and, unless finished work is stored under the attempt's key, writes the attempt down, all in one
    /// transaction.
    ///
    /// - Returns: the finished work, in whose place no call is to be made; nil where the attempt was begun.
    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer?

    /// Makes everything so far survive a power loss; calls at the same time share one wait for the disk.
    func synchronize() async throws

    func conversation(_ id: ConversationID) async throws -> Conversation?

    /// The newest first, at most `limit`.
    func conversations(limit: Int) async throws -> [ConversationSummary]

    /// Utterances in sequence order with a sequence number greater than `after`, at most `limit`.
    func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord]

    func utterance(_ id: UtteranceID) async throws -> UtteranceRecord?

    /// Finished work, whichever utterance it was done for.
    func answer(for key: ContentKey) async throws -> StageAnswer?

    /// The conversation's event log in order: events with a position greater than `after`, at most `limit`.
    func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent]

    /// Makes the caller the owner of the conversation, which need not be in the store yet. Only its owner works on it.
    ///
    /// - Returns: nil while it has another owner, in this process or in another one.
    func claim(_ id: ConversationID) async throws -> ConversationClaim?

    /// Who works on the conversation now; nil if it has no owner.
    func owner(of id: ConversationID) async throws -> ConversationOwner?

    /// Removes the conversation, and finished work and blobs that nothing else refers to.
    ///
    /// - Returns: whether it was there.
    /// - Throws: a `Problem` with the code `conversation.busy` while the conversation has an owner.
    func delete(_ id: ConversationID) async throws -> Bool

    /// Stores bytes under their hash, whole or not at all. Storing what is already there does nothing.
    func put(_ bytes: [UInt8]) async throws -> BlobID

    /// - Throws: a `Problem` of kind `store` where the bytes no longer match their name.
    func blob(_ id: BlobID) async throws -> [UInt8]?
}

extension ConversationStore {
    /// What a caller is told that cannot have a conversation because of its owner.
    public func busy(_ id: ConversationID) async -> Problem {
        let owner = (try? await owner(of: id)) ?? ConversationOwner(process: nil)
        return Problem(
            .usage, "conversation.busy", "\(owner) is working on the conversation \(id)",
            cure: "try again when it has ended")
    }
}

/// One change of a transaction.
public enum StoreChange: Sendable, Hashable {
    /// A new conversation. One that is already there keeps its creation time alone: the title, the files and the place of the
    /// recording are those of the latest run.
    case conversation(Conversation)
    case conversationState(ConversationID, ConversationState)
    /// The conversation's files are there, as complete as it is.
    case filesWritten(ConversationID)
    /// Another conversation takes the place of this one, whose recording is decoded otherwise now. Both stay.
    case succeeded(ConversationID, by: ConversationID)
    /// A new utterance; the blob holds its audio where the source cannot give it again. One that is already there must be
    /// the same: the transaction fails otherwise.
    case utterance(Utterance, audio: BlobID?)
    /// An utterance that has not been recognized yet is decoded otherwise now: it takes the place of the one with its number,
    /// whose attempts stay. The transaction fails if that one has been recognized.
    case reheard(Utterance)
    /// A call is about to be made.
    case attemptBegan(Attempt)
    /// The call ended without an answer, and may have been charged for all the same, at most as much as given.
    case attemptFailed(
        AttemptID, ProviderError.Failure, message: String, endedAt: Int64, mayHaveCost: Money = .zero)
    /// The call ended with an answer, which is finished work from now on and can be reused under its key.
    case attemptAnswered(AttemptID, ContentKey, StageAnswer, endedAt: Int64)
    /// An answered call is paid for: the utterance bears its cost, or a part of it. It goes into the transaction of the answer,
    /// so that none is reused that nobody has paid. An utterance bears a call once, and may be stored later than this.
    case charged(UtteranceID, Charge)
    /// Finished work becomes the utterance's, whoever did it. Where it is no longer in the store, it is put there again.
    case answered(UtteranceID, ContentKey, StageAnswer, StageTiming)
    /// Which way an utterance is translated has been found out, or corrected.
    case directed(UtteranceID, HeardDirection)
    /// The utterance's answers from this stage on are not its own any more, and it is pending again; a recognition takes what
    /// was doubted of it along. They stay finished work, found under their keys.
    case reopened(UtteranceID, from: Stage)
    /// Terms of the glossary took the place of what the recognizer wrote for them.
    case corrected(UtteranceID, CorrectedText)
    /// What seems to be wrong with the utterance's translation was found out after it was stored, and what was with the other
    /// answer, where it was asked for twice.
    case flagged(UtteranceID, [TranslationFlag], refused: [TranslationFlag] = [])
    /// What there is to doubt about the utterance's recognition, and what was done about it.
    case doubted(UtteranceID, [RecognitionFlag])
    case outcome(UtteranceID, Outcome)
    /// What was said up to the utterance has been summed up, which is finished work under its key; nil where that could not
    /// be had. It is decided once: later ones change nothing.
    case summarized(UtteranceID, ContentKey, Translation?, StageTiming)
    /// Appends to the event log. What happened to an utterance is logged once, by the event's name and the utterance, and
    /// once more each time it was reopened; its failures, and the events that frame a run, once per run.
    case event(Event)
}

/// What a stage answered.
public enum StageAnswer: Sendable, Hashable, Codable {
    case recognition(Recognition)
    case translation(Translation)
    case speech(SpokenAudio)

    /// What it consumed when it was made.
    public var usage: Usage {
        switch self {
        case .recognition(let recognition): recognition.usage
        case .translation(let translation): translation.usage
        case .speech(let speech): speech.consumed
        }
    }

    public var stage: Stage {
        switch self {
        case .recognition: .recognition
        case .translation: .translation
        case .speech: .synthesis
        }
    }
}

/// One call of one provider, written down before it is made.
public struct Attempt: Sendable, Hashable, Codable {
    public var id: AttemptID
    public var provider: ProviderDescriptor
    public var key: ContentKey
    /// Milliseconds since 1970.
    public var startedAt: Int64
    /// What it is expected to cost: where nobody is there any more to note its end, it may have.
    public var mayCost: Money

    public init(
        id: AttemptID, provider: ProviderDescriptor, key: ContentKey, startedAt: Int64, mayCost: Money = .zero
    ) {
        self.id = id
        self.provider = provider
        self.key = key
        self.startedAt = startedAt
        self.mayCost = mayCost
    }
}

/// A conversation with its counts, for lists.
public struct ConversationSummary: Sendable, Hashable, Codable {
    public var conversation: Conversation
    public var utterances: Int
    public var failed: Int
    /// Seconds of the recording that the last run heard, as it told at its end; while none has ended, those up to the end of
    /// the last utterance.
    public var seconds: Double

    public init(conversation: Conversation, utterances: Int, failed: Int, seconds: Double) {
        self.conversation = conversation
        self.utterances = utterances
        self.failed = failed
        self.seconds = seconds
    }
}
