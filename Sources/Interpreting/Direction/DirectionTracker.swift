internal import Conversations
internal import Language
internal import Providers

/// Decides for each utterance which of a pair's two languages was spoken.
///
/// The decision uses the recognizer's answer, the text and the side that spoke before.
///
/// If only one of the two languages uses the script, the script decides alone. Otherwise each language has a score with
/// three parts: 0.35 for the language that the recognizer names, 0.5 for the probability of the text, 0.15 for the side
/// that spoke last. If the recognizer compared the two by their sound, its answer counts up to 0.9. So it decides alone
/// from a probability of about 0.92.
///
/// A change of sides needs more than a bare majority. The margin is larger for shorter texts, so that digits, names and "ok"
/// change nothing. If two utterances in a row contradict the current side, with texts that give evidence, the side changes.
///
/// If a recognizer names one language while the words clearly say the other, that name is ignored until it names the
/// other one. Some recognizers name the same language for whatever they hear. The weights and margins are a judgement,
/// checked on labelled utterances (`DirectionTests`).
struct DirectionTracker: Sendable {
    /// The evidence of an utterance's language.
    struct Evidence: Sendable {
        /// The language that the recognizer reports; nil if it was pinned to one, or reports none.
        var heard: LanguageCode?
        /// How likely that is by the sound, among the two, from 0 to 1; nil if the recognizer did not compare them.
        var probability: Double?
        /// Whether it says that it heard a language that Verbio does not know.
        var isStrange = false
        var text: String
        /// How sure the recognizer was, from 0 to 1; nil if it does not say.
        var confidence: Double?
        /// The answers for each of the two languages; empty if the recognizer was not asked for each.
        var pinned: [PinnedEvidence] = []
    }

    /// The least probability of a third language that the recognizer names, too, and the least number of words. The number does
    /// not apply if all words are ordinary in that language and in neither of the pair.
    private static let named = (probability: 0.8, words: 2)
    /// The least number of words, all ordinary in a third language and in neither of the pair, if no recognizer names it.
    private static let fewest = 3
    /// The share of ordinary words of a language from which a text is in it, whatever the recognizer says.
    private static let plain = 0.6

    private static let recognizerWeight = 0.35
    /// The weight for a pair with a basic language, between whose words nothing can be told: enough to decide alone, but not for
    /// a word or two.
    private static let onlyWeight = 0.65
    /// Of Whisper's choices within a pair, 582 of 583 are right; most have a probability above 0.95.
    private static let soundWeight = 0.9
    private static let textWeight = 0.5
    private static let priorWeight = 0.15
    /// Letters from which a text counts fully.
    private static let fullLetters = 20.0
    /// How far ahead the other language has to be: with much text, with little.
    private static let margin = (much: 0.25, little: 0.6)
    /// The probability from which a text's words decide alone, however short it is.
    private static let certain = 0.9
    /// The least probability of a text in a third language, and the least number of words.
    private static let foreign = (probability: 0.95, words: 4)

    let pair: LanguagePair
    private let within: LanguageIdentifier
    let among: LanguageIdentifier
    /// The language of the side that spoke last.
    private(set) var current: LanguageCode
    /// Whether the last utterance gave evidence for the other language, but not enough.
    private var contradicted = false
    /// The language that the recognizer named last while the words clearly said the other one.
    private var doubted: LanguageCode?

    /// - Parameters:
    ///   - pair: the languages, in the direction of side `user`.
    ///   - speaker: the side that is expected to begin.
    init(pair: LanguagePair, speaker: Speaker) {
        self.pair = pair
        current = speaker == .user ? pair.from : pair.to
        within = LanguageIdentifier(candidates: [pair.from, pair.to])
        among = LanguageIdentifier(candidates: Set(LanguageCode.tested))
    }

    /// Decides on the next utterance.
    mutating func decide(_ evidence: Evidence) -> HeardDirection {
        let text = within.identify(evidence.text)
        let other = current == pair.from ? pair.to : pair.from
        if isOutside(evidence, text) {
            var scores = pinnedScores(evidence)
            if let language = rescued(evidence) { return take(language, .pinned, scores: scores) }
            // The language that was assumed instead is recorded, to explain the decision.
            let wide = among.identify(evidence.text)
            if let third = wide.language, third != pair.from, third != pair.to {
                scores[third] = wide.probabilities[third]
            }
            return HeardDirection(
                pair: nil, speaker: speaker(of: current), reason: .outside, scores: scores, confidence: 0)
        }
        if text.evidence == .script, let language = text.language {
            return take(language, .script, scores: text.probabilities)
        }
        let evidence = believable(evidence, text)
        let scores = scores(evidence, text, expecting: current)
        let speaking = self.scores(evidence, text, expecting: nil)
        let ahead = scores[other, default: 0] - scores[current, default: 0]
        let isEnough = min(1, Double(text.script.letters) / Self.fullLetters) >= 0.5
        let isCertain = text.language == other && text.probabilities[other, default: 0] >= Self.certain
        if ahead >= (isEnough ? Self.margin.much : Self.margin.little) || isCertain && ahead > 0 {
            return take(other, text.evidence == .wording ? .wording : .recognizer, scores: scores, speaking: speaking)
        }
        // Digits, names and "ok" sound alike in many languages, and a recognizer that has to name one errs.
        let tells = text.evidence == .wording || Double(text.script.letters) >= Self.fullLetters
        // If a certain text contradicts both the recognizer and the expected side, that is a tie.
        let contradicts = (ahead > 0 || isCertain) && tells
        if contradicts, contradicted { return take(other, .contradiction, scores: scores, speaking: speaking) }
        let reason: HeardDirection.Reason =
            text.language == current ? .wording : evidence.heard == current ? .recognizer : .inherited
        return take(
            current, reason, scores: scores, speaking: speaking,
            contradicted: contradicts || contradicted && !tells)
    }

    /// The evidence, without the language that the recognizer names if that is not reliable any more.
    private mutating func believable(_ evidence: Evidence, _ text: Identification) -> Evidence {
        guard let heard = evidence.heard, heard == pair.from || heard == pair.to else { return evidence }
        var evidence = evidence
        if heard == doubted {
            evidence.heard = nil
        } else {
            let isPlain = text.probabilities.values.contains { $0 >= Self.certain }
            doubted = text.evidence == .wording && isPlain && text.language != heard ? heard : nil
        }
        return evidence
    }

    /// Whether the utterance seems to be in neither language. That depends on nothing that was said before.
    func isOutside(_ evidence: Evidence) -> Bool { isOutside(evidence, within.identify(evidence.text)) }

    /// Takes over an earlier decision, so that later utterances are decided as if it had just been made.
    ///
    /// - Parameter evidence: the evidence it was made on, as far as that is still known.
    mutating func follow(_ decision: HeardDirection, on evidence: Evidence? = nil) {
        guard let pair = decision.pair else { return }
        if let evidence {
            var again = self
            let made = again.decide(evidence)
            if made.pair == pair, made.reason == decision.reason {
                self = again
                return
            }
        }
        current = pair.from
        contradicted = false
    }

    /// - Parameter speaking: the scores without the expected side's share; nil if they have none.
    private mutating func take(
        _ language: LanguageCode, _ reason: HeardDirection.Reason, scores: [LanguageCode: Double],
        speaking: [LanguageCode: Double]? = nil, contradicted: Bool = false
    ) -> HeardDirection {
        current = language
        self.contradicted = contradicted
        let rival = language == pair.from ? pair.to : pair.from
        // The expected side is no evidence: a decision without any evidence has no confidence.
        let speaking = speaking ?? scores
        let (own, others) = (speaking[language, default: 0], speaking[rival, default: 0])
        return HeardDirection(
            pair: language == pair.from ? pair : pair.reversed, speaker: speaker(of: language), reason: reason,
            scores: scores, confidence: own + others > 0 ? max(0, (own - others) / (own + others)) : 0)
    }

    private func speaker(of language: LanguageCode) -> Speaker { language == pair.from ? .user : .other }

    private func scores(
        _ evidence: Evidence, _ text: Identification, expecting expected: LanguageCode?
    ) -> [LanguageCode: Double] {
        var scores: [LanguageCode: Double] = [:]
        for language in [pair.from, pair.to] {
            var score = language == expected ? Self.priorWeight : 0
            if evidence.heard == language { score += recognizerWeight(evidence) }
            if text.evidence == .wording { score += Self.textWeight * text.probabilities[language, default: 0] }
            scores[language] = score
        }
        return scores
    }

    private func recognizerWeight(_ evidence: Evidence) -> Double {
        guard let probability = evidence.probability else {
            return pair.isBasic ? Self.onlyWeight : Self.recognizerWeight
        }
        return Self.soundWeight * max(0, 2 * probability - 1)
    }

    /// Whether the utterance is in neither language. The less the recognizer supports this, the more clearly the text must show it.
    private func isOutside(_ evidence: Evidence, _ text: Identification) -> Bool {
        if text.evidence == .foreign { return true }
        let words = evidence.text.split(whereSeparator: \.isWhitespace).count
        let third = evidence.heard.map { $0 != pair.from && $0 != pair.to } ?? evidence.isStrange
        // Only the recognizer can say that a text is not in a language without known words.
        guard !pair.isBasic else { return third && words >= Self.named.words }
        if evidence.isStrange || third && evidence.heard?.isBasic == true {
            // No text can show that it is in an unknown language; it can only show that it is in one of these after all.
            let language = text.language ?? current
            if words == 1, LanguageIdentifier.hasLettersOfNone(evidence.text) { return true }
            guard words >= Self.named.words || language.isWrittenWithoutSpaces else { return false }
            return LanguageIdentifier.share(ofWordsOf: language, in: evidence.text) < Self.plain
        }
        let isNamed = evidence.heard == pair.from || evidence.heard == pair.to
        if !isNamed, words >= Self.named.words, isSpelledLikeNone(evidence.text) { return true }
        let wide = among.identify(evidence.text)
        guard let language = wide.language, language != pair.from, language != pair.to else { return false }
        let least = evidence.heard == language ? Self.named : Self.foreign
        let isLong =
            words >= least.words || language.isWrittenWithoutSpaces
            || (evidence.heard == language || words >= Self.fewest) && isOrdinaryOnly(in: language, evidence.text)
        guard isLong, wide.probabilities[language, default: 0] >= least.probability else { return false }
        return evidence.heard == nil || evidence.heard == language
    }

    /// Whether a word has letters that no tested language writes, and the text is also in neither language of the
    /// pair. It is in a language if its words plainly are; if that word may be a name, one word is enough.
    private func isSpelledLikeNone(_ text: String) -> Bool {
        guard LanguageIdentifier.hasLettersOfNone(text) else { return false }
        let isName = !LanguageIdentifier.hasLettersOfNone(text, ignoringNames: true)
        return [pair.from, pair.to].allSatisfy { language in
            let share = LanguageIdentifier.share(ofWordsOf: language, in: text)
            return isName ? share == 0 : share < Self.plain
        }
    }

    /// Whether all words of a text are ordinary in a third language, and none is a word of the pair.
    private func isOrdinaryOnly(in third: LanguageCode, _ text: String) -> Bool {
        LanguageIdentifier.share(ofWordsOf: third, in: text) == 1
            && [pair.from, pair.to].allSatisfy { LanguageIdentifier.share(ofWordsOf: $0, in: text) == 0 }
    }
}

extension DirectionTracker.Evidence {
    /// - Parameter expected: the language that was requested; a recognizer that does not say what it heard answers with it.
    init(_ recognition: Recognition, expecting expected: LanguageCode) {
        self.init(
            heard: recognition.language == expected ? nil : recognition.language, text: recognition.text,
            confidence: recognition.estimatedConfidence)
        guard let said = recognition.signals?.language else { return }
        heard = (try? LanguageCode(parsing: said)) ?? (recognition.language == expected ? nil : recognition.language)
        probability = recognition.signals?.languageProbability
        isStrange = heard == nil && !Self.varieties.contains(said.lowercased())
    }

    /// Varieties that are written, and translated, like one of Verbio's languages.
    private static let varieties: Set = ["cantonese", "yue", "yue-hant", "yue-hant-hk"]
}
