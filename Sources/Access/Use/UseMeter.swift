internal import Conversations
package import Plumbing
internal import Providers

/// Counts what the principals of requests use, and refuses what exceeds their limits.
package final class UseMeter: Sendable {
    private struct State {
        var window = RequestWindow()
        /// What runs at the moment.
        var translations = 0
        var sessions = 0

        var isIdle: Bool { translations == 0 && sessions == 0 }
    }

    /// The kinds of work that have their own limits.
    package enum Work: Sendable, Hashable {
        case translation, session
    }

    /// What is left of the requests in a minute.
    package struct RequestStatus: Sendable, Hashable {
        /// Requests in a minute.
        package var limit: Int
        /// How many more requests would be admitted now.
        package var remaining: Int
        /// The time until the oldest counted request no longer counts.
        package var reset: Duration
    }

    private let ledger: UseLedger
    private let time: TimeSource
    private let states = Locked<[String: State]>([:])
    /// The number of states at which those that say nothing are dropped.
    private let crowd = Locked(UseMeter.usualCrowd)

    /// Guests and accounts come and go: without a limit, each would keep its state.
    static let usualCrowd = 4_096

    /// - Parameter store: keeps the use of days and months; requests and sessions are counted in memory.
    package init(store: any UseStore, time: TimeSource = .system) {
        ledger = UseLedger(store: store)
        self.time = time
    }

    /// Counts a request.
    ///
    /// - Returns: nil if requests have no limit.
    /// - Throws: ``LimitReached``.
    package func admitRequest(of principal: Principal) -> (status: RequestStatus, refusal: LimitReached?)? {
        guard let limit = principal.limits.requestsPerMinute else { return nil }
        let now = time.now()
        let (isAdmitted, status) = states.withLock { states in
            tidy(&states, at: now)
            return states[principal.name, default: State()].window.admit(at: now, limit: limit)
        }
        let refusal = isAdmitted ? nil : LimitReached(limit: .requests, amount: Double(limit), retryAfter: status.reset)
        return (RequestStatus(limit: status.limit, remaining: status.remaining, reset: status.reset), refusal)
    }

    /// Begins work, if that is within the limits and something is left of each day's amount.
    ///
    /// - Returns: what the work may use. ``UsePermit/end()`` ends the work.
    /// - Throws: ``LimitReached``; `Problem` of kind `store`.
    package func begin(_ work: Work, for principal: Principal) async throws -> UsePermit {
        let limits = principal.limits
        let now = time.now()
        try states.withLock { states throws(LimitReached) in
            tidy(&states, at: now)
            var state = states[principal.name] ?? State()
            switch work {
            case .translation:
                if let limit = limits.translations, state.translations >= limit {
                    throw LimitReached(limit: .translations, amount: Double(limit), retryAfter: .seconds(2))
                }
                state.translations += 1
            case .session:
                if let limit = limits.sessions, state.sessions >= limit {
                    throw LimitReached(limit: .sessions, amount: Double(limit), retryAfter: .seconds(2))
                }
                state.sessions += 1
            }
            states[principal.name] = state
        }
        do {
            for (resource, limit) in limits.amounts {
                let account = account(resource, of: principal)
                // With less than a second of audio nothing can be begun.
                let least = min(limit, resource == .money ? 1 : 1_000)
                if try await limit - ledger.used(in: account) < least { throw reached(resource, limits) }
            }
        } catch {
            await end(work, of: principal)
            throw error
        }
        return UsePermit(work, principal, meter: self)
    }

    /// How many principals it keeps something about.
    var stateCount: Int { states.withLock { $0.count } }

    /// Drops the states of principals that do nothing, if there are many. The more stay, the later it is done again.
    private func tidy(_ states: inout [String: State], at now: Duration) {
        guard states.count >= crowd.withLock(\.self) else { return }
        states = states.filter { _, state in
            var window = state.window
            return !state.isIdle || !window.isEmpty(at: now)
        }
        let left = states.count
        crowd.withLock { $0 = max(Self.usualCrowd, 2 * left) }
    }

    /// Removes all that was counted under a name, such as that of an account that is erased.
    ///
    /// - Parameter marks: of its person. They keep what was heard in this month, and nothing else.
    package func forget(_ name: String, leaving marks: [UseMark] = []) async throws {
        dropIdleState(of: name)
        try await ledger.forget(name, leaving: marks, of: month)
    }

    /// Counts for a name what marks of its person have kept of this month.
    package func recall(_ marks: [UseMark], for name: String) async throws {
        try await ledger.recall(marks, for: name, of: month)
    }

    private var month: Int { CalendarDay(at: time.wallClockMilliseconds()).firstOfMonth.number }

    /// Counts what was used under a name, such as that of a guest, under another one.
    package func move(_ name: String, to other: String) async throws {
        dropIdleState(of: name)
        try await ledger.move(name, to: other)
    }

    private func dropIdleState(of name: String) {
        states.withLock { states in
            if states[name]?.isIdle ?? false { states[name] = nil }
        }
    }

    /// How many minutes of audio were heard in this month. For a key, they are counted only if the month has a limit.
    package func minutesOfMonth(of principal: Principal) async throws -> Double {
        Double(try await ledger.used(in: account(.monthlyAudio, of: principal))) / 60_000
    }

    // MARK: For permits

    func end(_ work: Work, of principal: Principal) async {
        let isIdle = states.withLock { states in
            switch work {
            case .translation: states[principal.name]?.translations -= 1
            case .session: states[principal.name]?.sessions -= 1
            }
            return states[principal.name]?.isIdle ?? true
        }
        // If that fails, the counted usage is too high.
        if isIdle, principal.isAccount || !principal.limits.amounts.isEmpty {
            try? await ledger.settle(principal.name)
        }
    }

    func take(_ amount: Int64, of resource: Resource, by principal: Principal) async throws -> Taken? {
        let limit = principal.limits.amounts[resource]
        // The tier of an account may change within the month: what was heard before counts then.
        guard limit != nil || resource == .monthlyAudio && principal.isAccount else { return Taken { _ in } }
        let account = account(resource, of: principal)
        guard try await ledger.take(amount, from: account, limit: limit) else { return nil }
        return Taken { [ledger] used in ledger.putBack(amount - used, into: account) }
    }

    /// An amount that was taken.
    struct Taken: Sendable {
        /// Receives what was used of it, which may be more.
        let settle: @Sendable (_ used: Int64) -> Void
    }

    func reached(_ resource: Resource, _ limits: AccessLimits) -> LimitReached {
        let now = time.wallClockMilliseconds()
        let today = CalendarDay(at: now)
        let (limit, amount, end): (LimitReached.Limit, Double?, CalendarDay) =
            switch resource {
            case .audio: (.minutes, limits.minutesPerDay, CalendarDay(number: today.number + 1))
            case .monthlyAudio: (.month, limits.minutesPerMonth, today.firstOfNextMonth)
            case .money: (.money, limits.dollarsPerDay, CalendarDay(number: today.number + 1))
            }
        return LimitReached(
            limit: limit, amount: amount ?? 0, retryAfter: .milliseconds(Int64(end.number) * Self.day - now))
    }

    /// Milliseconds.
    private static let day: Int64 = 86_400_000

    private func account(_ resource: Resource, of principal: Principal) -> UseLedger.Account {
        let today = CalendarDay(at: time.wallClockMilliseconds())
        return UseLedger.Account(
            name: principal.name, resource: resource,
            day: (resource == .monthlyAudio ? today.firstOfMonth : today).number)
    }
}

extension AccessLimits {
    /// The limits of a day and of a month in the units of the resources.
    var amounts: [Resource: Int64] {
        var limits: [Resource: Int64] = [:]
        if let minutesPerDay { limits[.audio] = Int64((minutesPerDay * 60_000).rounded()) }
        if let minutesPerMonth { limits[.monthlyAudio] = Int64((minutesPerMonth * 60_000).rounded()) }
        if let dollarsPerDay { limits[.money] = Money(dollars: dollarsPerDay).nanodollars }
        return limits
    }

    /// - Throws: ``LimitReached`` if calls of the provider may not be made.
    package func check(provider name: String) throws(LimitReached) {
        // `text` and `none` mean that nothing is called. `sim` allows all that are simulated.
        let names = [name, String(name.prefix { $0 != ":" })]
        guard let providers, !["text", "none"].contains(name), providers.isDisjoint(with: names) else { return }
        throw LimitReached(limit: .provider, amount: 0, retryAfter: .zero)
    }

    /// - Throws: ``LimitReached`` if the limits do not allow the voice.
    package func check(voice: String) throws(LimitReached) {
        guard let voices, !voices.contains(voice) else { return }
        throw LimitReached(limit: .voice, amount: 0, retryAfter: .zero)
    }
}

extension CalendarDay {
    var firstOfMonth: CalendarDay { CalendarDay(number: number + 1 - (Int(text.suffix(2)) ?? 1)) }

    /// 31 days after the first of a month is a day of the next one.
    var firstOfNextMonth: CalendarDay { CalendarDay(number: firstOfMonth.number + 31).firstOfMonth }
}
