internal import Plumbing

/// A bounded number of engines (decoders, worker processes), each loaded when it is first needed and then kept.
///
/// Callers wait in the order in which they came.
final class EnginePool<Engine: Sendable>: Sendable {
    private struct Idle: Sendable {
        var engine: Engine
        var since: Duration
    }

    private let limiter: Limiter
    private let idle = Locked<[Idle]>([])
    private let idleLimit: Duration?
    private let time: TimeSource
    private let isUsable: @Sendable (Engine) -> Bool
    private let load: @Sendable () async throws -> Engine

    /// - Parameters:
    ///   - limit: the largest number of engines.
    ///   - idleLimit: how long an engine is kept without work; if it is nil, as long as the pool.
    ///   - isUsable: whether an engine is kept after a piece of work.
    init(
        limit: Int, idleLimit: Duration? = nil, time: TimeSource = .system,
        keepingIf isUsable: @escaping @Sendable (Engine) -> Bool = { _ in true },
        load: @escaping @Sendable () async throws -> Engine
    ) {
        limiter = Limiter(limit: limit)
        self.idleLimit = idleLimit
        self.time = time
        self.isUsable = isUsable
        self.load = load
    }

    /// Loads one engine, unless one is already loaded or at work.
    func prepare() async throws {
        try await limiter.run {
            guard idle.withLock({ $0.isEmpty }) else { return }
            putBack(try await load())
        }
    }

    /// Gives work to the first engine that is free.
    ///
    /// If the task is cancelled, the caller returns at once. The engine finishes the work, and its result is ignored.
    /// Only then does the engine serve the next caller, because a search in progress cannot be interrupted.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable (Engine) async throws -> Answer
    ) async throws -> Answer {
        try await limiter.acquire()
        let answer = Pending<Answer>()
        Task { [self] in
            defer { limiter.release() }
            do {
                let engine: Engine
                if let free = idle.withLock({ $0.popLast() }) {
                    engine = free.engine
                } else {
                    engine = try await load()
                }
                defer { if isUsable(engine) { putBack(engine) } }
                answer.settle(.success(try await work(engine)))
            } catch {
                answer.settle(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await answer.value()
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }

    /// Lends the first engine that is free, for work in the caller's own task.
    ///
    /// If the task is cancelled, the work ends as soon as it notices that. An engine that is being loaded then is kept for the
    /// next caller.
    func lend<Answer>(_ work: (Engine) async throws -> Answer) async throws -> Answer {
        try await limiter.acquire()
        let engine = try await engineInPlace()
        defer {
            if isUsable(engine) { putBack(engine) }
            limiter.release()
        }
        return try await work(engine)
    }

    /// An idle engine, or a new one. The caller has a place, which is released if this throws.
    private func engineInPlace() async throws -> Engine {
        while let free = idle.withLock({ $0.popLast() }) { if isUsable(free.engine) { return free.engine } }
        let loaded = Pending<Engine>()
        Task { [self] in
            do {
                let engine = try await load()
                if !loaded.settle(.success(engine)) {
                    putBack(engine)
                    limiter.release()
                }
            } catch {
                limiter.release()
                loaded.settle(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await loaded.value()
        } onCancel: {
            loaded.settle(.failure(CancellationError()))
        }
    }

    private func putBack(_ engine: Engine) {
        let since = time.now()
        idle.withLock { $0.append(Idle(engine: engine, since: since)) }
        guard let idleLimit else { return }
        Task { [weak self, time] in
            try? await time.sleep(idleLimit)
            self?.releaseIdle(before: since + .nanoseconds(1))
        }
    }

    private func releaseIdle(before end: Duration) {
        let released = idle.withLock { idle in
            let old = idle.filter { $0.since < end }
            idle.removeAll { $0.since < end }
            return old
        }
        // If an engine is a process, it ends when its last reference is released, outside of the lock.
        _ = released
    }
}
