internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Written utterances, one a line. Blank lines are skipped.
final class TextFeed: UtteranceFeed {
    private let conversation: Conversation
    private let lines: TextLines
    private let policy: DirectionPolicy
    private let control: RunControl
    private let state = Locked((sequence: 0, reachedEnd: false))

    init(conversation: Conversation, lines: TextLines, control: RunControl) {
        self.conversation = conversation
        self.lines = lines
        self.control = control
        policy = DirectionPolicy(settings: conversation.settings)
    }

    var heardSeconds: Double { 0 }
    var damage: [AudioDamage] { [] }
    /// The lines after one that cannot be read are never read, in a later run either.
    var isCut: Bool { !reachedEnd && lines.problem == nil }
    var reachedEnd: Bool { state.withLock { $0.reachedEnd } }

    func next() async throws -> UtteranceInput? {
        guard !control.isDraining else { return nil }
        let line = try await withTaskCancellationHandler {
            try await lines.next()
        } onCancel: { [lines] in
            lines.stop()
        }
        try Task.checkCancellation()
        guard let line else {
            state.withLock { $0.reachedEnd = lines.reachedEnd }
            return nil
        }
        let sequence = state.withLock { state in
            state.sequence += 1
            return state.sequence
        }
        var hash = ContentHash()
        hash.update(line.utf8)
        let direction = policy.direction(of: conversation.settings.sides.speaker)
        let nowhere = SampleRange(start: 0, end: 0)
        var utterance = Utterance(
            UtteranceID(conversation: conversation.id, sequence: sequence),
            speaker: conversation.settings.sides.speaker,
            range: nowhere, speech: nowhere, direction: direction,
            evidence: SpeechEvidence(
                voicedMilliseconds: 0, rmsDBFS: -120, peakDBFS: -120, snrDB: 0, clippedSamples: 0),
            audioHash: hash.hexadecimal())
        utterance.endedBy = lines.beginsParagraph ? Utterance.endOfFirstLine : Utterance.endOfLine
        var fed = UtteranceInput(utterance: utterance, samples: [], dropReason: nil, record: nil)
        fed.given = Recognition(text: line, language: direction.pair.from)
        return fed
    }
}
