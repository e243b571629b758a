public import Language

/// How the simulated engines behave: how long they take and what goes wrong.
///
/// What they answer is a function of the request and the seed alone. Time, order and concurrency decide at most which
/// call a counted fault (`nth`, `every`) hits.
public struct Scenario: Sendable, Hashable {
    /// The file's name without its extension, or the built-in's.
    public var name: String
    /// Other seeds give other answers and other draws of jitter and probability.
    public var seed: UInt64
    /// What the engines can do; anything else they refuse as unsupported.
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
        /// From the request to any sign of life, refusals included.
        public var latency: Duration
        /// From there to the first byte of the answer.
        public var firstByte: Duration
        /// From one piece to the next, and from the last piece to the end.
        public var tokenPace: Duration
        /// How many pieces an answer comes in at most: hypotheses, pieces of text, chunks of audio. With 1 the stage
        /// does not stream.
        public var pieces: Int
        /// By which part of itself each wait of a request may be shorter or longer, from 0 to 1.
        public var jitter: Double
        /// Calls at once; one more is refused as asked too often.
        public var concurrency: Int?
        /// Earlier pairs a translator takes; its answers then tell in a note which it was given.
        public var contextPairs: Int
        /// Whether a translator takes what is said next; its answers then tell in a note what they were given of it.
        public var takesLater: Bool
        /// Whether a translator sums up conversations, too.
        public var summaries: Bool
        /// Whether a translator takes many lines at once, too. With the fault `empty` it joins two of them.
        public var batches: Bool
        /// Whether a translator can be told what was wrong with its answer. The fault `wrong-language` then holds for first
        /// answers only.
        public var hints: Bool
        /// The first rule that holds decides.
        public var faults: [FaultRule]

        public init(
            latency: Duration = .zero, firstByte: Duration = .zero, tokenPace: Duration = .zero, pieces: Int = 1,
            jitter: Double = 0, concurrency: Int? = nil, contextPairs: Int = 0, takesLater: Bool = false,
            summaries: Bool = false, batches: Bool = false, hints: Bool = false, faults: [FaultRule] = []
        ) {
            self.batches = batches
            self.hints = hints
            self.summaries = summaries
            self.latency = latency
            self.firstByte = firstByte
            self.tokenPace = tokenPace
            self.pieces = max(1, pieces)
            self.jitter = min(1, max(0, jitter))
            self.concurrency = concurrency.map { max(1, $0) }
            self.contextPairs = max(0, contextPairs)
            self.takesLater = takesLater
            self.faults = faults
        }
    }
}
