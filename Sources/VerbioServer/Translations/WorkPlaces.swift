internal import Plumbing

/// The places for work that runs at once, and a line of bounded length and time for the requests that find none.
final class WorkPlaces: Sendable {
    private struct Counts {
        var waiting = 0
        var refused = 0
    }

    private let places: Limiter
    private let maximumWaiting: Int
    private let longestWait: Duration
    private let time: TimeSource
    private let counts = Locked(Counts())

    init(_ configuration: ServerConfiguration, time: TimeSource) {
        places = Limiter(limit: configuration.concurrentTranslations)
        maximumWaiting = configuration.waitingTranslations
        longestWait = configuration.longestWait
        self.time = time
    }

    var limit: Int { places.limit }
    /// How many requests wait.
    var waiting: Int { counts.withLock { $0.waiting } }
    /// How many were refused since the start.
    var refused: Int { counts.withLock { $0.refused } }

    /// Takes a place, and waits for it if it may. Each success needs one ``release()``.
    ///
    /// - Parameter mayWait: false for speech that continues during the wait.
    /// - Throws: ``Refusal`` with status 503 if none becomes free in time; `CancellationError`.
    func take(mayWait: Bool) async throws {
        if places.tryAcquire() { return }
        let isInLine = counts.withLock { counts in
            guard mayWait, counts.waiting < maximumWaiting else { return false }
            counts.waiting += 1
            return true
        }
        guard isInLine else { throw refusal() }
        defer { counts.withLock { $0.waiting -= 1 } }
        do {
            try await withDeadline(longestWait, time: time) { [places] in try await places.acquire() }
        } catch is DeadlineExceeded {
            throw refusal()
        }
    }

    /// The request that has waited longest gets the place.
    func release() { places.release() }

    /// - Throws: ``Refusal`` with status 503 if ``take(mayWait:)`` would be refused at once.
    func check(mayWait: Bool) throws(Refusal) {
        if places.tryAcquire() { return places.release() }
        guard mayWait, waiting < maximumWaiting else { throw refusal() }
    }

    private func refusal() -> Refusal {
        let number = counts.withLock { counts in
            counts.refused &+= 1
            return counts.refused
        }
        // The times to wait differ, so that clients that are refused together do not retry together.
        return .busy(limit: places.limit, retryAfter: 1 + number % 5)
    }
}
