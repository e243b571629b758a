internal import Plumbing

/// Interrupts exchanges whose deadlines have passed.
///
/// One sleep serves all exchanges and lasts until the earliest deadline. It is left unchanged if a deadline moves back or an
/// exchange ends. When the sleep is over, the remaining exchanges are checked again. So a request that is answered in time
/// costs neither a timer nor a task.
final class DeadlineWatch: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        var alarm: (at: Duration, task: Task<Void, Never>)?
        var isClosed = false
    }

    /// Some clocks cannot sleep for very long. An alarm that fires too early is set again.
    private static let longestSleep = Duration.seconds(86_400)

    private let time: TimeSource
    private let state = Locked(State())

    init(time: TimeSource) { self.time = time }

    /// How many exchanges are watched.
    var count: Int { state.withLock { $0.exchanges.count } }

    func add(_ exchange: HTTPExchange) {
        guard let next = exchange.nextDeadline else { return }
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        // The exchange may have ended, and been removed, just before it was added.
        if exchange.isOver { remove(exchange) } else { expect(next.at) }
    }

    func remove(_ exchange: HTTPExchange) {
        // This may release the last reference, which runs foreign code, so it happens outside the lock.
        _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    /// Makes sure that the watch wakes at that time.
    func expect(_ at: Duration) {
        let late = state.withLock { state -> Task<Void, Never>? in
            if state.isClosed { return nil }
            if let alarm = state.alarm, alarm.at <= at { return nil }
            let late = state.alarm?.task
            let task = Task { [time] in
                do { try await time.sleep(Swift.min(at - time.now(), Self.longestSleep)) } catch { return }
                ring(at)
            }
            state.alarm = (at, task)
            return late
        }
        late?.cancel()
    }

    func close() {
        let (task, exchanges) = state.withLock { state in
            state.isClosed = true
            defer {
                state.alarm = nil
                state.exchanges = [:]
            }
            return (state.alarm?.task, state.exchanges)
        }
        _ = exchanges
        task?.cancel()
    }

    private func ring(_ at: Duration) {
        let exchanges = state.withLock { state -> [HTTPExchange] in
            // An alarm that was replaced in the meantime has no effect when it fires.
            guard state.alarm?.at == at else { return [] }
            state.alarm = nil
            return Array(state.exchanges.values)
        }
        let now = time.now()
        var next: Duration?
        for exchange in exchanges {
            guard let deadline = exchange.nextDeadline else { continue }
            if deadline.at <= now {
                exchange.expire(deadline.deadline)
            } else {
                next = Swift.min(next ?? deadline.at, deadline.at)
            }
        }
        if let next { expect(next) }
    }
}
