internal import Glibc

/// A value behind a `pthread` mutex.
///
/// `Synchronization.Mutex` waits on a futex that ThreadSanitizer cannot see on Linux; it can see a `pthread` mutex.
/// Never resume a continuation or call out to foreign code inside `withLock`.
package final class Locked<Value>: @unchecked Sendable {
    // First, so that its place does not depend on the size of the value.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // Any thread may access it, but only while it holds `mutex`. So no two accesses overlap, and no check for that is needed.
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: consuming sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    // Inlined into its callers: every stage locks several times an utterance. A generic function of another module would have
    // to look up the types of its arguments each time.
    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body(&value)
    }

    @usableFromInline func lock() { pthread_mutex_lock(mutex) }
    @usableFromInline func unlock() { pthread_mutex_unlock(mutex) }
}
