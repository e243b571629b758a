package import Plumbing
package import Providers

/// The usage of one day: of its conversations, and of calls that belong to none.
package struct UsageDay: Sendable, Hashable {
    /// In UTC. Conversations count on the day on which they began, and calls on the day on which they were made.
    package var day: CalendarDay
    package var conversations: Int
    package var utterances: Int
    /// Seconds of audio in the utterances.
    package var seconds: Double
    /// In the order of the providers' names and of the stages.
    package var calls: [UsedCalls]

    /// How long calls are counted that belong to no conversation, in days.
    package static let longestCount = 400

    package init(_ day: CalendarDay) {
        self.day = day
        (conversations, utterances, seconds, calls) = (0, 0, 0, [])
    }
}

/// The calls of one provider for one stage.
package struct UsedCalls: Sendable, Hashable {
    /// Nil in stores of earlier versions.
    package var provider: String?
    package var stage: Stage
    /// Answered calls.
    package var calls: Int
    /// The cost of the answered calls whose price is known.
    package var cost: Money
    /// The number of answered calls whose price is not known.
    package var unpriced: Int
    /// The maximum cost of calls without an answer.
    package var possibleCost: Money

    package init(
        provider: String?, stage: Stage, calls: Int = 0, cost: Money = .zero, unpriced: Int = 0,
        possibleCost: Money = .zero
    ) {
        self.provider = provider
        self.stage = stage
        self.calls = calls
        self.cost = cost
        self.unpriced = unpriced
        self.possibleCost = possibleCost
    }
}

extension UsageDay {
    /// Adds calls to those of the same provider and stage.
    package mutating func add(_ used: UsedCalls) {
        if let index = calls.firstIndex(where: { $0.provider == used.provider && $0.stage == used.stage }) {
            calls[index].calls += used.calls
            calls[index].unpriced += used.unpriced
            calls[index].cost = calls[index].cost + used.cost
            calls[index].possibleCost = calls[index].possibleCost + used.possibleCost
        } else {
            calls.append(used)
        }
        func place(_ calls: UsedCalls) -> (String, Int) {
            (calls.provider ?? "", Stage.allCases.firstIndex(of: calls.stage) ?? 0)
        }
        calls.sort { place($0) < place($1) }
    }
}
