public import Providers

/// What one call cost that was answered, whatever became of its answer; of a call for many utterances, one's part of that.
/// All that a conversation cost is the sum of these: an answer that is used again makes none.
public struct Charge: Sendable, Hashable, Codable {
    public enum Purpose: String, Sendable, Hashable, Codable {
        /// A stage's answer, or a part of one.
        case answer
        /// What was said so far, in few words.
        case summary
    }

    /// The call. Of those that stores of earlier versions know of, the sum is told, under number 0.
    public var call: AttemptID
    public var purpose: Purpose
    /// Nil in stores of earlier versions.
    public var provider: String?
    public var model: String?
    /// By the provider's price; nil where that is not known.
    public var cost: Money?
    public var usage: Usage
    /// How many calls this counts as: one, or none where another utterance bears the rest of it.
    public var calls: Int

    public init(
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
    /// What the answered calls for a stage were charged for.
    public func charges(_ stage: Stage, for purpose: Charge.Purpose = .answer) -> [Charge] {
        charges.filter { $0.call.stage == stage && $0.purpose == purpose }
    }

    /// What the answered calls for a stage cost together; nil where that of one is not known.
    public func cost(of stage: Stage, for purpose: Charge.Purpose = .answer) -> Money? {
        charges(stage, for: purpose).reduce(.zero) { sum, charge in
            if let sum, let cost = charge.cost { sum + cost } else { nil }
        }
    }

    /// What the answered calls for a stage consumed together.
    public func usage(of stage: Stage, for purpose: Charge.Purpose = .answer) -> Usage {
        charges(stage, for: purpose).reduce(Usage()) { $0.adding($1.usage) }
    }
}
