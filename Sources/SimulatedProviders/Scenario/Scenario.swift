package import Language

/// How the simulated engines behave: how long they take and what goes wrong.
///
/// The answers are a function of the request and the seed alone. Time, order and concurrency decide at most which call a
/// counted fault (`nth`, `every`) applies to.
package struct Scenario: Sendable, Hashable {
    /// The name of the file without its extension, or of the built-in scenario.
    package var name: String
    /// Other seeds give other answers and other draws of jitter and probability.
    package var seed: UInt64
    /// The languages that the engines support; they refuse any other one as unsupported.
    package var languages: Set<LanguageCode>
    /// A file to which every call is logged.
    package var calls: String?
    package var recognition: Behaviour
    package var translation: Behaviour
    package var synthesis: Behaviour

    package init(
        name: String, seed: UInt64 = 1, languages: Set<LanguageCode> = Set(LanguageCode.tested),
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
    package static let instant = Scenario(name: "instant")

    /// How one stage behaves.
    package struct Behaviour: Sendable, Hashable {
        /// The time from the request to the first reaction, also if that is a refusal.
        package var latency = Duration.zero
        /// The time from there to the first byte of the answer.
        package var firstByte = Duration.zero
        /// The time from one piece to the next, and from the last piece to the end.
        package var tokenPace = Duration.zero
        /// The largest number of pieces in an answer: hypotheses, pieces of text, chunks of audio. With 1 the stage does not
        /// stream.
        package var pieces = 1
        /// The fraction of itself, from 0 to 1, by which each wait of a request may be shorter or longer.
        package var jitter = 0.0
        /// The largest number of calls at once; one more is refused as asked too often.
        package var concurrency: Int?
        /// How many earlier pairs a translator takes. If it takes any, its answers have a note about the pairs it was given.
        package var contextPairs = 0
        /// Whether a translator takes the text that follows. If it does, its answers have a note about the text it was given.
        package var takesLater = false
        /// Whether a translator also makes summaries of conversations.
        package var summaries = false
        /// Whether a translator also takes many lines at once. With the fault `empty` it joins two of them.
        package var batches = false
        /// Whether a translator takes terms and a form of address.
        package var instructions = false
        /// Whether a translator takes a hint about what was wrong with its answer, and leaves words out if it is asked for a shorter
        /// one. If it does, the fault `wrong-language` applies to first answers only.
        package var hints = false
        /// The rules in order; the first one whose condition is met decides.
        package var faults: [FaultRule] = []

        /// - Parameter change: sets the members that differ from their defaults.
        package init(_ change: (inout Behaviour) -> Void = { _ in }) {
            change(&self)
            pieces = max(1, pieces)
            jitter = min(1, max(0, jitter))
            concurrency = concurrency.map { max(1, $0) }
            contextPairs = max(0, contextPairs)
        }
    }
}
