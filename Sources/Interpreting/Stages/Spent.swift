internal import Conversations
internal import Providers

/// What went into an answer: money, and what that was charged for.
struct Spent: Sendable, Hashable {
    /// Nil where that is not known.
    var cost: Money? = .zero
    var usage = Usage()

    func adding(_ other: Spent) -> Spent {
        let sum: Money? = if let cost, let more = other.cost { cost + more } else { nil }
        return Spent(cost: sum, usage: usage.adding(other.usage))
    }
}

extension StageTiming {
    var spent: Spent {
        get { Spent(cost: cost, usage: usage) }
        set { (cost, usage) = (newValue.cost, newValue.usage) }
    }
}
