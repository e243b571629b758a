internal import Language
package import Providers

/// What was said around a text, as far as its translator was shown it.
package struct Neighbours: Sendable {
    package var earlier: [ContextPair]
    package var later: [LaterLine]

    package init(earlier: [ContextPair] = [], later: [LaterLine] = []) {
        self.earlier = earlier
        self.later = later
    }
}

/// The answer must not hold what was said before or after the text. Small models repeat an earlier translation, copy a line
/// beside the text, or translate the next line as well.
///
/// The bounds are a judgement. 915 answers of three models of up to 1.5 billion parameters, each beside the others of its
/// list, had two findings, in a refusal and in an answer to the speaker.
struct NeighbourGuard: TranslationGuard {
    let name = "neighbour"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let found = repeated(in: answer) ?? copied(in: answer) ?? appended(to: answer)
        return found.map { place, evidence in
            GuardFinding(
                flag: name, severity: .meaning, reason: "the answer holds what was said \(place)",
                evidence: [evidence],
                hint: "Translate the utterance alone, and nothing of what was said before or after it.")
        }
    }

    /// The translation of an earlier text that says something else.
    private func repeated(in answer: GuardedAnswer) -> (String, String)? {
        let (translation, source) = (EchoGuard.split(answer.translation), EchoGuard.split(answer.source))
        for pair in answer.neighbours.earlier {
            // What the other side said stands the other way round.
            for (before, said) in [(pair.source, pair.translation), (pair.translation, pair.source)] {
                let (before, said) = (EchoGuard.split(before), EchoGuard.split(said))
                guard Self.isLong(said, answer, in: source) else { continue }
                let (text, translated) = (said.joined(separator: " "), translation.joined(separator: " "))
                let isSame =
                    EchoGuard.similarity(text, translated) > Self.alike
                    || said.count >= Self.fewestContained && translated.contains(text)
                let isSaid =
                    EchoGuard.similarity(before.joined(separator: " "), source.joined(separator: " ")) >= Self.unlike
                    || source.joined(separator: " ").contains(before.joined(separator: " "))
                if isSame, !isSaid {
                    return ("before", said == EchoGuard.split(pair.source) ? pair.source : pair.translation)
                }
            }
        }
        return nil
    }

    /// Some words of a line beside the text, in its language.
    private func copied(in answer: GuardedAnswer) -> (String, String)? {
        guard answer.pair.from.scripts != answer.pair.to.scripts || answer.pair.from.scripts == [.latin] else {
            return nil
        }
        let (translation, source) = (EchoGuard.split(answer.translation), EchoGuard.split(answer.source))
        let beside =
            answer.neighbours.earlier.map { ("before", $0.source) }
            + answer.neighbours.later.map { ("after", $0.source) }
        for (place, text) in beside {
            let run = EchoGuard.longestRun(EchoGuard.split(text), translation)
            guard run.count >= Self.fewestContained, run.joined().count >= Self.fewestLetters,
                EchoGuard.longestRun(run, source).count < run.count,
                LanguageIdentifier(candidates: [answer.pair.from, answer.pair.to]).identify(run.joined(separator: " "))
                    .language == answer.pair.from
            else { continue }
            return (place, run.joined(separator: " "))
        }
        return nil
    }

    /// A further sentence, if the answer is as long as the text and the next line are together.
    private func appended(to answer: GuardedAnswer) -> (String, String)? {
        guard let next = answer.neighbours.later.first else { return nil }
        let source = LengthGuard.weight(answer.source, answer.pair.from)
        let later = LengthGuard.weight(next.source, answer.pair.from)
        let translation = LengthGuard.weight(answer.translation, answer.pair.to)
        let sentences = Self.sentences(answer.translation)
        guard source > 0, sentences.count > Self.sentences(answer.source).count, let last = sentences.last,
            translation >= 0.7 * (source + later), translation > 1.4 * source
        else { return nil }
        return ("after", String(last))
    }

    // MARK: Texts

    /// Two texts are the same if they share more than this of their three-letter pieces, and different below the second value.
    private static let alike = 0.8
    private static let unlike = 0.5
    private static let fewestContained = 4
    private static let fewestLetters = 16

    /// Whether a translation has so many words that two texts hardly have it in common. A short one must also be much shorter
    /// than the text itself: "How are you?" and "How's it going?" may have the same translation.
    private static func isLong(_ said: [String], _ answer: GuardedAnswer, in source: [String]) -> Bool {
        let letters = said.joined().count
        if answer.pair.to.isWrittenWithoutSpaces { return letters >= 8 }
        return letters >= fewestLetters && said.count >= fewestContained
            || said.count >= 3 && source.count >= 2 * said.count
    }

    static func sentences(_ text: String) -> [Substring] {
        text.split { ".!?…。！？।؟\n".contains($0) }.filter { $0.contains(where: \.isLetter) }
    }
}
