/// A fault and the calls it happens to.
public struct FaultRule: Sendable, Hashable {
    public var condition: FaultCondition
    public var fault: Fault

    public init(_ fault: Fault, when condition: FaultCondition = FaultCondition()) {
        self.condition = condition
        self.fault = fault
    }
}

/// What goes wrong with a call.
public enum Fault: Sendable, Hashable {
    /// Asked too often; the provider may say how long to wait.
    case rateLimited(retryAfter: Duration?)
    /// The provider fails in a way that passes.
    case serverError
    /// The key is refused.
    case unauthorized
    /// No credit left.
    case quota
    /// No answer ever comes; only cancellation ends the call.
    case hang
    /// The answer ends halfway, pieces already given included.
    case cut
    /// The answer cannot be read.
    case garbage
    /// An answer without content: no words from a recognizer, which is an answer; a failure from the others.
    case empty
    /// A recognizer's stock phrase instead of what was said.
    case hallucinate(text: String?)
    /// Words of another language, the text untranslated, the voice of another language.
    case wrongLanguage
    /// So much later than usual.
    case slow(Duration)
    /// Of every `window` utterances the first comes latest, by `delay` times the utterances after it.
    case outOfOrder(delay: Duration, window: Int)

    /// Whether the call still succeeds and answers something else than it would otherwise.
    var changesAnswer: Bool {
        switch self {
        case .empty, .hallucinate, .wrongLanguage: true
        default: false
        }
    }
}

/// Which calls a fault happens to: those for which everything given holds; with nothing given, all.
public struct FaultCondition: Sendable, Hashable {
    /// What a probability is drawn for.
    public enum Draw: String, Sendable, CaseIterable {
        /// Once per request: every attempt fails or none.
        case request
        /// Anew for each attempt.
        case attempt
    }

    /// Every so many calls of the stage.
    public var every: Int?
    /// These calls of the stage, counted from 1 since the provider was made.
    public var nth: Set<Int>?
    /// Calls for these utterances of a conversation.
    public var utterance: Set<Int>?
    /// These attempts at a request, counted from 1.
    public var attempt: Set<Int>?
    /// A draw from seed and request.
    public var probability: Double?
    public var draw: Draw
    /// Whether the audio is silent; recognition only.
    public var silence: Bool?

    public init(
        every: Int? = nil, nth: Set<Int>? = nil, utterance: Set<Int>? = nil, attempt: Set<Int>? = nil,
        probability: Double? = nil, draw: Draw = .request, silence: Bool? = nil
    ) {
        self.every = every
        self.nth = nth
        self.utterance = utterance
        self.attempt = attempt
        self.probability = probability
        self.draw = draw
        self.silence = silence
    }

    /// - Parameters:
    ///   - number: which call of the stage it is, from 1.
    ///   - attempt: which attempt at the request, from 1.
    ///   - random: stands for seed, stage, rule and request.
    func holds(number: Int, utterance: Int, attempt: Int, silent: Bool, random: StableHash) -> Bool {
        if let every, number % max(1, every) != 0 { return false }
        if let nth, !nth.contains(number) { return false }
        if let these = self.utterance, !these.contains(utterance) { return false }
        if let these = self.attempt, !these.contains(attempt) { return false }
        if let silence, silence != silent { return false }
        guard let probability else { return true }
        return random.with(draw == .attempt ? UInt64(attempt) : 0).unit < probability
    }
}
