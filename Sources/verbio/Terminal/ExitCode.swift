import ArgumentParser
import Conversations
import Plumbing
import Providers

/// How Verbio ends, as documented in the guide Configuration.
enum Exit {
    static let success: Int32 = 0
    static let usage: Int32 = 2
    static let input: Int32 = 3
    static let provider: Int32 = 4
    static let partial: Int32 = 5
    static let store: Int32 = 6
    static let interrupted: Int32 = 130
    /// A fault of ours.
    static let fault: Int32 = 70

    static func code(for problem: Problem) -> Int32 {
        switch problem.kind {
        case .usage: usage
        case .input: input
        case .provider: provider
        case .store: store
        case .internal: fault
        }
    }

    /// The code of a failure of one conversation, if the others can be worked on.
    ///
    /// - Throws: the failure itself if it would be that of the others, too: the store is full or fails as a whole, the reader
    ///   of the output is gone, or it is a fault of ours.
    static func code(forOneOfMany failure: any Error, in store: any ConversationStore) async throws -> Int32 {
        switch failure {
        case let problem as Problem where problem.kind == .store:
            guard problem.code != "store.full" else { throw failure }
            // A store that has failed as a whole refuses this, too.
            do { try await store.synchronize() } catch { throw failure }
            return Self.store
        case let problem as Problem where problem.kind != .internal: return code(for: problem)
        case is ProviderError: return provider
        default: throw failure
        }
    }
}

/// A command that can be broken off in the middle of its work, with which `verbio resume` goes on. Where nobody reads its
/// output any more it is interrupted. The others have nothing to go on with: who reads only the beginning of what they print
/// has had enough, and that is no failure.
protocol Resumable {}
