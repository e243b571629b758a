internal import Language
internal import Providers

/// The text is in none of the languages it may be in.
///
/// By its script that is certain, and recognizers invent such texts. By its words it is only told: a recognizer that was told
/// the language may write down what somebody did say in another one, as a speaker known by the channel now and then does.
struct SpokenLanguageGuard: RecognitionGuard {
    let name = "language"
    private let identifier = LanguageIdentifier(candidates: [.en, .es, .fr, .de, .it, .pt])

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard !heard.candidates.isEmpty else { return nil }
        let counts = heard.text.scripts
        guard counts.total >= 2 else { return nil }
        // Names and words such as "OK" are written in Latin letters everywhere.
        if counts.latin == counts.total, counts.latin <= 12 { return nil }
        let own = heard.candidates.lazy.map { counts.expected($0) }.max() ?? 0
        guard own * 5 < counts.total else { return otherWords(heard) }
        return finding(heard, .typical) { "it is not written as \($0) is" }
    }

    /// How many words and how much more probable than the languages it may be in another one must be. A judgement: sentences
    /// of the corpora reach far more, names and loan words less.
    private static let (fewestWords, leastOdds) = (4, 1_000.0)

    private func otherWords(_ heard: HeardAnswer) -> RecognitionFinding? {
        // A word said again and again speaks once.
        let words = Set(heard.recognition.text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() })
        guard heard.candidates.allSatisfy({ $0.scripts == [.latin] }), words.count >= Self.fewestWords else {
            return nil
        }
        let found = identifier.identify(heard.recognition.text)
        guard let language = found.language, !heard.candidates.contains(language) else { return nil }
        let own = heard.candidates.lazy.map { found.probabilities[$0, default: 0] }.max() ?? 0
        guard found.probabilities[language, default: 0] >= Self.leastOdds * max(own, 1e-9) else { return nil }
        return finding(heard, .note) { "it seems to be \(language.englishName) rather than \($0)" }
    }

    private func finding(
        _ heard: HeardAnswer, _ weight: RecognitionFinding.Weight, _ reason: (String) -> String
    ) -> RecognitionFinding {
        let names = heard.candidates.map(\.englishName).joined(separator: " or ")
        return RecognitionFinding(name: name, weight: weight, reason: reason(names), evidence: [heard.excerpt])
    }
}
