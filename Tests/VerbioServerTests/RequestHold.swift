import Plumbing

/// Holds requests of a test's route until the test lets them go.
final class RequestHold: Sendable {
    private let places = Limiter(limit: 1)
    private let counts = Locked((begun: 0, now: 0, most: 0))

    init() { _ = places.tryAcquire() }

    /// How many have begun.
    var begun: Int { counts.withLock { $0.begun } }
    /// The most that were held at the same time.
    var most: Int { counts.withLock { $0.most } }
    /// How many are held.
    var now: Int { counts.withLock { $0.now } }

    /// Called by the route.
    func wait() async throws {
        counts.withLock { counts in
            counts.begun += 1
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
        defer { counts.withLock { $0.now -= 1 } }
        try await places.acquire()
    }

    /// Lets requests go, those that come later too.
    func release(_ count: Int) { for _ in 0..<count { places.release() } }

    /// Waits until that many have begun.
    func waitUntilBegun(_ count: Int) async { while begun < count { await Task.yield() } }
}
