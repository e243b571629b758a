import Configuration
package import Interpreting
package import Plumbing
import Providers
package import Resilience

/// The cost limit of the settings.
package struct CostLimit: Sendable {
    let settings: Settings

    /// The cost limit of the run.
    ///
    /// - Throws: `Problem` of kind `usage` for an invalid limit, and for a limit with a provider whose price is not known,
    ///   unless that is allowed.
    package func budget(for providers: ProviderSet) throws(Problem) -> Budget {
        guard let dollars = try dollars() else { return Budget() }
        switch settings.string(.unknownPrices) {
        case "allow": break
        case "refuse":
            if let name = providers.nameOfUnknownPrice {
                throw Problem(
                    .usage, "cost.unknown-price", "the price of \(name) is not known, so no limit can be kept",
                    at: "--max-cost",
                    cure: "declare its price in providers.yaml, or add --allow-unknown-prices to count it as free")
            }
        case let other:
            throw Problem(
                .usage, "config.value", "cost.unknown-prices is \(other)", cure: "give it refuse or allow")
        }
        return Budget(limit: Money(dollars: dollars))
    }

    /// - Throws: `Problem` of kind `usage` if money is limited and the price of a provider is not known, unless that is allowed.
    func check(_ allowance: (any Allowance)?, _ providers: ProviderSet) throws(Problem) {
        guard allowance?.limitsMoney == true, settings.string(.unknownPrices) == "refuse",
            let name = providers.nameOfUnknownPrice
        else { return }
        throw Problem(
            .usage, "cost.unknown-price", "the price of \(name) is not known, so no limit can be kept",
            cure: "ask the operator to declare it")
    }

    /// The limit in dollars; nil if there is none.
    package func dollars() throws(Problem) -> Double? {
        let value = settings.value(.maximumCost)
        let dollars: Double? =
            switch value.content {
            case .double(let number): number
            case .int(let number): Double(number)
            default: nil
            }
        guard let dollars, dollars >= 0, dollars <= 1e6 else {
            throw Problem(
                .usage, "config.value", "cost.maximum is \(value.content.display) (\(value.origin))",
                cure: "give it an amount of US dollars from 0 to 1000000"
                    + (value.origin == "flag" ? "; 0 allows nothing that costs" : "; 0 is no limit"))
        }
        // If zero is given on the command line, it means a limit of zero.
        return dollars > 0 || value.origin == "flag" ? dollars : nil
    }
}

/// The cost limit that all conversations of a command share.
final class CommonBudget: Sendable {
    private let shared = Locked<Budget?>(nil)

    /// - Throws: as ``CostLimit/budget(for:)``.
    func budget(_ limit: CostLimit, for providers: ProviderSet) throws(Problem) -> Budget {
        let own = try limit.budget(for: providers)
        return shared.withLock { shared in
            shared = shared ?? own
            return shared ?? own
        }
    }
}

extension ProviderSet {
    /// The first provider, with its model, that has no declared price.
    package var nameOfUnknownPrice: String? {
        let descriptor =
            recognizers.providers.first { $0.capabilities.price == nil }?.descriptor
            ?? translators.providers.first { $0.capabilities.price == nil }?.descriptor
            ?? synthesizers?.providers.first { $0.capabilities.price == nil }?.descriptor
        return descriptor.map { "\($0.name)/\($0.model)" }
    }
}
