import Conversations
import Providers
import VerbioService

/// How many translations of a conversation are rough, and how many of their words were in no dictionary.
struct QualityTally {
    private var rough = 0
    /// The engines that made the rough translations.
    private var names: Set<String> = []
    private var unknownWords = 0

    mutating func add(_ record: UtteranceRecord) {
        guard let origin = record.translation?.origin, origin.quality == .rough else { return }
        rough += 1
        unknownWords += origin.unknownWords.count
        if let name = record.timings.last(where: { $0.stage == .translation })?.provider { names.insert(name) }
    }

    /// One line, if there is anything to report.
    var lines: [String] {
        guard rough > 0 else { return [] }
        let who = names.isEmpty ? "" : " (\(names.sorted().joined(separator: ", ")))"
        let words = unknownWords == 1 ? "1 word is" : "\(unknownWords) words are"
        return [
            "\(rough) \(rough == 1 ? "translation is" : "translations are") rough\(who): good for the gist alone"
                + (unknownWords > 0 ? "; \(words) untranslated" : "")
        ]
    }
}
