internal import Jobs
internal import Plumbing

/// The clients that follow jobs: they are woken when a job has come further, and those at one place share what is read there.
final class JobListeners: Sendable {
    private struct Followed {
        var listeners: [Int: BoundedChannel<Void>] = [:]
        /// What was read since the last change, the newest last.
        var readings: [(place: JobEventPlace, task: Task<JobReading, any Error>)] = []
    }

    private struct State {
        var followed: [JobID: Followed] = [:]
        var count = 0
        var isDraining = false
    }

    /// The most readings of a job that are kept. Listeners that have caught up are all at one place.
    private static let maximumReadings = 4

    private let state = Locked(State())

    /// Is woken when its job has come further, until it is released.
    final class Listener: Sendable {
        private let changes: BoundedChannel<Void>
        private let leave: @Sendable () -> Void

        fileprivate init(_ changes: BoundedChannel<Void>, leave: @escaping @Sendable () -> Void) {
            self.changes = changes
            self.leave = leave
        }

        deinit { leave() }

        /// Waits for a change, or for a time.
        ///
        /// - Returns: whether there was a change.
        func wait(_ time: TimeSource, most: Duration) async -> Bool {
            do {
                _ = try await withDeadline(most, time: time) { [changes] in try await changes.next() }
                return true
            } catch {
                return false
            }
        }
    }

    func listen(to id: JobID) -> Listener {
        let changes = BoundedChannel<Void>(capacity: 1)
        let (number, isDraining) = state.withLock { state in
            state.count += 1
            state.followed[id, default: Followed()].listeners[state.count] = changes
            return (state.count, state.isDraining)
        }
        if isDraining { changes.finish() }
        return Listener(changes) { [weak self] in self?.leave(number, of: id) }
    }

    private func leave(_ number: Int, of id: JobID) {
        state.withLock { state in
            state.followed[id]?.listeners[number] = nil
            if state.followed[id]?.listeners.isEmpty ?? false { state.followed[id] = nil }
        }
    }

    /// Wakes the listeners of a job that has come further. What is stored of it until now is in what they read.
    func changed(_ id: JobID) {
        let listeners = state.withLock { state in
            state.followed[id]?.readings = []
            return state.followed[id].map { Array($0.listeners.values) } ?? []
        }
        for listener in listeners { _ = listener.trySend(()) }
    }

    /// Wakes all listeners for a stop of the server. None waits from now on.
    func drain() {
        let listeners = state.withLock { state in
            state.isDraining = true
            return state.followed.values.flatMap(\.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    /// What follows a place in the events of a job: read once for all listeners that ask between two changes.
    ///
    /// - Parameters:
    ///   - isNew: whether it is read again, because it may have changed without a notice: another process may do the job.
    ///   - read: reads it.
    /// - Throws: what `read` throws.
    func reading(
        of id: JobID, after place: JobEventPlace, isNew: Bool, _ read: @escaping @Sendable () async throws -> JobReading
    ) async throws -> JobReading {
        let task = state.withLock { state in
            let kept = state.followed[id]?.readings.first { $0.place == place }
            if let kept, !isNew { return kept.task }
            let task = Task { try await read() }
            state.followed[id]?.readings.removeAll { $0.place == place }
            state.followed[id]?.readings.append((place, task))
            if state.followed[id]?.readings.count ?? 0 > Self.maximumReadings {
                state.followed[id]?.readings.removeFirst()
            }
            return task
        }
        return try await task.value
    }
}
