internal import Audio
internal import Conversations
internal import Plumbing

/// The utterances of a conversation that earlier runs have stored. For a new conversation, the store is not read.
///
/// Another version of a decoder may give other samples for the same bytes. Utterances at the same place then count as the same
/// ones, and their recognitions are reused.
struct KnownUtterances: Sendable {
    /// How far the ends of an utterance may be from where they were, in samples: a quarter of a second. Decoders differ by
    /// their delay, at most some 3,000 samples at 44.1 kHz, and between two utterances there is more silence than this.
    static let tolerance = 4_000
    /// See ``Interpreter/decodedDifferently``.
    static let decodedDifferently = "audio.heard-otherwise"

    /// Whether the conversation was complete before.
    let isComplete: Bool
    private let store: any ConversationStore
    private let id: ConversationID
    private let isNew: Bool
    private let control: RunControl

    init(_ conversation: Conversation, _ store: any ConversationStore, control: RunControl) async throws {
        self.store = store
        self.control = control
        id = conversation.id
        let known = try await store.conversation(conversation.id)
        isNew = known == nil
        isComplete = known?.state == .complete
    }

    /// An utterance from the feed, with its record in the store.
    ///
    /// - Throws: `Problem` if the stored utterance is another one: of kind `input`, code ``decodedDifferently``, or of kind
    ///   `store` for a line of a text.
    func recalled(_ fed: UtteranceInput) async throws -> UtteranceInput {
        guard !isNew, fed.record == nil, let record = try await store.utterance(fed.utterance.id) else { return fed }
        var fed = fed
        fed.record = record
        let (stored, heard) = (record.utterance, fed.utterance)
        // Earlier versions of Verbio did not keep the probability.
        guard stored != heard, stored != heard.withoutProbability else {
            fed.utterance = stored
            return fed
        }
        guard stored.isAtPlace(of: heard) else { throw Self.problem(with: stored) }
        let isHeard = record.recognition != nil || record.outcome.isFinal
        if stored.audioHash != heard.audioHash { control.noteDecodedDifferently() }
        if isHeard || stored.audioHash == heard.audioHash {
            fed.utterance = stored
            if isHeard { fed.dropReason = record.dropReasonUnheard }
        } else {
            fed.record?.utterance = heard
            fed.unstored = [.reheard(heard)]
        }
        return fed
    }

    /// The next stored utterance after the end of the recording, which may be earlier than in the run before.
    ///
    /// - Throws: `Problem` with code ``decodedDifferently`` if that utterance is not recognized, because it would be lost.
    func next(after last: Int) async throws -> UtteranceInput? {
        guard !isNew, let record = try await store.utterances(of: id, after: last, limit: 1).first else { return nil }
        guard record.recognition != nil || record.outcome.isFinal else { throw Self.problem(with: record.utterance) }
        return UtteranceInput(
            utterance: record.utterance, samples: [], dropReason: record.dropReasonUnheard, record: record)
    }

    private static func problem(with stored: Utterance) -> Problem {
        guard !stored.isGiven else {
            return Problem(
                .store, "store.conflict",
                "\(stored.isWritten ? "line" : "passage") \(stored.sequence) of \(stored.conversation) is not the one that is stored",
                cure: "the stored text is kept; translate the text with another --store, and report this")
        }
        return Problem(
            .input, Self.decodedDifferently,
            "utterance \(stored.sequence) of \(stored.conversation) is not where it was heard before",
            cure: "its recording now decodes differently; translate it as a new conversation")
    }
}

extension UtteranceRecord {
    /// Why the utterance was dropped before its recognition; nil if it was not.
    var dropReasonUnheard: String? { recognition == nil ? outcome.dropReason : nil }
}

extension Utterance {
    fileprivate var withoutProbability: Utterance {
        var copy = self
        copy.evidence.speechProbability = nil
        return copy
    }

    /// Whether it is heard at the place of the other one, though perhaps not from the same samples.
    fileprivate func isAtPlace(of other: Utterance) -> Bool {
        guard !isGiven, !other.isGiven else { return audioHash == other.audioHash }
        func isNear(_ one: Int, _ other: Int) -> Bool { abs(one - other) <= KnownUtterances.tolerance }
        return lane == other.lane && isNear(speech.start, other.speech.start) && isNear(speech.end, other.speech.end)
            && isNear(range.start, other.range.start) && isNear(range.end, other.range.end)
    }
}
