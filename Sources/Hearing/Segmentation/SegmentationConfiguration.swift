/// When speech becomes an utterance, and when an utterance is over. All lengths are milliseconds of audio.
///
/// The presets differ only in how long a silence must be before an utterance ends.
public struct SegmentationConfiguration: Sendable, Hashable, Codable {
    /// Silence that ends an utterance. Recordings: 1,000, since nobody waits and whole sentences translate better.
    public var endSilence: Int
    /// Audio kept before the first voiced frame, as far as the previous utterance leaves room. Detectors hear an "s" late;
    /// 300 is what servers with detection of their own use.
    public var preRoll = 300
    /// Audio kept after the last voiced frame. At most ``endSilence``.
    public var tail = 200
    /// Sound that must come in one piece before it can be speech; clicks are shorter.
    public var onset = 60
    /// Sound that must come in one piece before a silence counts as interrupted.
    public var resumption = 30
    /// A dip that does not break a piece of sound.
    public var dip = 30

    /// After this much speech the required silence becomes shorter, evenly, until it is ``patienceFloor`` at ``patienceEnd``:
    /// long speech is cut at a breath sooner than at the limit.
    public var patienceStart = 12_000
    public var patienceEnd = 25_000
    public var patienceFloor = 250
    /// An utterance of this length is cut, at the quietest 20 ms of its last ``cutWindow``. Recognizers are built for
    /// stretches of at most 30 s.
    public var maximum = 28_000
    public var cutWindow = 3_000

    /// Less voiced sound than this is not worth a recognizer's call: they invent text for it.
    public var minimumVoiced = 300
    /// Decibels by which the loudest 50 ms must rise above the noise. Noise that stays is seen to rise by 2 at most.
    public var minimumRise = 3.0
    /// Sound whose level moves by less than ``evenStep`` decibels from frame to frame in more than ``evenShare`` of its frames
    /// is a tone. Tones stay within 0.1, noise exceeds 0.25 in two of three frames and speech in nine of ten.
    public var evenStep = 0.25
    public var evenShare = 0.6

    public var detection = DetectionRules()

    /// ``SpeechModel/name`` of the model that decides what is speech. Nil: whatever stands out of steady noise is speech.
    public private(set) var model: String?

    public init(endSilence: Int) {
        self.endSilence = endSilence
    }

    /// The same for a segmenter that has a model.
    ///
    /// A network that has heard a voice need not hear much of it: "no" and "two" last 150 ms. Coughs and clicks, for which
    /// ``minimumVoiced`` asks for more without one, are no speech to it.
    public func listening(with model: SpeechModel) -> SegmentationConfiguration {
        var configuration = self
        configuration.model = model.name
        configuration.minimumVoiced = min(minimumVoiced, Self.minimumVoicedWithModel)
        configuration.preRoll = max(preRoll, 500)
        configuration.tail = max(tail, 300)
        configuration.onset = min(onset, 30)
        return configuration
    }

    /// What ``minimumVoiced`` is at most where a model listens.
    public static let minimumVoicedWithModel = 30

    /// Recordings: 1,000 ms of silence end an utterance.
    public static let file = SegmentationConfiguration(endSilence: 1_000)
    /// Two people in turn: 700 ms.
    public static let conversation = SegmentationConfiguration(endSilence: 700)
    /// Text as early as possible, at the price of more cuts: 450 ms.
    public static let lowLatency = SegmentationConfiguration(endSilence: 450)
}
