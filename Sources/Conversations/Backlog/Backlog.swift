internal import Plumbing
internal import Providers

/// Writes to a store that wait in memory, in their order.
struct Backlog: Sendable {
    enum Entry: Sendable {
        /// The changes of one transaction.
        case changes([StoreChange])
        case blob(BlobID, [UInt8])
    }

    private var entries: ArraySlice<Entry> = []
    private var blobs: [BlobID: [UInt8]] = [:]
    /// Finished work.
    private(set) var answers: [ContentKey: StageAnswer] = [:]
    private(set) var changes = 0
    private var bytes = 0
    private(set) var lostBytes = 0
    /// Why they wait.
    var problem: Problem?

    var isEmpty: Bool { entries.isEmpty }
    var first: Entry? { entries.first }

    mutating func append(_ entry: Entry) {
        if case .changes(let some) = entry {
            guard !some.isEmpty else { return }
            changes += some.count
            for change in some {
                if let (key, answer) = change.finishedWork { answers[key] = answers[key] ?? answer }
            }
        }
        entries.append(entry)
    }

    /// - Parameter limit: bytes that may wait; audio beyond that is not kept.
    mutating func append(_ sound: [UInt8], as id: BlobID, most limit: Int) {
        guard blobs[id] == nil else { return }
        guard bytes + sound.count <= limit else {
            lostBytes += sound.count
            return
        }
        bytes += sound.count
        blobs[id] = sound
        entries.append(.blob(id, sound))
    }

    mutating func removeFirst() {
        switch entries.popFirst() {
        case .changes(let some): changes -= some.count
        case .blob(let id, let sound):
            blobs[id] = nil
            bytes -= sound.count
        case nil: break
        }
        if entries.isEmpty { (entries, answers, problem) = ([], [:], nil) }
    }

    // MARK: Reading

    func blob(_ id: BlobID) -> [UInt8]? { blobs[id] }

    private var allChanges: [StoreChange] {
        entries.flatMap { entry -> [StoreChange] in
            guard case .changes(let some) = entry else { return [] }
            return some
        }
    }

    /// An utterance as it will be when everything is written.
    func record(of id: UtteranceID, over stored: UtteranceRecord?) -> UtteranceRecord? {
        allChanges.reduce(into: stored) { $0.take($1, of: id) }
    }

    /// The utterances behind a number that are not stored at all, in order.
    func utterances(of id: ConversationID, after last: Int) -> [UtteranceRecord] {
        let changes = allChanges
        let new = changes.compactMap { change -> UtteranceID? in
            guard case .utterance(let utterance, _) = change, utterance.conversation == id, utterance.sequence > last
            else { return nil }
            return utterance.id
        }
        return new.sorted { $0.sequence < $1.sequence }.compactMap { id in
            changes.reduce(into: UtteranceRecord?.none) { $0.take($1, of: id) }
        }
    }

    func conversation(_ id: ConversationID, over stored: Conversation?) -> Conversation? {
        allChanges.reduce(into: stored) { conversation, change in
            switch change {
            case .conversation(let other) where other.id == id: conversation = other
            case .conversationState(let other, let state) where other == id: conversation?.state = state
            default: break
            }
        }
    }
}

extension StoreChange {
    /// The answer that the change stores.
    fileprivate var finishedWork: (ContentKey, StageAnswer)? {
        switch self {
        case .attemptAnswered(_, let key, let answer, _): (key, answer)
        case .answered(_, let key, let answer, _): (key, answer)
        case .summarized(_, let key, let summary?, _): (key, .translation(summary))
        default: nil
        }
    }
}

extension UtteranceRecord? {
    /// Takes in a change, if it is one of this utterance. Costs of calls are counted when they are stored.
    fileprivate mutating func take(_ change: StoreChange, of id: UtteranceID) {
        switch change {
        case .utterance(let utterance, let audio) where utterance.id == id:
            if self == nil { self = UtteranceRecord(utterance: utterance) { $0.audio = audio } }
        case .reheard(let utterance) where utterance.id == id: self?.utterance = utterance
        case .attemptBegan(let attempt) where attempt.id.utterance == id:
            self?.begin(attempt.id.number, of: attempt.id.stage)
        case .charged(id, let charge): self?.charges.append(charge)
        case .answered(id, _, let answer, let timing): self?.take(answer, timing)
        case .directed(id, let direction): self?.heardDirection = direction
        case .reopened(id, let stage): self?.reopen(from: stage)
        case .corrected(id, let correction): self?.correction = correction
        case .flagged(id, let flags, let refused):
            self?.translation?.flags = flags
            self?.translation?.refused = refused
        case .doubted(id, let flags): self?.recognitionFlags = flags
        case .outcome(id, let outcome): self?.outcome = outcome
        case .summarized(id, _, let summary, let timing):
            if self?.summary == nil { self?.summary = RollingSummary(text: summary?.text, timing: timing) }
        default: break
        }
    }
}

extension UtteranceRecord {
    fileprivate mutating func begin(_ number: Int, of stage: Stage) {
        attempts[stage, default: 0] += 1
        lastAttempts[stage] = max(number, lastAttempts[stage] ?? 0)
    }

    fileprivate mutating func take(_ answer: StageAnswer, _ timing: StageTiming) {
        switch answer {
        case .recognition(let answer): recognition = answer
        case .translation(let answer): translation = answer
        case .speech(let answer): speech = answer
        }
        let others = timings.filter { $0.stage != timing.stage } + [timing]
        timings = Stage.allCases.compactMap { stage in others.first { $0.stage == stage } }
    }

    fileprivate mutating func reopen(from first: Stage) {
        if first == .recognition { (recognition, recognitionFlags) = (nil, []) }
        if first != .synthesis { translation = nil }
        (speech, correction, outcome) = (nil, nil, .pending)
        timings.removeAll { timing in Stage.allCases.drop { $0 != first }.contains(timing.stage) }
    }
}
