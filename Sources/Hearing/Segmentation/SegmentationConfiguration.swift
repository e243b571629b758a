/// When speech begins an utterance, and when an utterance ends. All lengths are milliseconds of audio.
///
/// The presets differ only in how long a silence must be before an utterance ends.
package struct SegmentationConfiguration: Sendable, Hashable, Codable {
    /// Silence that ends an utterance. Recordings use 1,000, because no listener waits and whole sentences translate better.
    package var endSilence: Int
    /// Audio kept before the first voiced frame, if the previous utterance leaves room.
    ///
    /// Detectors detect an "s" late; servers with their own detection use 300.
    package var preRoll = 300
    /// Audio kept after the last voiced frame. At most ``endSilence``.
    package var tail = 200
    /// The shortest continuous sound that can be speech; clicks are shorter.
    package var onset = 60
    /// The shortest continuous sound that interrupts a silence.
    package var resumption = 30
    /// The longest dip that does not interrupt a continuous sound.
    package var dip = 30

    /// After this much speech the required silence becomes shorter, linearly, until it is ``patienceFloor`` at ``patienceEnd``.
    ///
    /// Thus long speech is cut at a breath and not at the limit.
    package var patienceStart = 12_000
    package var patienceEnd = 25_000
    package var patienceFloor = 250
    /// An utterance of this length is cut at the quietest 20 ms of its last ``cutWindow``. Recognizers are built for stretches
    /// of at most 30 s.
    package var maximum = 28_000
    package var cutWindow = 3_000

    /// An utterance with less voiced sound is not worth a recognizer's call: recognizers invent text for it.
    package var minimumVoiced = 300
    /// Decibels by which the loudest 50 ms must rise above the noise. Steady noise rises by 2 at most.
    package var minimumRise = 3.0
    /// Sound is a tone if its level changes by less than ``evenStep`` decibels between frames in more than ``evenShare`` of its
    /// frames.
    ///
    /// Tones stay within 0.1. Noise exceeds 0.25 in two of three frames, and speech in nine of ten.
    package var evenStep = 0.25
    package var evenShare = 0.6

    package var detection = DetectionRules()
    /// Whether soft recordings are raised for the model; nil in conversations from before that was done.
    package var raisesSoft: Bool?

    /// ``SpeechModel/name`` of the model that decides what is speech. If it is nil, all sound above steady noise is speech.
    package private(set) var model: String?

    package init(endSilence: Int) {
        self.endSilence = endSilence
    }

    /// The same configuration for a segmenter that has a model.
    ///
    /// If a network has detected a voice, little of it is enough: "no" and "two" last 150 ms. Without a network,
    /// ``minimumVoiced`` is larger because of coughs and clicks, which the network does not take for speech.
    package func listening(with model: SpeechModel) -> SegmentationConfiguration {
        var configuration = self
        configuration.model = model.name
        configuration.raisesSoft = true
        configuration.minimumVoiced = min(minimumVoiced, Self.minimumVoicedWithModel)
        configuration.preRoll = max(preRoll, 500)
        configuration.tail = max(tail, 300)
        configuration.onset = min(onset, 30)
        return configuration
    }

    /// The same configuration for each of so many lanes. One of several lanes is not raised: what it hears until its own speaker
    /// begins is the other one.
    package func forLanes(_ count: Int) -> SegmentationConfiguration {
        var configuration = self
        if count > 1 { configuration.raisesSoft = nil }
        return configuration
    }

    /// The upper limit of ``minimumVoiced`` if there is a model.
    package static let minimumVoicedWithModel = 30

    /// Recordings: 1,000 ms of silence end an utterance.
    package static let file = SegmentationConfiguration(endSilence: 1_000)
    /// Two people who take turns: 700 ms.
    package static let conversation = SegmentationConfiguration(endSilence: 700)
    /// Text as early as possible, at the cost of more cuts: 450 ms.
    package static let lowLatency = SegmentationConfiguration(endSilence: 450)
}
