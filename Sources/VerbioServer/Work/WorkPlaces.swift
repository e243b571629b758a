internal import Conversations
internal import Plumbing

/// The places for work that runs at once, and a line of bounded length and time for the requests that find none.
///
/// Scopes take turns. No tenant has all places, or more than half of the line; only the user of this machine has as long as
/// no other scope has come.
/// A scope that has no request in the line may always join it, until it is twice as long.
final class WorkPlaces: Sendable {
    private struct Counts {
        var waiting = 0
        var waitingOf: [Scope: Int] = [:]
        var refused = 0
    }

    private let places: FairLimiter<Scope>
    private let maximumWaiting: Int
    private let longestWait: Duration
    private let time: TimeSource
    private let counts = Locked(Counts())

    init(_ configuration: ServerConfiguration, time: TimeSource) {
        places = .places(configuration.concurrentTranslations)
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
    /// - Parameters:
    ///   - scope: that the work belongs to.
    ///   - mayWait: false for speech that continues during the wait.
    /// - Throws: ``Refusal`` with status 503 if none becomes free in time; `CancellationError`.
    func take(for scope: Scope, mayWait: Bool = true) async throws {
        if places.tryAcquire(scope) { return }
        let isInLine = counts.withLock { counts in
            guard mayWait, hasRoom(for: scope, counts) else { return false }
            counts.waiting += 1
            counts.waitingOf[scope, default: 0] += 1
            return true
        }
        guard isInLine else { throw refusal() }
        defer {
            counts.withLock { counts in
                counts.waiting -= 1
                counts.waitingOf[scope, default: 0] -= 1
                if counts.waitingOf[scope] == 0 { counts.waitingOf[scope] = nil }
            }
        }
        do {
            try await withDeadline(longestWait, time: time) { [places] in
                try await places.acquire(scope)
            }
        } catch is DeadlineExceeded {
            throw refusal()
        }
    }

    /// Does work in a place, and waits for it.
    ///
    /// - Throws: as ``take(for:mayWait:)``, and what the work throws.
    func run<Result>(for scope: Scope, _ work: () async throws -> Result) async throws -> Result {
        try await take(for: scope)
        defer { release(of: scope) }
        return try await work()
    }

    /// The next request in turn gets the place.
    func release(of scope: Scope) { places.release(scope) }

    /// - Throws: ``Refusal`` with status 503 if ``take(for:mayWait:)`` would be refused at once.
    func check(for scope: Scope, mayWait: Bool) throws(Refusal) {
        if places.tryAcquire(scope) { return places.release(scope) }
        guard mayWait, counts.withLock({ hasRoom(for: scope, $0) }) else { throw refusal() }
    }

    private func hasRoom(for scope: Scope, _ counts: Counts) -> Bool {
        let most = places.hasOthers ? (maximumWaiting + 1) / 2 : maximumWaiting
        let own = counts.waitingOf[scope, default: 0]
        // A scope alone may have filled the line, so the first request of each other one gets a place behind it.
        return own == 0 ? counts.waiting < 2 * maximumWaiting : counts.waiting < maximumWaiting && own < most
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

extension FairLimiter where Key == Scope {
    /// Places for work that may take long. One scope leaves one of them to others.
    static func places(_ limit: Int) -> FairLimiter { FairLimiter(limit: limit, share: limit - 1, single: .local) }
}
