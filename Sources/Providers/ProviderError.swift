/// The reason why a provider gave no usable answer. ``failure`` decides what happens next; the texts are for users.
package struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The classes of failures. Retries, fallbacks and charges depend on the class.
    package enum Failure: String, Sendable, Codable, CaseIterable {
        /// The network or the provider failed in a way that may pass: reset, 5xx, 408.
        case transient
        /// The provider was called too often: wait and try again.
        case throttled
        /// The provider is running and not ready yet, for example a server that still loads its model. It will answer soon.
        case starting
        /// A deadline of Verbio passed before the answer was complete.
        case timeout
        /// An answer came and cannot be used: it is empty, cut, of the wrong kind, or a refusal.
        case unusable
        /// The account has no credit or quota left.
        case quota
        /// The key is missing or refused.
        case unauthorized
        /// The request itself is refused; the same request will be refused again.
        case rejected
        /// The provider does not support the request: its language, its voice or its length.
        case unsupported
        /// Something that every request needs is missing: a model, or a page at its address. A user has to fix it.
        case missing
        /// The request is larger than the provider takes; a smaller one may succeed.
        case tooLarge
        /// The engine is not installed or does not start.
        case unavailable
        /// The run may not spend that much: no call was made.
        case unaffordable

        /// Whether the provider may have done the work in spite of the failure, and may charge for it.
        package var mayHaveBeenCharged: Bool {
            switch self {
            case .transient, .timeout, .unusable: true
            case .throttled, .starting, .quota, .unauthorized, .rejected, .unsupported, .missing, .tooLarge,
                .unavailable, .unaffordable:
                false
            }
        }

        /// Whether the same call may succeed if it is retried. It is decided only here.
        package var isRetryable: Bool {
            switch self {
            case .transient, .throttled, .starting, .timeout, .unusable: true
            case .quota, .unauthorized, .rejected, .unsupported, .missing, .tooLarge, .unavailable, .unaffordable: false
            }
        }
    }

    package var stage: Stage
    /// The provider's name, as in its descriptor.
    package var provider: String
    package var failure: Failure
    /// One clause in lower case without a full stop.
    package var message: String
    /// The advice for the user, as one clause.
    package var cure: String?
    /// How long the provider asked us to wait.
    package var retryAfter: Duration?
    /// The usage of an answer that came and cannot be used, if the provider reports it.
    package var usage: Usage?
    /// Whether the provider runs and has other work, or needs longer than it was given: it is not down.
    package var isBusy = false
    /// Whether a part of the answer had come when the call was cut.
    package var hadBegun = false
    /// Whether a recognizer heard no words in audio that has clear speech.
    package var isWordless = false
    /// What a translation guard found wrong with the answer; nil if the failure has another cause.
    package var finding: GuardFinding?

    package init(
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
    package var description: String {
        "\(provider) (\(stage.rawValue)): \(message)" + (cure.map { "; \($0)" } ?? "")
    }
}
