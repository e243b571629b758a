internal import Plumbing

/// The right to work on a conversation, which one owner has at a time, in all processes together.
///
/// It ends with ``release()``, with the last reference, or with the process, however that ends.
public final class ConversationClaim: Sendable {
    private let ending: Locked<(@Sendable () -> Void)?>

    /// - Parameter ending: gives the right back. Called once.
    public init(ending: @escaping @Sendable () -> Void) { self.ending = Locked(ending) }

    deinit { release() }

    /// Lets the next owner begin. Does nothing the second time.
    public func release() {
        let ending = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        ending?()
    }
}

/// The process that works on a conversation.
public struct ConversationOwner: Sendable, Hashable, CustomStringConvertible {
    /// Its number; nil if that is not known.
    public var process: Int32?

    public init(process: Int32?) { self.process = process }

    /// "another Verbio (process 4711)".
    public var description: String { "another Verbio" + (process.map { " (process \($0))" } ?? "") }
}
