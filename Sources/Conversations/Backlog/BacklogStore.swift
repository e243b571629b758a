package import Plumbing

/// The store of a conversation that must continue if the disk is full.
///
/// While there is room, it is the store behind it. If a write fails because there is none (`store.full`), that write and all
/// later ones wait in memory and are read from there. They are written in their order as soon as there is room again.
///
/// Changes that wait are lost if the process ends, and so is their sound. A resumed run has nothing to repeat then.
/// Therefore a call may be made before its utterance is durable, here and nowhere else.
///
/// Errors other than `store.full` are thrown as the store throws them.
package final class BacklogStore: ContentStore {
    /// The limits of the changes that wait in memory.
    package struct Limits: Sendable {
        /// Bytes of audio: an hour of an utterance after the other. Audio beyond that is not kept; its texts are.
        package var bytes = 256 << 20
        /// Changes: about ten thousand utterances. Beyond that, writes fail as they do without a backlog.
        package var changes = 200_000

        package init() {}
    }

    private struct State {
        var waiting = Backlog()
        var isWriting = false
        /// When the store was last found to be full.
        var triedAt = Duration.zero
        /// Whether the store has noted that speech is not stored.
        var isMarked = false
        /// Why nothing is stored any more, although there is room.
        var failure: Problem?
    }

    /// Time between two attempts to write what waits.
    private static let interval = Duration.seconds(2)

    private let base: any ContentStore
    private let conversation: ConversationID
    private let limits: Limits
    private let time: TimeSource
    private let state = Locked(State())

    package init(
        _ base: any ContentStore, of conversation: ConversationID, limits: Limits = Limits(), time: TimeSource
    ) {
        self.base = base
        self.conversation = conversation
        self.limits = limits
        self.time = time
    }

    package var scope: Scope { base.scope }

    /// Whether anything waits in memory.
    package var isBehind: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Bytes of audio that were not kept.
    package var lostBytes: Int { state.withLock { $0.waiting.lostBytes } }

    // MARK: Writing

    package func commit(_ changes: [StoreChange]) async throws {
        guard try await isThrough() else { return try wait(.changes(changes)) }
        do {
            try await base.commit(changes)
        } catch let problem as Problem where problem.isFullStore {
            try wait(.changes(changes), because: problem)
            await mark(LostSpeech())
        }
    }

    package func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        if try await isThrough() {
            do {
                return try await base.begin(attempt, after: changes)
            } catch let problem as Problem where problem.isFullStore {
                // The same in memory.
                try wait(.changes(changes), because: problem)
                await mark(LostSpeech())
            }
        } else {
            try wait(.changes(changes))
        }
        if let answer = try await answer(for: attempt.key) { return answer }
        try wait(.changes([.attemptBegan(attempt)]))
        return nil
    }

    /// Writes the waiting changes, if there is room. Changes that still wait are not safe; see ``isBehind``.
    package func synchronize() async throws {
        guard try await isThrough() else { return }
        try await base.synchronize()
    }

    package func put(_ bytes: [UInt8]) async throws -> BlobID {
        if try await isThrough() {
            do {
                return try await base.put(bytes)
            } catch let problem as Problem where problem.isFullStore {
                let id = try wait(for: bytes, because: problem)
                await mark(LostSpeech())
                return id
            }
        }
        return try wait(for: bytes)
    }

    /// Writes what waits, at the end of the conversation.
    ///
    /// - Throws: `store.full` if there is still no room.
    package func settle(heardTo seconds: Double) async throws {
        if isBehind { try await write() }
        if let problem = state.withLock({ $0.waiting.problem }) {
            await mark(LostSpeech(heardTo: seconds))
            throw problem
        }
        guard state.withLock({ $0.isMarked }) else { return }
        try await base.commit([.lost(conversation, nil)])
        try await base.synchronize()
    }

    package func commitUrgently(_ changes: [StoreChange]) async throws {
        for case .lost(conversation, let speech?) in changes { return await mark(speech) }
        try await base.commitUrgently(changes)
    }

    /// Notes in the store that speech is not stored. This needs some room, which the store may keep for it; if there is none,
    /// or if nothing of the conversation is stored, nothing can be noted.
    private func mark(_ speech: LostSpeech) async {
        let isNews = state.withLock { state in
            defer { state.isMarked = true }
            return !state.isMarked || speech.heardTo != nil
        }
        guard isNews else { return }
        do { try await base.commitUrgently([.lost(conversation, speech)]) } catch {}
    }

    // MARK: The backlog

    /// Writes what waits, if an attempt is due.
    ///
    /// - Returns: whether nothing waits.
    private func isThrough() async throws -> Bool {
        let (isBehind, isDue) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return (!state.waiting.isEmpty, time.now() - state.triedAt >= Self.interval)
        }
        guard isBehind else { return true }
        if isDue { try await write() }
        return !self.isBehind
    }

    private func wait(_ entry: Backlog.Entry, because problem: Problem? = nil) throws {
        try state.withLock { state in
            if let problem { note(problem, &state) }
            guard state.waiting.changes < limits.changes else { throw state.waiting.problem ?? Self.full }
            state.waiting.append(entry)
        }
    }

    private func wait(for bytes: [UInt8], because problem: Problem? = nil) throws -> BlobID {
        var hash = ContentHash()
        hash.update(bytes)
        let id = BlobID(rawValue: hash.hexadecimal())
        state.withLock { state in
            if let problem { note(problem, &state) }
            state.waiting.append(bytes, as: id, most: limits.bytes)
        }
        return id
    }

    private func note(_ problem: Problem, _ state: inout State) {
        state.waiting.problem = problem
        state.triedAt = time.now()
    }

    private static let full = Problem(
        .store, "store.full", "there is no room left, neither on the disk nor in memory",
        cure: "free some space and run the command again")

    /// Writes what waits in its order, until there is no room again. Only one task at a time does.
    private func write() async throws {
        let isFree = state.withLock { state in
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        guard isFree else { return }
        defer { state.withLock { $0.isWriting = false } }
        while let entry = state.withLock({ $0.waiting.first }) {
            do {
                switch entry {
                case .changes(let changes): try await base.commit(changes)
                case .blob(_, let bytes): _ = try await base.put(bytes)
                }
            } catch let problem as Problem {
                try state.withLock { state in
                    guard problem.isFullStore else {
                        state.failure = problem
                        throw problem
                    }
                    note(problem, &state)
                }
                return
            }
            state.withLock { $0.waiting.removeFirst() }
        }
    }

    // MARK: Reading

    package func answer(for key: ContentKey) async throws -> StageAnswer? {
        if let answer = state.withLock({ $0.waiting.answers[key] }) { return answer }
        return try await base.answer(for: key)
    }

    package func blob(_ id: BlobID) async throws -> [UInt8]? {
        if let bytes = state.withLock({ $0.waiting.blob(id) }) { return bytes }
        return try await base.blob(id)
    }

    package func utterance(_ id: UtteranceID) async throws -> UtteranceRecord? {
        let stored = try await base.utterance(id)
        return state.withLock { $0.waiting.record(of: id, over: stored) }
    }

    package func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord] {
        let stored = try await base.utterances(of: id, after: after, limit: limit)
        return state.withLock { state in
            guard !state.waiting.isEmpty else { return stored }
            let known = stored.map { state.waiting.record(of: $0.utterance.id, over: $0) ?? $0 }
            let last = known.last?.utterance.sequence ?? after
            // A full page ends before what waits; what waits is newer than all that is stored.
            let new = known.count < limit ? state.waiting.utterances(of: id, after: last) : []
            return known + new.prefix(limit - known.count)
        }
    }

    package func conversation(_ id: ConversationID) async throws -> Conversation? {
        let stored = try await base.conversation(id)
        return state.withLock { $0.waiting.conversation(id, over: stored) }
    }

    /// Events that wait are in no log yet.
    package func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent] {
        try await base.events(of: id, after: after, limit: limit)
    }

    package func conversations(after place: ConversationPlace?, limit: Int) async throws -> [ConversationSummary] {
        try await base.conversations(after: place, limit: limit)
    }

    package func matches(for words: SearchWords, before position: Int?, limit: Int) async throws -> [TextMatch] {
        try await base.matches(for: words, before: position, limit: limit)
    }

    package func usage(since first: CalendarDay) async throws -> [UsageDay] { try await base.usage(since: first) }
    package func count(_ calls: UsedCalls, at start: Int64) async throws { try await base.count(calls, at: start) }
    package func claim(_ id: ConversationID) async throws -> ConversationClaim? { try await base.claim(id) }
    package func takeOver(_ id: ConversationID) async throws -> ConversationClaim? { try await base.takeOver(id) }
    package func owner(of id: ConversationID) async throws -> ConversationOwner? { try await base.owner(of: id) }
    package func delete(_ id: ConversationID) async throws -> Bool { try await base.delete(id) }
    package func spool(of id: ConversationID) async throws -> any SpeechSpool { try await base.spool(of: id) }
}

extension Problem {
    /// Whether a write to a store found no room.
    fileprivate var isFullStore: Bool { kind == .store && code == "store.full" }
}
