internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// The cost estimate of one call, and the amount that counts against the budget.
struct CallAccount {
    let planned: PlannedCall
    /// The amount to be reserved. Earlier calls of the same kind may have raised it.
    let estimate: Money
    /// The amount that counts against the budget: the estimate once the provider is called, then the cost once it is known.
    private(set) var spent = Money.zero

    private let stage: Stage
    private let purpose: Charge.Purpose
    private let budget: Budget
    /// The cost of the forecast usage by the provider's price.
    private let forecast: Money
    /// The kind of the call, for calls with similar costs.
    private let kind: String

    init(_ planned: PlannedCall, _ terms: StageJournal.Terms) {
        self.planned = planned
        (stage, purpose, budget) = (terms.stage, terms.purpose, terms.budget)
        forecast = planned.price?.cost(of: planned.forecast) ?? .zero
        kind = "\(stage.rawValue) \(planned.provider.name) \(planned.provider.model)"
        estimate = budget.expected(forecast, of: kind)
    }

    /// Counts the estimate, because the provider is called now.
    mutating func begin() { spent = estimate }

    /// The usage that an answer reports, without implausible amounts. Those are reported to the watch of the run.
    func believed(_ usage: Usage) -> Usage {
        let kept = usage.plausible(expecting: planned.forecast)
        if kept != usage { CallWatch.current?.note(.disbelieved(stage, provider: planned.provider.name, usage)) }
        return kept
    }

    /// Settles an answered call, and returns its charge. The cost is nil if it is not known.
    mutating func charge(_ usage: Usage, for call: AttemptID) -> Charge {
        let charge = settled(usage, for: call)
        budget.learn(forecast, spent, of: kind)
        return charge
    }

    /// The charge of a failed call, if its cost is known; otherwise what it may have cost.
    mutating func charge(_ failure: ProviderError, for call: AttemptID) -> (charge: Charge?, possible: Money) {
        if !failure.failure.mayHaveBeenCharged { spent = .zero }
        guard let usage = failure.usage else { return (nil, spent) }
        let charge = settled(believed(usage), for: call)
        return charge.cost == nil ? (nil, spent) : (charge, .zero)
    }

    private mutating func settled(_ usage: Usage, for call: AttemptID) -> Charge {
        let settled = planned.price?.settled(usage, expecting: planned.forecast)
        spent = settled?.amount ?? .zero
        return Charge(
            call: call, purpose: purpose, provider: planned.provider.name, model: planned.provider.model,
            cost: settled.flatMap { $0.isKnown ? $0.amount : nil }, usage: usage)
    }
}

/// A call that is to be made if no finished work replaces it.
struct PlannedCall: Sendable {
    var provider: ProviderDescriptor
    /// What the provider charges; nil if that is not known.
    var price: Price?
    /// What the call is likely to consume.
    var forecast: Usage
    /// The longest time that it may take.
    var limit: Duration
}
