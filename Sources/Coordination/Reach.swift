package import Plumbing

/// Asks what servers share, and leaves it alone for a moment when it has not answered.
package final class Reach: Sendable {
    /// It has not answered in time.
    private struct Silence: Error {}

    /// How long a caller waits for an answer.
    package static let patience = Duration.seconds(1)
    /// How long it is not asked again when it has not answered.
    package static let rest = Duration.seconds(5)

    private let time: TimeSource
    /// Until when it is not asked; nil if it has answered.
    private let awayUntil = Locked<Duration?>(nil)

    package init(time: TimeSource) { self.time = time }

    /// Whether it has answered the last time.
    package var isThere: Bool { awayUntil.withLock { $0 == nil } }

    /// Whether it is asked now: it has answered the last time, or that is long enough ago.
    package var isWorthAsking: Bool {
        let now = time.now()
        return awayUntil.withLock { ($0 ?? now) <= now }
    }

    /// Waits for an answer, but not for long.
    ///
    /// - Parameter ask: cancelled when its caller does not wait any more. What it returns then is dropped.
    /// - Returns: nil if there is none now, for whatever reason.
    /// - Throws: `CancellationError`.
    package func answered<Value: Sendable>(
        _ ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        guard isWorthAsking else { return nil }
        do {
            let value = try await inTime(ask)
            awayUntil.withLock { $0 = nil }
            return value
        } catch let error as CancellationError {
            throw error
        } catch {
            let end = time.now() + Self.rest
            awayUntil.withLock { $0 = end }
            return nil
        }
    }

    private func inTime<Value: Sendable>(_ ask: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let work = Task {
            do { continuation.yield(.success(try await ask())) } catch { continuation.yield(.failure(error)) }
        }
        let timer = Task { [time] in
            try await time.sleep(Self.patience)
            continuation.yield(.failure(Silence()))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await answer in answers { return try answer.get() }
        throw CancellationError()
    }
}
