package import Conversations
package import Language
package import Plumbing
internal import Providers

/// A user's correction of an utterance that was translated in the wrong direction.
///
/// This work is repeated:
/// * The utterance is translated and spoken in the new direction. If the recognizer had taken it for the wrong language, it is
///   also recognized again, pinned to the right one. A recognizer with the wrong language returns words that were not said.
/// * Later utterances without evidence of their own language had inherited the wrong side (reason `inherited`). They are
///   reversed, too. That ends at the first utterance with evidence of its own, such as a translation that a user has written.
/// * Translations that got a reversed utterance as context or as later text, and the other lines of their batches. Their
///   translators got its words as those of the wrong side.
///
/// This work is not repeated:
/// * Translations whose context has repeated translations only, and no reversed utterance. Otherwise one correction at the
///   beginning would repeat the whole conversation, and all of it would be paid for again.
/// * Recognitions that got the earlier text as a prompt (``CarriedText``).
///
/// Every call has its own content key. So if the user reverses the utterance once more, all earlier answers are found. Texts that
/// a user has written are set aside, and come back then.
package struct DirectionCorrection: Sendable {
    /// The utterance with its results.
    package let record: UtteranceRecord
    /// The corrected direction.
    package let direction: HeardDirection
    /// Whether the existing recognition is in another language than the utterance was said in, and no user has written what was
    /// said in this one.
    package let needsAudio: Bool
    /// What a user has written for the corrected direction; nil if nothing.
    private let written: WrittenTexts?

    /// - Parameter speaker: the corrected speaker; nil for the side that the utterance was not assigned to.
    /// - Throws: `Problem` of kind `usage`: `direction.dropped` if there is nothing to translate, `direction.outside` if the
    ///   utterance is in neither language and no speaker is given.
    package init(of record: UtteranceRecord, in conversation: Conversation, to speaker: Speaker?) throws(Problem) {
        let number = record.utterance.sequence
        if case .dropped(let reason) = record.outcome, !["other-language", "no-words"].contains(reason) {
            throw Problem(
                .usage, "direction.dropped", "utterance \(number) was dropped (\(reason)), so it has no direction",
                cure: "see what was said in the conversation's document")
        }
        guard speaker != nil || !record.isOutside else {
            throw Problem(
                .usage, "direction.outside", "utterance \(number) is in neither of the two languages",
                cure: "say who spoke, user or other")
        }
        let speaker = speaker ?? record.speaker.opposite
        let settings = conversation.settings
        let pair = speaker == .user ? settings.pair : settings.pair.reversed
        var direction = HeardDirection(pair: pair, speaker: speaker, reason: .corrected, scores: [:], confidence: 1)
        // The scores for each language stay on the record.
        direction.scores = record.heardDirection?.scores ?? [:]
        let isTurned = record.isOutside || record.speaker != speaker
        let (own, other) = (record.writtenTexts(in: conversation), record.heardDirection?.setAside)
        (direction.setAside, written) = isTurned ? (own, other) : (other, own)
        self.record = record
        self.direction = direction
        // After an earlier correction the recognizer was forced to that language, and its words may look like the other one.
        let wasForced = record.isCorrected && record.recognition?.language != pair.from
        let isOther = record.recognition?.languageOfWords(in: pair) != pair.from
        needsAudio = !conversation.kind.isGiven && (wasForced || isOther) && written?.source == nil
    }

    /// Whether the utterance already has this direction, and all of its work is done.
    package var changesNothing: Bool {
        !record.isOutside && record.speaker == direction.speaker && record.outcome.isFinal
    }

    /// The language pair of the utterance from now on.
    package var pair: LanguagePair { direction.pair ?? record.utterance.direction.pair }

    /// What is stored for this utterance before the first call, in addition to ``event``.
    ///
    /// - Parameter hears: whether there is audio to recognize it again.
    func changes(hears: Bool, _ keys: ContentKeys) -> [StoreChange] {
        let id = record.utterance.id
        let isRecognizedAnew = needsAudio && hears || written?.source != nil
        var changes: [StoreChange] = [
            .directed(id, direction), .reopened(id, from: isRecognizedAnew ? .recognition : .translation),
        ]
        if let source = written?.source {
            let given = Recognition(text: source, language: pair.from)
            changes.append(GivenText.answer(of: record.utterance, given, keys: keys))
        }
        if let translation = written?.translation {
            changes.append(GivenText.translation(translation, of: id, in: pair.target, keys: keys))
        }
        return changes
    }

    /// The event that announces the correction.
    var event: Event { Event(reopening: record.utterance.id, direction.speaker, pair, .direction) }

    /// The utterances right after it that inherited its direction, because no evidence decided on another one.
    ///
    /// - Parameter later: the records of the utterances after it, in order.
    func followers(among later: some Sequence<UtteranceRecord>) -> [UtteranceRecord] {
        later.prefix { other in
            guard other.outcome.dropReason == nil else { return true }
            let isWritten = other.translation?.isCorrected ?? false
            return other.heardDirection?.reason == .inherited && other.pair != pair && !isWritten
        }.filter { $0.outcome.dropReason == nil }
    }

    /// The new direction of a follower, inherited from this utterance.
    func direction(ofFollower follower: UtteranceRecord) -> HeardDirection {
        var direction = direction
        direction.reason = .inherited
        direction.scores = follower.heardDirection?.scores ?? [:]
        direction.confidence = 0
        return direction
    }

    /// The later utterances whose translators got a reversed utterance as context, or would get it now.
    ///
    /// - Parameters:
    ///   - reversed: the numbers of the reversed utterances, this one included.
    ///   - later: the records of the utterances after it, in order. A few more than `lag` + `count` after the last reversed one
    ///     are enough if all have translations.
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is.
    static func dependents(
        of reversed: [Int], among later: some Sequence<UtteranceRecord>, count: Int, lag: Int
    ) -> [UtteranceRecord] {
        guard count > 0, let first = reversed.min() else { return [] }
        var dependents: [UtteranceRecord] = []
        /// The utterances that have a pair, from the first reversed one on, newest last.
        var pairs = [first]
        for other in later {
            let sequence = other.utterance.sequence
            let shown = pairs.filter { $0 <= sequence - lag }.suffix(count)
            if other.isToBeRedone, !reversed.contains(sequence), shown.contains(where: reversed.contains) {
                dependents.append(other)
            }
            if other.contextPair != nil || reversed.contains(sequence) { pairs.append(sequence) }
        }
        return dependents
    }
}
