public import Plumbing
public import Providers

/// The usage of one day: of its conversations, and of calls that belong to none.
public struct UsageDay: Sendable, Hashable {
    /// In UTC. Conversations count on the day on which they began, and calls on the day on which they were made.
    public var day: CalendarDay
    public var conversations: Int
    public var utterances: Int
    /// Seconds of audio in the utterances.
    public var seconds: Double
    /// In the order of the providers' names and of the stages.
    public var calls: [UsedCalls]

    /// How long calls are counted that belong to no conversation, in days.
    public static let longestCount = 400

    public init(_ day: CalendarDay) {
        self.day = day
        (conversations, utterances, seconds, calls) = (0, 0, 0, [])
    }
}

/// The calls of one provider for one stage.
public struct UsedCalls: Sendable, Hashable {
    /// Nil in stores of earlier versions.
    public var provider: String?
    public var stage: Stage
    /// Answered calls.
    public var calls: Int
    /// The cost of the answered calls whose price is known.
    public var cost: Money
    /// The number of answered calls whose price is not known.
    public var unpriced: Int
    /// The maximum cost of calls without an answer.
    public var possibleCost: Money

    public init(
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
    public mutating func add(_ used: UsedCalls) {
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
