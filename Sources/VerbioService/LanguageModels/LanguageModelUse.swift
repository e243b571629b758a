import LocalModels
import Providers

/// How a language model on this machine is used: as the catalogue says, or as its size suggests.
struct LanguageModelUse: Sendable, Hashable {
    /// The wire's option of that name.
    var promptForm: String
    /// The most earlier utterances that it is shown.
    var contextPairs: Int
    var summarizes: Bool
    var batches: Bool
    var quality: TranslationQuality

    /// From how many billions of weights a model that is not in the catalogue is shown what was said before, and asked for
    /// summaries. The 1.5 billion of the largest model that was measured were too few.
    private static let largeEnough = 3.0
    private static let usualPairs = 4
    /// Below so many billions a translation is often fluent and wrong.
    private static let leastBillions = 1.0

    init(_ facts: CatalogueModel.LanguageModel?, billions: Double) {
        let isLarge = billions >= Self.largeEnough
        promptForm = facts?.prompt ?? (isLarge ? "interpreter" : "examples")
        contextPairs = facts?.contextPairs ?? (facts == nil && isLarge ? Self.usualPairs : 0)
        summarizes = facts?.summaries ?? (facts == nil && isLarge)
        batches = facts?.batches ?? (facts == nil && isLarge)
        quality = facts?.quality.flatMap(TranslationQuality.init) ?? (billions < Self.leastBillions ? .rough : .usual)
    }
}
