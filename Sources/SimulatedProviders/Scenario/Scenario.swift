public import Language

/// How the simulated engines behave: how long they take and what goes wrong.
///
/// The answers are a function of the request and the seed alone. Time, order and concurrency decide at most which call a
/// counted fault (`nth`, `every`) applies to.
public struct Scenario: Sendable, Hashable {
    /// The name of the file without its extension, or of the built-in scenario.
    public var name: String
    /// Other seeds give other answers and other draws of jitter and probability.
    public var seed: UInt64
    /// The languages that the engines support; they refuse any other one as unsupported.
    public var languages: Set<LanguageCode>
    /// A file to which every call is logged.
    public var calls: String?
    public var recognition: Behaviour
    public var translation: Behaviour
    public var synthesis: Behaviour

    public init(
        name: String, seed: UInt64 = 1, languages: Set<LanguageCode> = Set(LanguageCode.allCases),
        calls: String? = nil, recognition: Behaviour = Behaviour(), translation: Behaviour = Behaviour(),
        synthesis: Behaviour = Behaviour()
    ) {
        self.name = name
        self.seed = seed
        self.languages = languages
        self.calls = calls
        self.recognition = recognition
        self.translation = translation
        self.synthesis = synthesis
    }

    /// Built in, so that it needs no file: no latency, no faults, answers in one piece.
    public static let instant = Scenario(name: "instant")

    /// How one stage behaves.
    public struct Behaviour: Sendable, Hashable {
        /// The time from the request to the first reaction, also if that is a refusal.
        public var latency = Duration.zero
        /// The time from there to the first byte of the answer.
        public var firstByte = Duration.zero
        /// The time from one piece to the next, and from the last piece to the end.
        public var tokenPace = Duration.zero
        /// The largest number of pieces in an answer: hypotheses, pieces of text, chunks of audio. With 1 the stage does not
        /// stream.
        public var pieces = 1
        /// The fraction of itself, from 0 to 1, by which each wait of a request may be shorter or longer.
        public var jitter = 0.0
        /// The largest number of calls at once; one more is refused as asked too often.
        public var concurrency: Int?
        /// How many earlier pairs a translator takes. If it takes any, its answers have a note about the pairs it was given.
        public var contextPairs = 0
        /// Whether a translator takes the text that follows. If it does, its answers have a note about the text it was given.
        public var takesLater = false
        /// Whether a translator also makes summaries of conversations.
        public var summaries = false
        /// Whether a translator also takes many lines at once. With the fault `empty` it joins two of them.
        public var batches = false
        /// Whether a translator takes a hint about what was wrong with its answer. If it does, the fault `wrong-language`
        /// applies to first answers only.
        public var hints = false
        /// The rules in order; the first one whose condition is met decides.
        public var faults: [FaultRule] = []

        /// - Parameter change: sets the members that differ from their defaults.
        public init(_ change: (inout Behaviour) -> Void = { _ in }) {
            change(&self)
            pieces = max(1, pieces)
            jitter = min(1, max(0, jitter))
            concurrency = concurrency.map { max(1, $0) }
            contextPairs = max(0, contextPairs)
        }
    }
}
