internal import Conversations
internal import Plumbing
internal import Providers

/// The check of the sums of what was used.
struct UsageChecks: StoreChecks {
    private static let day: Int64 = 86_400_000

    func sumsUsage(_ store: any ContentStore) async throws {
        let first = CalendarDay(number: 19_000)
        try expectEqual(try await store.usage(since: first), [], "an empty store has used nothing")
        // Two conversations on the second day, one on the day before the first one.
        let made = [1, 1, -1].map { day in
            StoreSamples.conversation(createdAt: first.beginning + day * Self.day + 5)
        }
        try await store.commit(made.map { .conversation($0) })
        for conversation in made {
            try await store.commit(
                (1...2).map { .utterance(StoreSamples.utterance($0, of: conversation.id), audio: nil) })
        }
        let one = UtteranceID(conversation: made[0].id, sequence: 1)
        let old = UtteranceID(conversation: made[2].id, sequence: 1)
        // A call on the day of its conversation, one two days later, and calls of another day for the old conversation.
        try await store.commit([
            began(one, .recognition, 1, at: first.beginning + Self.day + 9, mayCost: 7),
            .charged(one, charge(one, .recognition, 1, cost: 100)),
            .attemptAnswered(
                AttemptID(utterance: one, stage: .recognition, number: 1), StoreSamples.key("r"),
                .recognition(StoreSamples.recognition("a")), endedAt: 1),
            began(one, .translation, 1, at: first.beginning + 3 * Self.day, mayCost: 20),
            .attemptFailed(
                AttemptID(utterance: one, stage: .translation, number: 1), .timeout, message: "", endedAt: 2,
                mayHaveCost: Money(nanodollars: 20)),
            began(one, .translation, 2, at: first.beginning + 3 * Self.day + 1, mayCost: 20),
            .charged(one, charge(one, .translation, 2, cost: nil)),
            .attemptAnswered(
                AttemptID(utterance: one, stage: .translation, number: 2), StoreSamples.key("t"),
                .translation(StoreSamples.translation("b")), endedAt: 3),
            began(old, .recognition, 1, at: first.beginning, mayCost: 0),
            .charged(old, charge(old, .recognition, 1, cost: 3)),
            .charged(old, charge(old, .synthesis, 0, cost: 4)),
        ])
        var days = [3, 1, 0].map { UsageDay(CalendarDay(number: first.number + $0)) }
        days[0].calls = [
            UsedCalls(provider: "engine", stage: .translation, calls: 1, unpriced: 1),
            UsedCalls(
                provider: StoreSamples.provider.name, stage: .translation, possibleCost: Money(nanodollars: 20)),
        ]
        (days[1].conversations, days[1].utterances, days[1].seconds) = (2, 4, 20)
        days[1].calls = [
            UsedCalls(provider: "engine", stage: .recognition, calls: 1, cost: Money(nanodollars: 100))
        ]
        days[2].calls = [UsedCalls(provider: "engine", stage: .recognition, calls: 1, cost: Money(nanodollars: 3))]
        try expectEqual(try await store.usage(since: first), days, "by days, the newest first")
        let later = CalendarDay(number: first.number + 2)
        try expectEqual(try await store.usage(since: later), [days[0]], "and from the first day on only")
        // What has no attempt counts with its conversation.
        let all = try await store.usage(since: CalendarDay(number: first.number - 1))
        try expectEqual(all.count, 4, "the day before, too")
        try expectEqual(
            all.last?.calls, [UsedCalls(provider: "engine", stage: .synthesis, calls: 1, cost: Money(nanodollars: 4))],
            "with its conversation")
        for conversation in made { _ = try await store.delete(conversation.id) }
        try await countsSingleCalls(store, since: first)
    }

    private func countsSingleCalls(_ store: any ContentStore, since first: CalendarDay) async throws {
        try expectEqual(try await store.usage(since: first), [], "without what was deleted")
        let spoken = UsedCalls(
            provider: "mouth", stage: .synthesis, calls: 2, cost: Money(nanodollars: 9), unpriced: 1,
            possibleCost: Money(nanodollars: 4))
        for start in [first.beginning - 1, first.beginning, first.beginning + 1] {
            try await store.count(spoken, at: start)
        }
        var day = UsageDay(first)
        day.add(spoken)
        day.add(spoken)
        try expectEqual(try await store.usage(since: first), [day], "with the calls of no conversation")
        let late = first.beginning + Int64(UsageDay.longestCount + 1) * Self.day
        try await store.count(spoken, at: late)
        let kept = try await store.usage(since: CalendarDay(number: 0))
        try expectEqual(kept.map(\.day), [CalendarDay(at: late)], "and without the old ones")
    }

    private func began(
        _ utterance: UtteranceID, _ stage: Stage, _ number: Int, at start: Int64, mayCost: Int64
    ) -> StoreChange {
        var attempt = StoreSamples.attempt(
            stage, number, of: utterance, key: StoreSamples.key("\(utterance.conversation) \(stage) \(number)"))
        (attempt.startedAt, attempt.mayCost) = (start, Money(nanodollars: mayCost))
        return .attemptBegan(attempt)
    }

    private func charge(_ utterance: UtteranceID, _ stage: Stage, _ number: Int, cost: Int64?) -> Charge {
        Charge(
            call: AttemptID(utterance: utterance, stage: stage, number: number), provider: "engine", model: "one",
            cost: cost.map { Money(nanodollars: $0) }, usage: Usage())
    }
}
