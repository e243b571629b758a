package import Conversations
internal import Language
package import SQL

/// The statements of one call of `commit`, and the blobs they refer to.
package struct PreparedCommit: Sendable {
    private var commands: [Command] = []
    package private(set) var blobs: [BlobID] = []

    /// All values are encoded here, on the caller's thread.
    package init(_ changes: [StoreChange]) throws {
        commands.reserveCapacity(changes.count + 4)
        for change in changes { try add(change) }
    }

    /// Runs on the writer, inside a transaction.
    package func run(_ db: any SQLConnection) throws {
        try run(db, after: []) { _, _ in }
    }

    /// The same after other statements, in the same round trip.
    ///
    /// - Parameter check: called for each of those with its index and the number of rows that it changed.
    package func run(
        _ db: any SQLConnection, after statements: [SQLStatement], check: (Int, Int) throws -> Void
    ) throws {
        try commands.run(db, after: statements, check: check)
    }

    private mutating func add(_ change: StoreChange) throws {
        switch change {
        case .conversation(let conversation): commands.append(try ConversationTable.upsert(conversation))
        case .ordered(let conversation): commands.append(try ConversationTable.insertIfNew(conversation))
        case .conversationState(let id, let state): commands.append(ConversationTable.setState(state, of: id))
        case .filesWritten(let id): commands.append(ConversationTable.setFilesWritten(of: id))
        case .succeeded(let id, let successor):
            commands.append(ConversationTable.setSuccessor(successor, of: id))
        case .lost(let id, let speech): commands.append(try ConversationTable.setLostSpeech(speech, of: id))
        case .persons(let id, let persons): commands.append(try ConversationTable.setPersons(persons, of: id))
        case .reheard(let utterance): commands.append(try UtteranceTable.replace(utterance))
        case .utterance(let utterance, let audio):
            commands.append(try UtteranceTable.insert(utterance, audio: audio))
            if let audio { blobs.append(audio) }
        case .attemptBegan(let attempt): commands.append(AttemptTable.begin(attempt))
        case .attemptFailed(let id, let failure, let message, let endedAt, let possibleCost):
            commands.append(
                AttemptTable.end(id, at: endedAt, failure: failure, message: message, possibleCost: possibleCost))
        case .attemptAnswered(let id, let key, let answer, let endedAt):
            try insert(answer, key: key)
            commands.append(AttemptTable.end(id, at: endedAt, failure: nil, message: nil))
        case .charged(let id, let charge): commands.append(ChargeTable.insert(charge, to: id))
        case .answered(let id, let key, let answer, let timing):
            // The answer is inserted first, because the utterance refers to it.
            try insert(answer, key: key)
            commands.append(UtteranceTable.link(answer.stage, key, to: id))
            if let text = SpokenTextTable.take(answer, key, of: id) { commands.append(text) }
            commands.append(TimingTable.upsert(timing, of: id))
        case .directed(let id, let direction):
            commands.append(try UtteranceTable.setDirection(direction, of: id))
        case .reopened(let id, let stage):
            commands += UtteranceTable.reopen(id, from: stage) + [SpokenTextTable.reopen(id)]
        case .corrected(let id, let correction):
            commands.append(try UtteranceTable.setCorrection(correction, of: id))
            commands.append(SpokenTextTable.setSource(correction.text, of: id))
        case .flagged(let id, let flags, let refused):
            commands.append(try TranslationTable.setFlags(flags, refused: refused, of: id))
        case .doubted(let id, let flags): commands.append(try UtteranceTable.setRecognitionFlags(flags, of: id))
        case .outcome(let id, let outcome): commands.append(UtteranceTable.setOutcome(outcome, of: id))
        case .summarized(let id, let key, let summary, let timing):
            if let summary { try insert(.translation(summary), key: key) }
            commands.append(SummaryTable.insert(summary == nil ? nil : key, timing, of: id))
        case .event(let event): commands.append(try EventTable.append(event))
        }
    }

    private mutating func insert(_ answer: StageAnswer, key: ContentKey) throws {
        commands.append(try AnswerTables.insert(answer, key: key))
        if case .speech(let speech) = answer { blobs.append(speech.blob) }
    }
}
