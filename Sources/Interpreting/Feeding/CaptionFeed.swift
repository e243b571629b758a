internal import Audio
internal import Captions
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// The passages of a caption file. Each is an utterance with given text and times.
final class CaptionFeed: UtteranceFeed {
    private let conversation: Conversation
    private let passages: [CaptionPassage]
    private let direction: Direction
    /// The length of the recording in seconds; 0 if there is none.
    private let seconds: Double
    private let control: RunControl
    private struct State {
        /// How many passages were given, and the latest end among them in milliseconds.
        var given = 0
        var end = 0
    }

    private let state = Locked(State())

    /// - Parameter seconds: the length of the recording to which the captions belong; 0 if there is none.
    init(conversation: Conversation, passages: [CaptionPassage], lasting seconds: Double, control: RunControl) {
        self.conversation = conversation
        self.passages = passages
        self.seconds = seconds
        self.control = control
        direction = DirectionPolicy(settings: conversation.settings)
            .direction(of: conversation.settings.sides.speaker)
    }

    var heardSeconds: Double {
        let read = Double(state.withLock { $0.end }) / 1_000
        return reachedEnd ? max(read, seconds) : read
    }
    var damage: [AudioDamage] { [] }
    var reachedEnd: Bool { state.withLock { $0.given } == passages.count }

    func next() async throws -> UtteranceInput? {
        try Task.checkCancellation()
        guard !control.isDraining else { return nil }
        let place = state.withLock { state -> Int? in
            guard state.given < passages.count else { return nil }
            state.end = max(state.end, passages[state.given].end)
            state.given += 1
            return state.given - 1
        }
        guard let place else { return nil }
        let passage = passages[place]
        let text = passage.text(in: direction.pair.from)
        var hash = ContentHash()
        hash.update(text.utf8)
        let range = SampleRange(start: Self.samples(passage.start), end: Self.samples(passage.end))
        var utterance = Utterance(
            UtteranceID(conversation: conversation.id, sequence: place + 1),
            speaker: conversation.settings.sides.speaker, range: range, speech: range, direction: direction,
            evidence: SpeechEvidence(
                voicedMilliseconds: passage.end - passage.start, rmsDBFS: -120, peakDBFS: -120, snrDB: 0,
                clippedSamples: 0),
            audioHash: hash.hexadecimal())
        utterance.endedBy = Utterance.endOfCaption
        utterance.cues = passage.parts
        var fed = UtteranceInput(utterance: utterance, samples: [], dropReason: nil, record: nil)
        fed.given = Recognition(text: text, language: direction.pair.from)
        return fed
    }

    /// A time on the speech clock, which has 16 samples a millisecond, so that no time changes.
    private static func samples(_ milliseconds: Int) -> Int { milliseconds * (speechSampleRate / 1_000) }
}
