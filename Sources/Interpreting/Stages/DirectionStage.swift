internal import Conversations
internal import Language
internal import Providers

/// The speaker of an utterance, and the direction of its translation.
struct ResolvedDirection: Sendable {
    /// The text as it is translated.
    var recognition: Recognition
    /// The doubts of the guards about it.
    var flags: [RecognitionFlag]
    var speaker: Speaker
    /// Nil if it is in neither of the two languages.
    var pair: LanguagePair?
    /// The evidence that decided.
    var reason: String
    /// How far the language stands out; nil if it was not detected.
    var confidence: Double?
    /// The decision as it is stored; nil if the direction was known beforehand.
    var heard: HeardDirection?

    init(_ checked: CheckedRecognition, _ decision: HeardDirection) {
        (recognition, flags) = (checked.recognition, checked.flags)
        (speaker, pair, reason) = (decision.speaker, decision.pair, decision.reason.rawValue)
        confidence = decision.confidence
        heard = decision
    }

    /// The direction as it was known beforehand.
    init(_ checked: CheckedRecognition, of utterance: Utterance) {
        (recognition, flags) = (checked.recognition, checked.flags)
        (speaker, pair, reason) = (utterance.speaker, utterance.direction.pair, utterance.direction.reason)
    }
}

/// Decides the direction of an utterance.
struct DirectionStage: Sendable {
    /// Nil if every direction is known beforehand.
    let directions: DirectionWindow?
    let pinnedRecognition: PinnedRecognition

    /// The direction of an utterance, after those before it have been decided on. With it, the recognition is concluded.
    ///
    /// An utterance that seems to be in neither language is first recognized again in each of them. That acts as if its
    /// recognition had taken longer: later utterances wait no longer than for a slow answer. They are decided on with its
    /// result, whichever call was faster. None of them could have been delivered before it.
    func resolve(_ recognized: Recognized, _ work: UtteranceWork) async throws -> ResolvedDirection {
        let utterance = work.utterance
        let checked = recognized.checked
        if let known = work.record?.heardDirection {
            recognized.conclude(in: work.journal)
            return ResolvedDirection(checked, known)
        }
        guard let directions, !utterance.direction.isGiven else {
            recognized.conclude(in: work.journal)
            return ResolvedDirection(checked, of: utterance)
        }
        var evidence = DirectionTracker.Evidence(checked.recognition, expecting: utterance.direction.pair.from)
        let pinned =
            directions.isOutside(evidence)
            ? try await pinnedRecognition.answersInEachLanguage(by: recognized.providerIndex, work) : []
        evidence.pinned = pinned.map(\.evidence)
        let decision = try await directions.decide(utterance.sequence, evidence) { try await work.journal.flush() }
        let chosen = decision.reason == .pinned ? pinned.first { $0.evidence.language == decision.pair?.from } : nil
        let decided = recognized.choosing(chosen?.recorded, among: pinned.compactMap(\.recorded))
        decided.conclude(in: work.journal)
        work.journal.conclude(.directed(utterance.id, decision))
        return ResolvedDirection(decided.checked, decision)
    }
}

extension Recognized {
    /// The recognition with the time of the additional calls, and with the chosen answer, if any, in its place.
    fileprivate func choosing(
        _ chosen: Recorded<Recognition>?, among pinned: [Recorded<Recognition>]
    ) -> Recognized {
        guard var own = recorded else { return self }
        var copy = self
        own.timing = StageTiming(ofParts: [own.timing] + pinned.map(\.timing), inTurn: false) ?? own.timing
        if let chosen {
            (own.answer, own.stored, own.key) = (chosen.answer, chosen.stored, chosen.key)
            copy.checked = CheckedRecognition(chosen.answer, flags: [])
        }
        copy.recorded = own
        return copy
    }
}
