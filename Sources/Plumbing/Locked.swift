internal import Glibc

/// A value behind a `pthread` mutex.
///
/// `Synchronization.Mutex` waits on a futex that ThreadSanitizer cannot see on Linux; this one it can.
/// Never resume a continuation or call out to foreign code inside `withLock`.
public final class Locked<Value>: @unchecked Sendable {
    // Any thread may touch `value`, but only while it holds `mutex`.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    public init(_ value: consuming sending Value) {
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

    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
