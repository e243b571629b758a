internal import Providers
internal import Resilience

/// The money for one call: the budget of its run, and the allowance that the run shares with others.
struct CallFunds {
    let budget: Budget
    let allowance: (any Allowance)?

    enum Result {
        case reserved(Reservation)
        case beyondBudget
        case beyondAllowance
    }

    /// Reserves an amount in both or in neither.
    func reserve(_ amount: Money) async throws -> Result {
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
