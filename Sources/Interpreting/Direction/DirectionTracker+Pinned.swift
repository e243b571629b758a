internal import Glibc
internal import Guards
internal import Language
internal import Providers

/// The answer of a recognizer that was pinned to one language.
struct PinnedEvidence: Sendable {
    var language: LanguageCode
    var text: String
    /// How sure it was, from 0 to 1; nil if it does not say.
    var confidence: Double?
    /// Whether the recognizer says that it heard another language after all, or a guard doubts that this was said.
    var isDoubted = false
}

/// Decides which of the two languages an utterance was in that seemed to be in neither.
///
/// A recognizer that is pinned to the wrong language invents words in it, or translates, and does either fluently. So the
/// least condition is that a text is in the language that was requested. It must also have about the length of what was
/// heard first, and one of two conditions must hold:
///
/// * The recognizer is clearly surer of it than of what it heard when it was free to choose, and than of the other language.
/// * It is the first text in another spelling. A few words of one language were mistaken for a related one, as "Quiero
///   un café" for "Quero um café". In long utterances recognizers distinguish such languages too well for that.
///
/// If the call for one of the two languages has failed, nothing can be compared, and neither is chosen.
extension DirectionTracker {
    /// The least probability of a text's language, among all twelve. What was heard first had a third language by 0.95 or by
    /// its script, so the same text again is far below.
    private static let minimumProbability = 0.7
    /// The least length, as a share of what was heard first, measured by the time it takes to say it.
    private static let minimumLength = 0.5
    /// How sure the recognizer has to be at least, and how far ahead of the first text and of the other language.
    private static let confidence = (least: 0.5, aheadOfFirst: 0.05, aheadOfOther: 0.1)
    /// From this number of words on, a recognizer does not mistake a language for a related one.
    private static let fewWords = 8
    /// The share of letter pairs that two spellings of the same sounds have in common. It is 0.5 to 0.9 between related
    /// languages, and below 0.4 between different sentences.
    private static let sameSounds = 0.5

    /// The language of the utterance; nil if the evidence is not good enough for either.
    func rescued(_ evidence: Evidence) -> LanguageCode? {
        guard evidence.pinned.count == 2 else { return nil }
        let first = HeardText(evidence.text)
        let credible = evidence.pinned.filter { isCredible($0, after: first) }
        let sorted = credible.sorted { ($0.confidence ?? -1) > ($1.confidence ?? -1) }
        if let own = evidence.confidence, let best = sorted.first, let sure = best.confidence {
            let next = sorted.dropFirst().first?.confidence ?? 0
            if sure >= Self.confidence.least, sure >= own + Self.confidence.aheadOfFirst,
                sorted.count == 1 || sure >= next + Self.confidence.aheadOfOther
            {
                return best.language
            }
        }
        guard first.words.count < Self.fewWords, !first.isUnspaced else { return nil }
        let alike = credible.filter { answer in
            Self.similarity(first, HeardText(answer.text)) >= Self.sameSounds
                && (answer.confidence ?? 1) >= (evidence.confidence ?? 0)
        }
        return alike.count == 1 ? alike[0].language : nil
    }

    /// The score of each language from when it was asked for; empty if it was not asked for.
    func pinnedScores(_ evidence: Evidence) -> [LanguageCode: Double] {
        var scores: [LanguageCode: Double] = [:]
        for answer in evidence.pinned {
            let probability =
                answer.isDoubted ? 0 : among.identify(answer.text).probabilities[answer.language, default: 0]
            scores[answer.language] = answer.text.isEmpty ? 0 : probability * (answer.confidence ?? 1)
        }
        return scores
    }

    private func isCredible(_ answer: PinnedEvidence, after first: HeardText) -> Bool {
        guard !answer.isDoubted else { return false }
        let identified = among.identify(answer.text)
        guard identified.language == answer.language,
            identified.probabilities[answer.language, default: 0] >= Self.minimumProbability
        else { return false }
        return HeardText(answer.text).minimumSeconds >= Self.minimumLength * first.minimumSeconds
    }

    /// The share of letter pairs that two texts have in common, from 0 to 1.
    static func similarity(_ one: HeardText, _ other: HeardText) -> Double {
        func pairs(_ text: HeardText) -> [UInt64: Int] {
            zip(text.letters, text.letters.dropFirst()).reduce(into: [:]) { counts, pair in
                counts[UInt64(pair.0) << 32 | UInt64(pair.1), default: 0] += 1
            }
        }
        let (left, right) = (pairs(one), pairs(other))
        let total = left.values.reduce(0, +) + right.values.reduce(0, +)
        guard total > 0 else { return 0 }
        let common = left.reduce(0) { $0 + min($1.value, right[$1.key] ?? 0) }
        return 2 * Double(common) / Double(total)
    }
}
