/// Why a provider gave no usable answer. ``failure`` decides what happens next; the words are for people.
public struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Failure: String, Sendable, Codable, CaseIterable {
        /// The network or the provider failed in a way that may pass: reset, 5xx, 408.
        case transient
        /// Asked too often: wait and try again.
        case throttled
        /// It is there and not ready yet, as a server that still loads its model: it will answer soon.
        case starting
        /// A deadline of ours passed before the answer was complete.
        case timeout
        /// An answer came and is none: empty, cut, of the wrong kind, a refusal.
        case unusable
        /// The account has no credit or quota left.
        case quota
        /// The key is missing or refused.
        case unauthorized
        /// The request itself is refused; the same request will be refused again.
        case rejected
        /// The provider cannot do what is asked: a language, a voice, a length.
        case unsupported
        /// What every request to it asks for is not there: a model, a page at its address. Somebody has to see to it.
        case missing
        /// What was sent is more than the provider takes: less of it at once may do.
        case tooLarge
        /// The engine is not installed or does not start.
        case unavailable
        /// The run may not spend that much: nothing was asked.
        case unaffordable

        /// Whether the provider may have done the work all the same, and charge for it.
        public var mayHaveBeenCharged: Bool {
            switch self {
            case .transient, .timeout, .unusable: true
            case .throttled, .starting, .quota, .unauthorized, .rejected, .unsupported, .missing, .tooLarge,
                .unavailable, .unaffordable:
                false
            }
        }

        /// Whether the same call may succeed when it is made again. The one place where that is decided.
        public var isRetryable: Bool {
            switch self {
            case .transient, .throttled, .starting, .timeout, .unusable: true
            case .quota, .unauthorized, .rejected, .unsupported, .missing, .tooLarge, .unavailable, .unaffordable: false
            }
        }
    }

    public var stage: Stage
    /// The provider's name, as in its descriptor.
    public var provider: String
    public var failure: Failure
    /// One clause in lower case without a full stop.
    public var message: String
    /// What the user can do about it, as one clause.
    public var cure: String?
    /// How long the provider asked us to wait.
    public var retryAfter: Duration?
    /// What an answer consumed that came and is none, where it tells that.
    public var usage: Usage?
    /// Whether a recognizer heard no words in audio that has clear speech.
    public var isWordless = false

    public init(
        _ failure: Failure, stage: Stage, provider: String, _ message: String, cure: String? = nil,
        retryAfter: Duration? = nil, usage: Usage? = nil
    ) {
        self.failure = failure
        self.stage = stage
        self.provider = provider
        self.message = message
        self.cure = cure
        self.retryAfter = retryAfter
        self.usage = usage
    }

    /// `apertium (translation): no pair from German to English; …`
    public var description: String {
        "\(provider) (\(stage.rawValue)): \(message)" + (cure.map { "; \($0)" } ?? "")
    }
}
