package import Providers
internal import Resilience

/// The money for one call: the budget of its run, and the allowance that the run shares with others.
struct CallFunds {
    let budget: Budget
    let allowance: (any Allowance)?

    enum Result {
        case reserved(Reservation)
        case beyondBudget
        case beyondAllowance
        /// The user of the run may not use the provider.
        case notAllowed
    }

    /// Reserves an amount in the budget and in the allowance, or in neither.
    func reserve(_ amount: Money, for provider: String) async throws -> Result {
        guard allowance?.allows(provider: provider) ?? true else { return .notAllowed }
        guard budget.reserve(amount) else { return .beyondBudget }
        let budget = budget
        guard let allowance else { return .reserved(Reservation { budget.settle(amount, spent: $0) }) }
        do {
            if let allowed = try await allowance.reserve(amount) {
                return .reserved(
                    Reservation { spent in
                        budget.settle(amount, spent: spent)
                        allowed.settle(spent: spent)
                    })
            }
        } catch {
            budget.settle(amount, spent: .zero)
            throw error
        }
        budget.settle(amount, spent: .zero)
        return .beyondAllowance
    }
}

extension ProviderError {
    /// A call that is not made, because the user of the run may not use the provider.
    package static func notAllowed(_ stage: Stage, _ provider: ProviderDescriptor) -> ProviderError {
        ProviderError(
            .unaffordable, stage: stage, provider: provider.name, "it is not among the providers that may be used here",
            cure: "ask the operator for another tier")
    }
}
