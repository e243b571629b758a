public import Conversations
public import Language
public import Plumbing
internal import Providers

/// Somebody says that an utterance goes the other way than it was taken to go.
///
/// What is done again:
/// * The utterance itself: translated and spoken the other way. It is recognized again, pinned to the language it was said
///   in, where what there is was recognized as another one: a recognizer that is told the wrong language, or takes one for
///   another, writes down words that were not said. Where the recognizer had the language right, nothing is recognized.
/// * Those behind it that said nothing of their own language, and so were taken for the same side (reason `inherited`): they
///   turn with it, as far as the first that something else decided on.
/// * The translations that were given the utterance as context, or as what comes next, or that were asked for together with
///   theirs. They were shown words in the mouth of the wrong side, translated the wrong way.
///
/// What is not: translations that were shown only these. Their context may read a little differently, but nobody spoke other
/// words in it, or went another way; else one correction at the beginning would pay for and change the whole of a
/// conversation. Nor are neighbours recognized again whose recognizer was shown what was heard here (``CarriedText``).
///
/// Everything is asked for under its own content key, so a correction that is taken back finds all that was there before.
public struct DirectionCorrection: Sendable {
    /// What is known of the utterance.
    public let record: UtteranceRecord
    /// Which way it goes.
    public let direction: HeardDirection
    /// Whether what there is was recognized in another language than it was said in.
    public let needsAudio: Bool

    /// - Parameter speaker: who said it; nil for whoever it was not taken for.
    /// - Throws: `Problem` of kind `usage`: `direction.dropped` where there is nothing to be translated, `direction.outside`
    ///   where it is in neither language and it is not said who spoke.
    public init(of record: UtteranceRecord, in conversation: Conversation, to speaker: Speaker?) throws(Problem) {
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
        let speaker = speaker ?? (record.speaker == .user ? .other : .user)
        let settings = conversation.settings
        let pair = speaker == .user ? settings.pair : settings.pair.reversed
        var direction = HeardDirection(pair: pair, speaker: speaker, reason: .corrected, scores: [:], confidence: 1)
        // What had spoken for either language stays on the record.
        direction.scores = record.heardDirection?.scores ?? [:]
        self.record = record
        self.direction = direction
        needsAudio = !conversation.isWritten && record.recognition?.languageOfWords(in: pair) != pair.from
    }

    /// Whether it is taken to go that way already, and nothing of it is left to be done.
    public var changesNothing: Bool {
        !record.isOutside && record.speaker == direction.speaker && record.outcome.isFinal
    }

    /// The pair it goes by from now on.
    public var pair: LanguagePair { direction.pair ?? record.utterance.direction.pair }

    /// Those right behind it that go its way because nothing spoke for another.
    ///
    /// - Parameter behind: the records of the utterances behind it, in order.
    func followers(among behind: some Sequence<UtteranceRecord>) -> [UtteranceRecord] {
        behind.prefix { other in
            other.outcome.dropReason != nil || other.heardDirection?.reason == .inherited && other.pair != pair
        }.filter { $0.outcome.dropReason == nil }
    }

    /// Which way such a one goes now: nothing speaks for that either, but who is taken to have spoken before.
    func direction(ofFollower follower: UtteranceRecord) -> HeardDirection {
        var direction = direction
        direction.reason = .inherited
        direction.scores = follower.heardDirection?.scores ?? [:]
        direction.confidence = 0
        return direction
    }

    /// Those of the utterances behind it, or behind one that turns with it, whose translators were shown one of these, or would
    /// be now.
    ///
    /// - Parameters:
    ///   - turned: the numbers of those that turn, this one among them.
    ///   - behind: the records of the utterances behind it, in order; a few more than `lag` + `count` behind the last that turns
    ///     are enough where all have translations.
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is.
    static func dependents(
        of turned: [Int], among behind: some Sequence<UtteranceRecord>, count: Int, lag: Int
    ) -> [UtteranceRecord] {
        guard count > 0, let first = turned.min() else { return [] }
        var dependents: [UtteranceRecord] = []
        /// The utterances from the first that turns on that have a pair, newest last.
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
