package import Conversations
package import Plumbing
import Providers

/// How a run ended, from the best to the worst. The raw value is the exit code of the command line.
package enum RunStatus: Int32, Sendable, Comparable {
    case complete = 0
    case usage = 2
    /// The audio cannot be used, or there is no speech in it.
    case input = 3
    /// An engine is missing.
    case provider = 4
    /// A part failed, is untranslated or unspoken.
    case partial = 5
    case store = 6
    /// A fault of Verbio's own.
    case fault = 70
    case interrupted = 130

    /// The status of a run that has ended with a problem.
    package init(_ problem: Problem) {
        self =
            switch problem.kind {
            case .usage: .usage
            case .input: .input
            case .provider: .provider
            case .store: .store
            case .internal: .fault
            }
    }

    /// The status of a finished conversation.
    package init(_ finished: Event.ConversationFinished, of conversation: Conversation) {
        self =
            switch finished.state {
            case .interrupted, .running: .interrupted
            case .partial: .partial
            case .complete: finished.hasSpeech || conversation.kind.isGiven ? .complete : .input
            }
    }

    /// The status of one conversation's failure, if the other conversations can still run.
    ///
    /// - Throws: the failure itself if it would affect the others, too. Examples are a store that is full or fails as a
    ///   whole, an output whose reader has closed it, and a bug in Verbio.
    package init(ofOneOfMany failure: any Error, in store: any ConversationStore) async throws {
        switch failure {
        case let problem as Problem where problem.kind == .store:
            guard problem.code != "store.full" else { throw failure }
            // If the store has failed as a whole, it refuses this, too.
            do { try await store.synchronize() } catch { throw failure }
            self = .store
        case let problem as Problem where problem.kind != .internal: self.init(problem)
        case is ProviderError: self = .provider
        default: throw failure
        }
    }

    package static func < (one: RunStatus, other: RunStatus) -> Bool { one.rawValue < other.rawValue }
}
