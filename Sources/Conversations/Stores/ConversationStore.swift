package import Language
package import Plumbing
package import Providers

/// A store for the conversations of one scope: their rows. The audio that they refer to is in a ``BlobStore``.
///
/// It gives two guarantees:
/// * *Process crash*: when ``commit(_:)`` returns, its changes survive `kill -9`. All of them happened, or none.
/// * *Power loss*: when ``synchronize()`` returns, everything committed and every blob put before the call is on the disk.
///   Nothing may be acknowledged as stored (an exit code 0, an answer that says so, a file named in a summary) before that.
///
/// Every store passes `StoreCompliance` in `VerbioTesting`. Errors are `Problem`s of kind `store`.
package protocol ConversationStore: Sendable {
    /// The scope that the store was opened for. Nothing of another scope exists in it.
    var scope: Scope { get }

    /// Applies the changes in order, in one transaction.
    func commit(_ changes: [StoreChange]) async throws

    /// Applies small changes that must be stored even if the disk is full, as far as the store keeps room for them.
    func commitUrgently(_ changes: [StoreChange]) async throws

    /// Applies the changes and stores the attempt, unless finished work is stored under the attempt's key. All of it is one
    /// transaction.
    ///
    /// - Returns: the finished work, which replaces the call; nil if the attempt was begun.
    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer?

    /// Makes everything so far survive a power loss. Calls at the same time share one wait for the disk.
    func synchronize() async throws

    /// Whether committed changes wait in memory, because the disk is full. They are not durable.
    var isBehind: Bool { get }

    /// Writes changes that wait in memory, at the end of a conversation.
    ///
    /// - Parameter heardTo: seconds of sound that the conversation has heard.
    /// - Throws: `store.full` if there is still no room. The conversation is marked as one that has lost speech then.
    func settle(heardTo: Double) async throws

    /// Checks whether there is room to store more.
    ///
    /// - Throws: `store.full` if only what is erased still fits.
    func requireRoom() async throws

    func conversation(_ id: ConversationID) async throws -> Conversation?

    /// The newest first, at most `limit`. Conversations of the same age are in the order of their identifiers.
    ///
    /// - Parameter place: only conversations after it; nil begins with the newest.
    func conversations(after place: ConversationPlace?, limit: Int) async throws -> [ConversationSummary]

    /// Utterances in sequence order with a sequence number greater than `after`, at most `limit`.
    func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord]

    func utterance(_ id: UtteranceID) async throws -> UtteranceRecord?

    /// Utterances with the words in what was said or in its translation, those whose first text is the newest first. Utterances
    /// that were dropped are not found, unless they are in another language.
    ///
    /// - Parameter position: only matches with a lower position; nil begins with the newest.
    func matches(for words: SearchWords, before position: Int?, limit: Int) async throws -> [TextMatch]

    /// The usage of each day since the first one, the newest first. Days on which nothing was used are left out, and deleted
    /// conversations do not count. Those of ``count(_:at:)`` are included.
    func usage(since first: CalendarDay) async throws -> [UsageDay]

    /// Counts calls that belong to no conversation, such as those for speech that is not stored. Nothing else is known of them.
    /// Usage that is older than ``UsageDay/longestCount`` may be deleted then.
    ///
    /// - Parameter start: when they began, in milliseconds since 1970.
    func count(_ calls: UsedCalls, at start: Int64) async throws

    /// The finished work under the key, for whichever utterance it was made.
    func answer(for key: ContentKey) async throws -> StageAnswer?

    /// The conversation's event log in order: events with a position greater than `after`, at most `limit`.
    func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent]

    /// Makes the caller the owner of the conversation, which need not be in the store yet. Only its owner works on it.
    ///
    /// - Returns: nil if it has another owner, in this process or in another one.
    func claim(_ id: ConversationID) async throws -> ConversationClaim?

    /// As ``claim(_:)``, for live speech whose client has come to this process. It asks another owner to hand the conversation over, and
    /// replaces an owner that gives no sign of life.
    ///
    /// - Returns: nil while it has another owner.
    func takeOver(_ id: ConversationID) async throws -> ConversationClaim?

    /// The owner that works on the conversation now; nil if it has none.
    func owner(of id: ConversationID) async throws -> ConversationOwner?

    /// Removes the conversation, and finished work and blobs that nothing else refers to.
    ///
    /// - Returns: whether the conversation was stored.
    /// - Throws: a `Problem` with the code `conversation.busy` if the conversation has an owner.
    func delete(_ id: ConversationID) async throws -> Bool
}

extension ConversationStore {
    /// A store that writes at once.
    package var isBehind: Bool { false }
    /// A store whose owners are found dead at once, and cannot be asked.
    package func takeOver(_ id: ConversationID) async throws -> ConversationClaim? { try await claim(id) }
    package func settle(heardTo: Double) async throws {}
    /// A store that keeps no room.
    package func commitUrgently(_ changes: [StoreChange]) async throws { try await commit(changes) }
    /// A store that does not know its room.
    package func requireRoom() async throws {}

    /// The newest first, at most `limit`.
    package func conversations(limit: Int) async throws -> [ConversationSummary] {
        try await conversations(after: nil, limit: limit)
    }

    /// The keys of finished work in this store.
    package var keys: ContentKeys { ContentKeys(scope) }

    /// The problem for a caller that cannot have a conversation because another process owns it.
    package func busy(_ id: ConversationID) async -> Problem {
        let owner = (try? await owner(of: id)) ?? ConversationOwner(process: nil)
        return Problem(
            .usage, "conversation.busy", "\(owner) is working on the conversation \(id)",
            cure: "try again when it has ended")
    }
}

/// One change of a transaction.
package enum StoreChange: Sendable, Hashable {
    /// A new conversation. If it is already stored, only its creation time stays. The title, the files and the path of
    /// the recording are those of the latest run.
    case conversation(Conversation)
    /// A conversation that is to be made later. If it is already stored, nothing changes.
    case ordered(Conversation)
    case conversationState(ConversationID, ConversationState)
    /// The conversation's files are written, as complete as the conversation is.
    case filesWritten(ConversationID)
    /// Another conversation replaces this one, because its recording is decoded differently now. Both stay stored.
    case succeeded(ConversationID, by: ConversationID)
    /// Speech of the conversation is not stored, or all of it is after all.
    case lost(ConversationID, LostSpeech?)
    /// Who speaks when, or the names, have changed.
    case persons(ConversationID, Persons?)
    /// A new utterance; the blob holds its audio if the source cannot give it again. If the utterance is already stored, it
    /// must be the same, or the transaction fails.
    case utterance(Utterance, audio: BlobID?)
    /// An utterance that has not been recognized yet is decoded differently now. It replaces the one with its number, whose
    /// attempts stay. The transaction fails if that one has been recognized.
    case reheard(Utterance)
    /// A call is about to be made.
    case attemptBegan(Attempt)
    /// The call ended without an answer. It may have been charged for anyway, at most with the given amount.
    case attemptFailed(
        AttemptID, ProviderError.Failure, message: String, endedAt: Int64, mayHaveCost: Money = .zero)
    /// The call ended with an answer. The answer is finished work from now on and can be reused under its key.
    case attemptAnswered(AttemptID, ContentKey, StageAnswer, endedAt: Int64)
    /// The cost of an answered call, or a part of it, is charged to the utterance. It goes into the transaction of the answer,
    /// so that no answer is reused before its cost is stored. A call is charged to an utterance once. The utterance may be
    /// stored later than this.
    case charged(UtteranceID, Charge)
    /// Finished work becomes the utterance's answer, for whichever utterance it was made. If it is no longer in the store, it
    /// is stored again.
    case answered(UtteranceID, ContentKey, StageAnswer, StageTiming)
    /// The direction of an utterance's translation has been detected or corrected.
    case directed(UtteranceID, HeardDirection)
    /// The utterance loses its answers from this stage on, and it is pending again. If the recognition is removed, its doubts
    /// are removed too. The answers stay finished work, found under their keys.
    case reopened(UtteranceID, from: Stage)
    /// Terms of the glossary replaced what the recognizer wrote for them.
    case corrected(UtteranceID, CorrectedText)
    /// The guards' findings in the utterance's translation, which came after it was stored. If the translation was
    /// requested twice, `refused` has the findings in the other answer.
    case flagged(UtteranceID, [TranslationFlag], refused: [TranslationFlag] = [])
    /// The doubts about the utterance's recognition, and what was done about them.
    case doubted(UtteranceID, [RecognitionFlag])
    case outcome(UtteranceID, Outcome)
    /// The conversation up to the utterance has been summarized. The summary is finished work under its key; nil if it could
    /// not be made. It is decided once: later changes have no effect.
    case summarized(UtteranceID, ContentKey, Translation?, StageTiming)
    /// Appends to the event log. An event of an utterance is logged once, by the event's name and the utterance, and once more
    /// after each reopening. Its failures, and the events that frame a run, are logged once per run.
    case event(Event)
}

/// The answer of a stage.
package enum StageAnswer: Sendable, Hashable, Codable {
    case recognition(Recognition)
    case translation(Translation)
    case speech(SpokenAudio)

    /// The usage of the call that made the answer.
    package var usage: Usage {
        switch self {
        case .recognition(let recognition): recognition.usage
        case .translation(let translation): translation.usage
        case .speech(let speech): speech.consumed
        }
    }

    package var stage: Stage {
        switch self {
        case .recognition: .recognition
        case .translation: .translation
        case .speech: .synthesis
        }
    }
}

/// One call of one provider. It is stored before the call is made.
package struct Attempt: Sendable, Hashable, Codable {
    package var id: AttemptID
    package var provider: ProviderDescriptor
    package var key: ContentKey
    /// Milliseconds since 1970.
    package var startedAt: Int64
    /// Its cost estimate. If the process ends before it stores the call's end, the call may have cost this much.
    package var mayCost: Money

    package init(
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
package struct ConversationSummary: Sendable, Hashable, Codable {
    package var conversation: Conversation
    package var utterances: Int
    package var failed: Int
    /// Seconds of the recording that the last run processed, as reported at its end. If no run has ended, it is the seconds up
    /// to the end of the last utterance.
    package var seconds: Double
    /// What was said first, at most ``longestBeginning`` characters; nil if nothing was recognized.
    package var beginning: String?

    package static let longestBeginning = 120

    package init(conversation: Conversation, utterances: Int, failed: Int, seconds: Double, beginning: String?) {
        self.conversation = conversation
        self.beginning = beginning.map { String($0.prefix(Self.longestBeginning)) }
        self.utterances = utterances
        self.failed = failed
        self.seconds = seconds
    }
}
