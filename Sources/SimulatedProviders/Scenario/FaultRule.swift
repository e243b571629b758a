/// A fault and the condition for the calls that it applies to.
package struct FaultRule: Sendable, Hashable {
    package var condition: FaultCondition
    package var fault: Fault

    package init(_ fault: Fault, when condition: FaultCondition = FaultCondition()) {
        self.condition = condition
        self.fault = fault
    }
}

/// What goes wrong with a call.
package enum Fault: Sendable, Hashable {
    /// The provider was called too often; it may say how long to wait.
    case rateLimited(retryAfter: Duration?)
    /// The provider fails with a temporary error.
    case serverError
    /// The provider refuses the key.
    case unauthorized
    /// The account has no credit left.
    case quota
    /// No answer ever comes; only cancellation ends the call.
    case hang
    /// The answer ends halfway, also the pieces that are already given.
    case cut
    /// The answer cannot be read.
    case garbage
    /// An answer without content. For a recognizer that is a valid answer without words, for the other stages a failure.
    case empty
    /// A recognizer answers with a stock phrase instead of what was said.
    case hallucinate(text: String?)
    /// The recognizer hears words of another language, the translator leaves the text as it is, the voice has another language.
    case wrongLanguage
    /// The answer comes later than usual, by this time.
    case slow(Duration)
    /// The first of every `window` utterances comes last: it is late by `delay` times the number of utterances after it.
    case outOfOrder(delay: Duration, window: Int)

    /// Whether the call still succeeds, but with another answer than without the fault.
    var changesAnswer: Bool {
        switch self {
        case .empty, .hallucinate, .wrongLanguage: true
        default: false
        }
    }
}

/// Which calls a fault applies to: those that meet every given condition, or all calls if none is given.
package struct FaultCondition: Sendable, Hashable {
    /// What a probability is drawn for.
    package enum SamplingUnit: String, Sendable, CaseIterable {
        /// Once for each request: all of its attempts fail, or none.
        case request
        /// Again for each attempt.
        case attempt
    }

    /// Every call whose number in the stage is a multiple of this one.
    package var every: Int?
    /// The numbers of these calls in the stage, counted from 1 since the provider was made.
    package var nth: Set<Int>?
    /// Calls for these utterances of a conversation.
    package var utterance: Set<Int>?
    /// These attempts at a request, counted from 1.
    package var attempt: Set<Int>?
    /// The probability of the fault, drawn from the seed and the request.
    package var probability: Double?
    package var samplingUnit: SamplingUnit
    /// Whether the audio is silent; recognition only.
    package var silence: Bool?

    package init(
        every: Int? = nil, nth: Set<Int>? = nil, utterance: Set<Int>? = nil, attempt: Set<Int>? = nil,
        probability: Double? = nil, samplingUnit: SamplingUnit = .request, silence: Bool? = nil
    ) {
        self.every = every
        self.nth = nth
        self.utterance = utterance
        self.attempt = attempt
        self.probability = probability
        self.samplingUnit = samplingUnit
        self.silence = silence
    }

    /// - Parameters:
    ///   - number: the number of the call in its stage, from 1.
    ///   - attempt: the number of the attempt at the request, from 1.
    ///   - random: the hash of seed, stage, rule and request.
    func holds(number: Int, utterance: Int, attempt: Int, silent: Bool, random: StableHash) -> Bool {
        if let every, number % max(1, every) != 0 { return false }
        if let nth, !nth.contains(number) { return false }
        if let these = self.utterance, !these.contains(utterance) { return false }
        if let these = self.attempt, !these.contains(attempt) { return false }
        if let silence, silence != silent { return false }
        guard let probability else { return true }
        return random.with(samplingUnit == .attempt ? UInt64(attempt) : 0).unit < probability
    }
}
