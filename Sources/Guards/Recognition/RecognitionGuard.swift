/// One question asked of a recognized text before it is believed.
///
/// A guard knows nothing of recognizers and decides nothing: it says what is odd about a text. What comes of that depends on how
/// clearly somebody spoke, and is ``RecognitionGuards``'s to say.
public protocol RecognitionGuard: Sendable {
    /// Its name, as in `loop`.
    var name: String { get }

    /// What is odd about the answer; nil where nothing is.
    func finding(in heard: HeardAnswer) -> RecognitionFinding?
}

/// What a guard found odd.
public struct RecognitionFinding: Sendable, Hashable {
    /// How much it says against the text.
    public enum Weight: Int, Sendable, Hashable, Comparable {
        /// Nothing about the text: the recognizer itself doubts it.
        case hint = 0
        /// It happens in real speech.
        case unusual = 1
        /// What recognizers invent, and what people say, too.
        case typical = 2
        /// What recognizers invent, and hardly anybody says.
        case telling = 3
        /// What cannot have been said, however clear the voice.
        case impossible = 4

        public static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    /// The guard's name.
    public var name: String
    public var weight: Weight
    /// What was found, in English, for the record.
    public var reason: String
    /// The pieces of the text it rests on.
    public var evidence: [String]
    /// What is left of the text without what was said again and again; nil where there is nothing to cut.
    public var remainder: String?
    /// Whether a recognizer that was shown a text is asked again without it.
    public var blamesPrompt: Bool

    public init(
        name: String, weight: Weight, reason: String, evidence: [String] = [], remainder: String? = nil,
        blamesPrompt: Bool = false
    ) {
        self.name = name
        self.weight = weight
        self.reason = reason
        self.evidence = evidence
        self.remainder = remainder
        self.blamesPrompt = blamesPrompt
    }
}
