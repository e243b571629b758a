internal import Plumbing
public import Providers
public import Resilience

/// What one piece of work may use of the limits of its principal.
public final class UsePermit: Allowance {
    private struct State {
        var reached: LimitReached?
        var isOver = false
    }

    private let work: UseMeter.Work
    private let principal: Principal
    private let meter: UseMeter
    private let state = Locked(State())

    init(_ work: UseMeter.Work, _ principal: Principal, meter: UseMeter) {
        self.work = work
        self.principal = principal
        self.meter = meter
    }

    /// The limit of the day that ended some of the work; nil if none did.
    public var reached: LimitReached? { state.withLock { $0.reached } }

    public var limitsMoney: Bool { principal.limits.dollarsPerDay != nil }

    public func take(audioMilliseconds: Int) async throws -> Bool {
        if let taken = try await meter.take(Int64(audioMilliseconds), of: .audio, by: principal) {
            taken.settle(Int64(audioMilliseconds))
            return true
        }
        note(.audio)
        return false
    }

    public func reserve(_ amount: Money) async throws -> Reservation? {
        if let taken = try await meter.take(amount.nanodollars, of: .money, by: principal) {
            return Reservation { spent in taken.settle(spent.nanodollars) }
        }
        note(.money)
        return nil
    }

    /// Ends the work. Later calls have no effect.
    public func end() async {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { await meter.end(work, of: principal) }
    }

    private func note(_ resource: Resource) {
        let reached = meter.reached(resource, principal.limits)
        state.withLock { $0.reached = $0.reached ?? reached }
    }
}
