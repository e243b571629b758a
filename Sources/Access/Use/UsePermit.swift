internal import Coordination
internal import Plumbing
package import Providers
package import Resilience

/// What one piece of work may use of the limits of its principal.
package final class UsePermit: Allowance {
    private struct State {
        var reached: LimitReached?
        var isOver = false
        /// Milliseconds of audio.
        var heard = 0
    }

    private let work: UseMeter.Work
    private let holder: Locked<Principal>
    private let meter: UseMeter
    /// Its place among the work of the principal; nil if that has no limit.
    private let place: WorkRight?
    private let state = Locked(State())

    init(_ work: UseMeter.Work, _ principal: Principal, in place: WorkRight?, meter: UseMeter) {
        self.work = work
        self.place = place
        holder = Locked(principal)
        self.meter = meter
    }

    /// The principal with its limits of now.
    private var principal: Principal { holder.withLock { $0 } }

    /// Other limits count from now on, such as those of another tier.
    package func limit(to limits: AccessLimits) { holder.withLock { $0.limits = limits } }

    /// The limit that ended some of the work; nil if none did.
    package var reached: LimitReached? { state.withLock { $0.reached } }

    package var limitsMoney: Bool { principal.limits.dollarsPerDay != nil }

    package func take(audioMilliseconds: Int) async throws -> Bool {
        let amount = Int64(audioMilliseconds)
        guard isWithinLength(audioMilliseconds) else { return false }
        guard let ofDay = try await meter.take(amount, of: .audio, by: principal) else {
            note(.audio)
            return false
        }
        guard let ofMonth = try await meter.take(amount, of: .monthlyAudio, by: principal) else {
            ofDay.settle(0)
            note(.monthlyAudio)
            return false
        }
        ofDay.settle(amount)
        ofMonth.settle(amount)
        return true
    }

    /// Whether what was heard of a recording up to now is not longer than it may be.
    private func isWithinLength(_ milliseconds: Int) -> Bool {
        guard work == .translation, principal.limits.longestMinutes != nil else { return true }
        let heard = state.withLock { state in
            state.heard += milliseconds
            return state.heard
        }
        return admits(seconds: Double(heard) / 1_000)
    }

    package func allows(provider name: String) -> Bool {
        do { try principal.limits.check(provider: name) } catch {
            note(error)
            return false
        }
        return true
    }

    package func allows(voice name: String?) -> Bool {
        guard let voices = principal.limits.voices else { return true }
        if let name, voices.contains(name) { return true }
        return refuse(.voice)
    }

    package func admits(seconds: Double) -> Bool {
        // A second more is no matter: encoders add silence.
        guard work == .translation, let longest = principal.limits.longestMinutes, seconds > longest * 60 + 1 else {
            return true
        }
        return refuse(.length, longest)
    }

    /// - Throws: ``LimitReached`` if the voice may not be requested.
    package func check(voice: String) throws(LimitReached) {
        try principal.limits.check(voice: voice)
    }

    package func reserve(_ amount: Money) async throws -> Reservation? {
        if let taken = try await meter.take(amount.nanodollars, of: .money, by: principal) {
            return Reservation { spent in taken.settle(spent.nanodollars) }
        }
        note(.money)
        return nil
    }

    /// Ends the work. Later calls have no effect.
    package func end() async {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { await meter.end(place, of: principal) }
    }

    private func note(_ resource: Resource) { note(meter.reached(resource, principal.limits)) }

    /// Notes a limit that waiting does not change.
    ///
    /// - Returns: false.
    private func refuse(_ limit: LimitReached.Limit, _ amount: Double = 0) -> Bool {
        note(LimitReached(limit: limit, amount: amount, retryAfter: .zero))
        return false
    }

    /// The first one counts.
    private func note(_ reached: LimitReached) { state.withLock { $0.reached = $0.reached ?? reached } }
}
