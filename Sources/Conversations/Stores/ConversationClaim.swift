internal import Plumbing

/// The right to work on a conversation. It has one owner at a time, over all processes.
///
/// The claim ends with ``release()``, with the last reference, or with the process, for whatever reason the process ends.
package final class ConversationClaim: Sendable {
    private let ending: Locked<(@Sendable () -> Void)?>
    private let announce: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

    /// - Parameters:
    ///   - announce: takes what is to be done when another process asks for the conversation; nil if none can ask.
    ///   - ending: releases the right. Called once.
    package init(
        whenWanted announce: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil,
        ending: @escaping @Sendable () -> Void
    ) {
        self.announce = announce
        self.ending = Locked(ending)
    }

    deinit { release() }

    /// - Parameter handOver: called when another process asks for the conversation, possibly more than once.
    package func whenWanted(_ handOver: @escaping @Sendable () -> Void) { announce?(handOver) }

    /// Lets the next owner begin. A second call does nothing.
    package func release() {
        let ending = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        ending?()
    }
}

/// The process that works on a conversation.
package struct ConversationOwner: Sendable, Hashable, CustomStringConvertible {
    /// The process number; nil if it is not known.
    package var process: Int32?

    package init(process: Int32?) { self.process = process }

    /// "another Verbio (process 4711)".
    package var description: String { "another Verbio" + (process.map { " (process \($0))" } ?? "") }
}
