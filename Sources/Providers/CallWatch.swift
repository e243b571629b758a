/// Is told how the calls of a run go, provider by provider, for whoever watches a service.
///
/// Whoever starts a run sets one up around it. What it is told has no part in what the run does:
///
/// ```swift
/// try await CallWatch.$current.withValue(CallWatch { metrics.note($0) }) { try await interpreter.interpret(…) }
/// ```
public struct CallWatch: Sendable {
    public enum Notice: Sendable, Hashable {
        /// A call is made.
        case began(Stage, provider: String)
        /// Its answer can be used.
        case answered(Stage, provider: String)
        /// It is paid for, by a price that is known.
        case charged(Stage, provider: String, Money)
        /// It gave none.
        case failed(Stage, provider: String, ProviderError.Failure)
        /// It asks not to be called for so long.
        case held(Stage, provider: String, Duration)
        /// It is down, and a recording waits for it, so long at most.
        case awaited(Stage, provider: String, reason: String, Duration)
        /// It says to have consumed what cannot be: that is not believed, and what was to be expected is taken for it.
        case disbelieved(Stage, provider: String, Usage)
        /// Another provider has answered in the place of one that failed.
        case replaced(Stage, provider: String, ProviderError.Failure)
    }

    /// Of the run that the current task is part of, where somebody wants to know.
    @TaskLocal public static var current: CallWatch?

    public var note: @Sendable (Notice) -> Void

    public init(note: @escaping @Sendable (Notice) -> Void) { self.note = note }
}
