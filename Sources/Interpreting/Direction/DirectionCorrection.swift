package import Conversations
package import Language
package import Plumbing
internal import Providers

/// A user's correction: an utterance goes the other way than it was taken to go.
///
/// What is done again:
/// * The utterance itself is translated and spoken the other way. If it was recognized as another language than it was said in,
///   it is recognized again, pinned to the right one. A recognizer that is pinned to the wrong language, or mistakes one
///   for another, returns words that were not said. If the recognizer had the language right, nothing is recognized.
/// * The utterances after it without evidence of their own language were assigned to the same side (reason `inherited`), and
///   turn with it. That ends at the first utterance that other evidence decided on.
/// * The translations that were given the utterance as context, or as later text, or that were requested in one batch with
///   one of these. They were shown its words as the wrong side's, translated the wrong way.
///
/// What is not done again: translations that were shown only the redone translations of the last kind, but no utterance that
/// turns. Their context may read a little differently, but no words in it were said by another side, and no direction changed.
/// Otherwise one correction at the beginning would change the whole conversation, and all of it would be paid for again. Nor
/// are neighbours recognized again whose recognizer was shown what was heard here (``CarriedText``).
///
/// Every call has its own content key, so a correction that is taken back finds all earlier answers.
package struct DirectionCorrection: Sendable {
    /// What is known of the utterance.
    package let record: UtteranceRecord
    /// The corrected direction.
    package let direction: HeardDirection
    /// Whether the existing recognition is in another language than the utterance was said in.
    package let needsAudio: Bool

    /// - Parameter speaker: the corrected speaker; nil for the side that the utterance was not assigned to.
    /// - Throws: `Problem` of kind `usage`: `direction.dropped` if there is nothing to translate, `direction.outside` if the
    ///   utterance is in neither language and no speaker is given.
    package init(of record: UtteranceRecord, in conversation: Conversation, to speaker: Speaker?) throws(Problem) {
        let number = record.utterance.sequence
        if case .dropped(let reason) = record.outcome, !["other-language", "no-words"].contains(reason) {
            throw Problem(
                .usage, "direction.dropped", "utterance \(number) was left out (\(reason)), so it goes neither way",
                cure: "see what was said in the conversation's document")
        }
        guard speaker != nil || !record.isOutside else {
            throw Problem(
                .usage, "direction.outside", "utterance \(number) was taken for neither of the two languages",
                cure: "say who spoke, user or other")
        }
        let speaker = speaker ?? record.speaker.opposite
        let settings = conversation.settings
        let pair = speaker == .user ? settings.pair : settings.pair.reversed
        var direction = HeardDirection(pair: pair, speaker: speaker, reason: .corrected, scores: [:], confidence: 1)
        // The scores for each language stay on the record.
        direction.scores = record.heardDirection?.scores ?? [:]
        self.record = record
        self.direction = direction
        // After an earlier correction the recognizer was forced to that language, and its words may look like the other one.
        let wasForced = record.isCorrected && record.recognition?.language != pair.from
        let isOther = record.recognition?.languageOfWords(in: pair) != pair.from
        needsAudio = !conversation.isWritten && (wasForced || isOther)
    }

    /// Whether the utterance already has this direction, and all of its work is done.
    package var changesNothing: Bool {
        !record.isOutside && record.speaker == direction.speaker && record.outcome.isFinal
    }

    /// The language pair of the utterance from now on.
    package var pair: LanguagePair { direction.pair ?? record.utterance.direction.pair }

    /// The utterances right after it that inherited its direction, because no evidence decided on another one.
    ///
    /// - Parameter behind: the records of the utterances after it, in order.
    func followers(among behind: some Sequence<UtteranceRecord>) -> [UtteranceRecord] {
        behind.prefix { other in
            other.outcome.dropReason != nil || other.heardDirection?.reason == .inherited && other.pair != pair
        }.filter { $0.outcome.dropReason == nil }
    }

    /// The new direction of such an utterance: again no evidence decides on it but the speaker before it.
    func direction(ofFollower follower: UtteranceRecord) -> HeardDirection {
        var direction = direction
        direction.reason = .inherited
        direction.scores = follower.heardDirection?.scores ?? [:]
        direction.confidence = 0
        return direction
    }

    /// The later utterances whose translators were shown a turned utterance as context, or would be now.
    ///
    /// - Parameters:
    ///   - turned: the numbers of the turned utterances, this one included.
    ///   - behind: the records of the utterances after it, in order. A few more than `lag` + `count` after the last turned one
    ///     are enough if all have translations.
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is.
    static func dependents(
        of turned: [Int], among behind: some Sequence<UtteranceRecord>, count: Int, lag: Int
    ) -> [UtteranceRecord] {
        guard count > 0, let first = turned.min() else { return [] }
        var dependents: [UtteranceRecord] = []
        /// The utterances that have a pair, from the first turned one on, newest last.
        var pairs = [first]
        for other in behind {
            let sequence = other.utterance.sequence
            let shown = pairs.filter { $0 <= sequence - lag }.suffix(count)
            if other.isToBeRedone, !turned.contains(sequence), shown.contains(where: turned.contains) {
                dependents.append(other)
            }
            if other.contextPair != nil || turned.contains(sequence) { pairs.append(sequence) }
        }
        return dependents
    }
}
