internal import Conversations
internal import Plumbing
internal import Providers

/// The checks of attempts, charges, transactions and owners.
struct TransactionChecks: StoreChecks {
    func countsAttempts(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        let key = StoreSamples.key("attempted")
        let first = StoreSamples.attempt(.recognition, 1, of: utterance, key: key)
        var second = StoreSamples.attempt(.recognition, 2, of: utterance, key: key)
        var open = StoreSamples.attempt(.translation, 1, of: utterance, key: StoreSamples.key("next"))
        (second.mayCost, open.mayCost) = (Money(nanodollars: 7_000), Money(nanodollars: 300))
        try await store.commit([.attemptBegan(first)])
        try expectEqual(try await store.utterance(utterance)?.attempts, [.recognition: 1], "a begun attempt counts")
        try await store.commit([
            .attemptFailed(
                first.id, .timeout, message: "no answer within 8 s", endedAt: 5,
                mayHaveCost: Money(nanodollars: 1_200_000)),
            .attemptBegan(second),
        ])
        let ended = StoreChange.attemptFailed(first.id, .timeout, message: "again", endedAt: 6)
        try await expectProblem("store.conflict", "an attempt ends once") { try await store.commit([ended]) }
        try await expectProblem("store.conflict", "an attempt begins once") {
            try await store.commit([.attemptBegan(second)])
        }
        let answer = StageAnswer.recognition(StoreSamples.recognition("hello"))
        try await store.commit([
            attemptAnswered(2, at: 1, of: id, "attempted", answer),
            .attemptBegan(open),
        ])
        let record = try await store.utterance(utterance)
        try expectEqual(record?.attempts, [.recognition: 2, .translation: 1], "all attempts count, per stage")
        try expectEqual(
            record?.unansweredCosts,
            [.recognition: Money(nanodollars: 1_200_000), .translation: Money(nanodollars: 300)],
            "and what those without an answer may have cost, their end being known or not")
        try expectEqual(try await store.answer(for: key), answer, "what an attempt answered is finished work")
        try expectEqual(record?.recognition, nil, "which is not yet the utterance's")
        try await expectProblem("store.conflict", "an attempt that never began has no answer") {
            try await store.commit([self.attemptAnswered(3, at: 1, of: id, "attempted", answer)])
        }
        let most = Money(nanodollars: .max)
        try await store.commit(
            (1...2).map { number in
                var dear = StoreSamples.attempt(.synthesis, number, of: utterance, key: key)
                dear.mayCost = most
                return .attemptBegan(dear)
            })
        try expectEqual(
            try await store.utterance(utterance)?.unansweredCosts[.synthesis], most,
            "a sum beyond the largest amount stays there")
    }

    /// A number may be given to a call that is then not made, and stores of earlier versions have such holes.
    func tellsTheLastAttempt(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        try expectEqual(try await store.utterance(utterance)?.lastAttempts, [:], "there is none")
        func begin(_ number: Int) -> StoreChange {
            .attemptBegan(
                StoreSamples.attempt(.translation, number, of: utterance, key: StoreSamples.key("question \(number)")))
        }
        try await store.commit([begin(1), begin(2), begin(4)])
        let record = try await store.utterance(utterance)
        try expectEqual(record?.attempts, [.translation: 3], "the count is that of the attempts")
        try expectEqual(record?.lastAttempts, [.translation: 4], "the last number is not the count")
        try await store.commit([begin(5)])
        try expectEqual(try await store.utterance(utterance)?.lastAttempts, [.translation: 5], "the next one begins")
    }

    func beginsOrReuses(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        let second = StoreChange.utterance(StoreSamples.utterance(2, of: id), audio: nil)
        let first = StoreSamples.attempt(.recognition, 1, of: utterance, key: StoreSamples.key("work"))
        try expectEqual(try await store.begin(first, after: [second]), nil, "nothing is finished yet")
        try expectEqual(
            try await store.utterances(of: id, after: 1, limit: 9).count, 1, "the changes are applied with it")
        try expectEqual(try await store.utterance(utterance)?.attempts, [.recognition: 1], "the attempt is begun")

        let answer = StageAnswer.recognition(StoreSamples.recognition("finished"))
        try await store.commit([answered(1, of: id, "work", answer)])
        let again = StoreSamples.attempt(
            .recognition, 1, of: UtteranceID(conversation: id, sequence: 2), key: StoreSamples.key("work"))
        let logged = StoreChange.event(StoreSamples.recognized(2, "finished", in: id))
        try expectEqual(try await store.begin(again, after: [logged]), answer, "finished work is handed out")
        try expectEqual(try await store.events(of: id, after: 0, limit: 9).count, 1, "with the changes applied")
        let record = try await store.utterance(UtteranceID(conversation: id, sequence: 2))
        try expectEqual(record?.attempts, [:], "and no attempt is begun")

        let fresh = StoreSamples.attempt(.recognition, 2, of: utterance, key: StoreSamples.key("fresh"))
        let impossible = StoreChange.outcome(UtteranceID(conversation: id, sequence: 99), .spoken)
        try await expectProblem("store.conflict", "an attempt after an impossible change") {
            _ = try await store.begin(fresh, after: [impossible])
        }
        try expectEqual(try await store.utterance(utterance)?.attempts, [.recognition: 1], "leaves nothing behind")
    }

    func keepsCharges(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let (first, later) = (
            UtteranceID(conversation: id, sequence: 1), UtteranceID(conversation: id, sequence: 2)
        )
        try expectEqual(try await store.utterance(first)?.charges, [], "nothing is charged for")
        let own = [
            StoreSamples.charge(.recognition, 1, of: first), StoreSamples.charge(.recognition, 2, of: first),
            StoreSamples.charge(.synthesis, 1, of: first),
        ]
        var (share, summary) = (
            StoreSamples.charge(.translation, 1, of: first), StoreSamples.charge(.translation, 1, of: first)
        )
        (share.calls, share.provider, share.model) = (0, nil, nil)
        summary.purpose = .summary
        // A share may belong to another utterance, which may be stored later.
        try await store.commit(own.reversed().map { .charged(first, $0) } + [.charged(later, share)])
        try await store.commit([.charged(first, summary), .utterance(StoreSamples.utterance(2, of: id), audio: nil)])
        let record = try await store.utterance(first)
        try expectEqual(record?.charges, own + [summary], "by stage, in the order of the calls")
        try expectEqual(record?.cost(of: .recognition), Money(nanodollars: 88_000), "they come to a sum")
        try expectEqual(record?.usage(of: .recognition).inputTokens, 60, "and so does what they consumed")
        try expectEqual(record?.cost(of: .synthesis), nil, "which is not known where a price is not")
        try expectEqual(record?.cost(of: .translation), .zero, "a summary is no translation")
        try expectEqual(
            try await store.utterances(of: id, after: 1, limit: 9).map(\.charges), [[share]], "each has its own")
        for (utterance, charge) in [(first, own[0]), (later, share)] {
            try await expectProblem("store.conflict", "a call is charged for once") {
                try await store.commit([.outcome(first, .spoken), .charged(utterance, charge)])
            }
        }
        try expectEqual(try await store.utterance(first)?.outcome, .pending, "and nothing of what came with it stays")
        try await store.commit([.reopened(first, from: .recognition)])
        try expectEqual(try await store.utterance(first)?.charges, own + [summary], "reopening does not change it")
        try expect(try await store.delete(id), "it was there")
        try await expectProblem("store.conflict", "a conversation there is not") {
            try await store.commit([.charged(first, own[0])])
        }
    }

    func isAllOrNothing(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let conversation = StoreSamples.conversation()
        let answer = StageAnswer.recognition(StoreSamples.recognition("lost"))
        try await expectProblem("store.conflict", "a transaction with an impossible change") {
            try await store.commit([
                .conversation(conversation), .utterance(StoreSamples.utterance(2, of: id), audio: nil),
                .event(StoreSamples.recognized(2, "lost", in: id)), self.answered(1, of: id, "lost", answer),
                .outcome(UtteranceID(conversation: id, sequence: 99), .spoken),
            ])
        }
        try expectEqual(try await store.conversation(conversation.id), nil, "no conversation of it")
        try expectEqual(try await store.utterances(of: id, after: 1, limit: 9), [], "no utterance of it")
        try expectEqual(try await store.events(of: id, after: 0, limit: 9), [], "no event of it")
        try expectEqual(try await store.answer(for: StoreSamples.key("lost")), nil, "no answer of it")
        try await store.commit([.event(StoreSamples.recognized(1, "kept", in: id))])
        try expectEqual(try await store.events(of: id, after: 0, limit: 9).map(\.position), [1], "no position of it")
        try await store.commit([])
    }

    func refusesWhatDoesNotExist(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let nowhere = ConversationID.random()
        let missing = UtteranceID(conversation: id, sequence: 2)
        let key = StoreSamples.key("key")
        let attempt = StoreSamples.attempt(.recognition, 1, of: missing, key: key)
        let changes: [StoreChange] = [
            .conversationState(nowhere, .complete),
            .utterance(StoreSamples.utterance(1, of: nowhere), audio: nil),
            .utterance(StoreSamples.utterance(0, of: id), audio: nil),
            .attemptBegan(attempt),
            .attemptFailed(attempt.id, .quota, message: "no credit", endedAt: 1),
            answered(2, of: id, "key", .recognition(StoreSamples.recognition("hello"))),
            .outcome(missing, .spoken),
            .event(StoreSamples.started(nowhere)),
        ]
        for change in changes {
            try await expectProblem("store.conflict", "\(change)") { try await store.commit([change]) }
        }
        try expectEqual(try await store.answer(for: key), nil, "nothing of a refused change stays")
    }

    func takesCommitsAtOnce(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 0)
        let tasks = 50
        let each = 4
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for index in 0..<each {
                        let sequence = task * each + index + 1
                        let utterance = StoreSamples.utterance(sequence, of: id)
                        try await store.commit([
                            .utterance(utterance, audio: nil), .outcome(utterance.id, .textOnly),
                            .event(StoreSamples.recognized(sequence, "number \(sequence)", in: id)),
                        ])
                        let record = try await store.utterance(utterance.id)
                        try self.expectEqual(record?.outcome, .textOnly, "what was committed can be read at once")
                    }
                }
            }
            try await group.waitForAll()
        }
        let records = try await store.utterances(of: id, after: 0, limit: 1_000)
        try expectEqual(records.map(\.utterance.sequence), Array(1...tasks * each), "every utterance is there")
        try expect(records.allSatisfy { $0.outcome == .textOnly }, "with its outcome")
        let events = try await store.events(of: id, after: 0, limit: 1_000)
        try expectEqual(events.map(\.position), Array(1...tasks * each), "positions are dense")
        try expectEqual(
            Set(events.compactMap(\.event.utterance)), Set(1...tasks * each), "every event is there")
    }

    func isolatesConflicts(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 0)
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for sequence in 1...60 {
                group.addTask {
                    let utterance = StoreSamples.utterance(sequence, of: id)
                    // Every third commit asks for something impossible after something possible.
                    let last =
                        sequence.isMultiple(of: 3) ? UtteranceID(conversation: id, sequence: 1_000) : utterance.id
                    do {
                        try await store.commit([.utterance(utterance, audio: nil), .outcome(last, .spoken)])
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return try await group.reduce(into: 0) { count, refused in count += refused ? 1 : 0 }
        }
        try expectEqual(refused, 20, "only the impossible ones are refused")
        let records = try await store.utterances(of: id, after: 0, limit: 100)
        try expectEqual(
            records.map(\.utterance.sequence), (1...60).filter { !$0.isMultiple(of: 3) }, "and only they are missing")
    }

    func hasOneOwner(_ store: any ContentStore) async throws {
        let (id, other) = (try await prepare(store), try await prepare(store))
        let unstored = ConversationID.random()
        try expectEqual(try await store.owner(of: id), nil, "at first there is none")
        let (first, unlike) = (try await store.claim(id), try await store.claim(other))
        let early = try await store.claim(unstored)
        try expect(first != nil && unlike != nil, "each conversation has an owner of its own")
        try expect(early != nil, "one that is not stored yet, too")
        try expect(try await store.claim(id) == nil, "there is no second owner")
        try expect(try await store.owner(of: id) != nil, "it is known that there is one")
        do {
            _ = try await store.delete(id)
            throw StoreCompliance.Violation(description: "it was deleted beside its owner")
        } catch let problem as Problem {
            try expectEqual(problem.code, "conversation.busy", "it is not deleted beside its owner")
        }
        try expect(try await store.conversation(id) != nil, "it is still there")
        first?.release()
        first?.release()
        try expectEqual(try await store.owner(of: id), nil, "it is free again")
        let second = try await store.claim(id)
        try expect(second != nil, "the next owner may begin")
        try expect(try await store.claim(id) == nil, "and is the only one")
        second?.release()
        _ = try await store.claim(id)
        try expectEqual(try await store.owner(of: id), nil, "a claim ends with its last reference")
        try expect(try await store.delete(id), "without an owner it is deleted")
        for claim in [unlike, early] { claim?.release() }
    }
}
