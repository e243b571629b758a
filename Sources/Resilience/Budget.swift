internal import Plumbing
package import Providers

/// How much a run may spend. Before each call its cost estimate is reserved, and after it the actual cost is settled. So
/// concurrent calls cannot spend the same money.
package final class Budget: Sendable {
    private struct State {
        var reserved = Money.zero
        var spent = Money.zero
        /// For each kind of call, the highest ratio of actual cost to forecast so far.
        var excess: [String: Double] = [:]
        var dearest: Money?
    }

    /// Nil if there is no limit.
    package let limit: Money?
    private let state = Locked(State())

    package init(limit: Money? = nil) { self.limit = limit }

    /// The cost of the settled calls.
    package var spent: Money { state.withLock { $0.spent } }

    /// The highest cost estimate of a call that alone exceeds the limit; nil if there was none. With a limit below that, a
    /// further run gets no further.
    package var dearestRefused: Money? { state.withLock { $0.dearest } }

    /// The cost estimate of a call: its forecast, multiplied by the excess that calls of its kind have shown. A language model
    /// that thinks before it answers is charged for that, and the length of this is not known beforehand.
    package func expected(_ forecast: Money, of kind: String) -> Money {
        let excess = state.withLock { $0.excess[kind] ?? 1 }
        return excess > 1 ? Money(dollars: forecast.dollars * excess) : forecast
    }

    /// Records what a call has cost, and what was forecast for it.
    package func learn(_ forecast: Money, _ spent: Money, of kind: String) {
        guard limit != nil, forecast > .zero, spent > forecast else { return }
        state.withLock { $0.excess[kind] = max($0.excess[kind] ?? 1, spent.dollars / forecast.dollars) }
    }

    /// Reserves an amount; false if that would exceed the limit.
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

    /// Releases a reservation and records what was spent of it.
    package func settle(_ reserved: Money, spent: Money) {
        state.withLock { state in
            state.reserved = state.reserved - reserved
            state.spent = state.spent + spent
        }
    }
}
