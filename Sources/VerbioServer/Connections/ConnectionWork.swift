internal import NIOCore
internal import Plumbing

/// Work that is useful to one client only: it is cancelled when the connection on which its answer is awaited is
/// closed.
final class ConnectionWork: Sendable {
    private struct Entry {
        /// Nil if nothing is done for the connection at the moment.
        var cancel: (@Sendable () -> Void)?
    }

    /// The open connections for which something was done.
    private let connections = Locked<[ObjectIdentifier: Entry]>([:])

    /// Does the work. A connection awaits one answer at a time.
    ///
    /// - Throws: what the work throws, such as `CancellationError` if the connection is closed or the task is cancelled.
    func run<Value: Sendable>(
        on channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await work() }
        let id = ObjectIdentifier(channel)
        let isNew = connections.withLock { connections in
            connections.updateValue(Entry { task.cancel() }, forKey: id) == nil
        }
        // One closure for each connection, however many requests come on it.
        if isNew { channel.closeFuture.whenComplete { [weak self] _ in self?.closed(id) } }
        defer { connections.withLock { $0[id]?.cancel = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func closed(_ id: ObjectIdentifier) {
        connections.withLock { $0.removeValue(forKey: id) }?.cancel?()
    }
}
