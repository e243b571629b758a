internal import Plumbing
public import Providers

/// How much a run may spend. Each call reserves what it is likely to cost before it is made, and settles for what it did
/// cost; so calls at the same time cannot spend the same money.
public final class Budget: Sendable {
    private struct State {
        var reserved = Money.zero
        var spent = Money.zero
        /// How many times as much as forecast calls of a kind have cost, at worst.
        var excess: [String: Double] = [:]
        var dearest: Money?
    }

    /// nil where there is no limit.
    public let limit: Money?
    private let state = Locked(State())

    public init(limit: Money? = nil) { self.limit = limit }

    /// What has been settled so far.
    public var spent: Money { state.withLock { $0.spent } }

    /// What the dearest call was expected to cost that alone is more than the limit; nil where there was none. With less than that
    /// a further run comes no further.
    public var dearestRefused: Money? { state.withLock { $0.dearest } }

    /// What a call is to be expected to cost: its forecast, times as much more as those of its kind have cost. A language model
    /// that thinks before it answers is charged for that, and nobody knows beforehand how long it will.
    package func expected(_ forecast: Money, of kind: String) -> Money {
        let excess = state.withLock { $0.excess[kind] ?? 1 }
        return excess > 1 ? Money(dollars: forecast.dollars * excess) : forecast
    }

    /// Takes what a call has cost of which that much was forecast.
    package func learn(_ forecast: Money, _ spent: Money, of kind: String) {
        guard limit != nil, forecast > .zero, spent > forecast else { return }
        state.withLock { $0.excess[kind] = max($0.excess[kind] ?? 1, spent.dollars / forecast.dollars) }
    }

    /// Sets an amount aside; false where that would go beyond the limit.
    package func reserve(_ amount: Money) -> Bool {
        state.withLock { state in
            if let limit, state.spent + state.reserved + amount > limit {
                if amount > limit { state.dearest = max(state.dearest ?? .zero, amount) }
                return false
            }
            state.reserved = state.reserved + amount
            return true
        }
    }

    /// Gives a reservation back and notes what was spent of it.
    package func settle(_ reserved: Money, spent: Money) {
        state.withLock { state in
            state.reserved = state.reserved - reserved
            state.spent = state.spent + spent
        }
    }
}
