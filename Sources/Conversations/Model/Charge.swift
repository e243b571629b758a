package import Providers

/// The cost of one answered call, whatever was done with its answer. If a call is for many utterances, it is the share of one
/// utterance. The cost of a conversation is the sum of its charges: an answer that is reused adds none.
package struct Charge: Sendable, Hashable, Codable {
    /// The kind of work that a call was made for.
    package enum Purpose: String, Sendable, Hashable, Codable {
        /// A stage's answer, or a part of one.
        case answer
        /// A summary of what was said so far.
        case summary
    }

    /// The call. For calls in stores of earlier versions, only their sum is known, under number 0.
    package var call: AttemptID
    package var purpose: Purpose
    /// Nil in stores of earlier versions.
    package var provider: String?
    package var model: String?
    /// The cost by the provider's price; nil if the price is not known.
    package var cost: Money?
    package var usage: Usage
    /// The number of calls that this counts as: one, or none if the call is counted with another utterance.
    package var calls: Int

    package init(
        call: AttemptID, purpose: Purpose = .answer, provider: String?, model: String?, cost: Money?, usage: Usage,
        calls: Int = 1
    ) {
        self.call = call
        self.purpose = purpose
        self.provider = provider
        self.model = model
        self.cost = cost
        self.usage = usage
        self.calls = calls
    }
}

extension UtteranceRecord {
    /// The charges of the answered calls for a stage.
    package func charges(_ stage: Stage, for purpose: Charge.Purpose = .answer) -> [Charge] {
        charges.filter { $0.call.stage == stage && $0.purpose == purpose }
    }

    /// The total cost of the answered calls for a stage; nil if the cost of one is not known.
    package func cost(of stage: Stage, for purpose: Charge.Purpose = .answer) -> Money? {
        charges(stage, for: purpose).reduce(.zero) { sum, charge in
            if let sum, let cost = charge.cost { sum + cost } else { nil }
        }
    }

    /// The total usage of the answered calls for a stage.
    package func usage(of stage: Stage, for purpose: Charge.Purpose = .answer) -> Usage {
        charges(stage, for: purpose).reduce(Usage()) { $0.adding($1.usage) }
    }
}
