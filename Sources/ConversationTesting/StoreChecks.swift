internal import Conversations
internal import Plumbing

/// What the checks of ``StoreCompliance`` are written with.
protocol StoreChecks {}

extension StoreChecks {
    func expect(_ condition: Bool, _ promise: String) throws {
        if !condition { throw StoreCompliance.Violation(description: promise) }
    }

    func expectEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ promise: String) throws {
        if found != expected {
            throw StoreCompliance.Violation(description: "\(promise)\n  found:    \(found)\n  expected: \(expected)")
        }
    }

    /// Requires that the operation is refused with a problem of the store, with this code if one is given.
    func expectProblem(
        _ code: String? = nil, _ promise: String, _ operation: () async throws -> Void
    ) async throws {
        do {
            try await operation()
        } catch let problem as Problem {
            try expectEqual(problem.kind, .store, promise)
            if let code { try expectEqual(problem.code, code, promise) }
            return
        }
        throw StoreCompliance.Violation(description: "\(promise): it was not refused")
    }

    /// Stores a conversation with utterances 1 … `count`.
    func prepare(_ store: any ContentStore, utterances count: Int = 1) async throws -> ConversationID {
        let conversation = StoreSamples.conversation()
        let utterances = (0..<count).map { StoreSamples.utterance($0 + 1, of: conversation.id) }
        try await store.commit([.conversation(conversation)] + utterances.map { .utterance($0, audio: nil) })
        return conversation.id
    }

    /// The change that records an answer for the utterance.
    func answered(_ sequence: Int, of id: ConversationID, _ key: String, _ answer: StageAnswer) -> StoreChange {
        .answered(
            UtteranceID(conversation: id, sequence: sequence), StoreSamples.key(key), answer,
            StoreSamples.timing(answer.stage, reused: true))
    }

    /// The change that ends an attempt with an answer.
    func attemptAnswered(
        _ attempt: Int, at sequence: Int, of id: ConversationID, _ key: String, _ answer: StageAnswer
    ) -> StoreChange {
        .attemptAnswered(
            AttemptID(
                utterance: UtteranceID(conversation: id, sequence: sequence), stage: answer.stage, number: attempt),
            StoreSamples.key(key), answer, endedAt: 1)
    }
}
