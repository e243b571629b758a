/// Receives the events of a run's calls, provider by provider, for monitoring a service.
///
/// The caller that starts a run sets a watch up around it. The watch does not affect what the run does:
///
/// ```swift
/// try await CallWatch.$current.withValue(CallWatch { metrics.note($0) }) { try await interpreter.interpret(…) }
/// ```
package struct CallWatch: Sendable {
    /// An event in the life of a call.
    package enum Notice: Sendable, Hashable {
        /// A call is made.
        case began(Stage, provider: String)
        /// The call's answer can be used.
        case answered(Stage, provider: String)
        /// The call is charged for, by a price that is known.
        case charged(Stage, provider: String, Money)
        /// The call gave no answer.
        case failed(Stage, provider: String, ProviderError.Failure)
        /// The provider asks for no calls during this time.
        case held(Stage, provider: String, Duration)
        /// The provider is down, or busy, and a recording waits for it, at most this long.
        case awaited(Stage, provider: String, isBusy: Bool, reason: String, Duration)
        /// The provider reports an impossible usage. The report is rejected, and the forecast is used instead.
        case disbelieved(Stage, provider: String, Usage)
        /// Another provider has answered in place of one that failed.
        case replaced(Stage, provider: String, ProviderError.Failure)
    }

    /// The watch of the run that the current task is part of; nil if there is none.
    @TaskLocal package static var current: CallWatch?

    package var note: @Sendable (Notice) -> Void

    package init(note: @escaping @Sendable (Notice) -> Void) { self.note = note }
}
