internal import Conversations
package import Coordination
package import Plumbing
internal import Providers

/// Counts what the principals of requests use, and refuses what exceeds their limits.
package final class UseMeter: Sendable {
    /// A limit that was reached, and until when no further request is admitted.
    private struct Refused {
        var limit: Int
        var end: Duration
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
    private let coordination: any Coordination
    private let time: TimeSource
    /// What runs in this process, by principal.
    private let running = Locked<[String: Int]>([:])
    /// Principals that are refused without a new look before their time.
    private let refused = Locked<[String: Refused]>([:])

    private static let minute = Duration.seconds(60)
    /// The most principals that are remembered as refused.
    private static let mostRefused = 4_096

    /// - Parameters:
    ///   - store: keeps the use of days and months.
    ///   - coordination: counts requests, and what runs at the moment; nil for this process alone.
    package init(store: any UseStore, coordination: (any Coordination)? = nil, time: TimeSource = .system) {
        ledger = UseLedger(store: store)
        self.coordination = coordination ?? LocalCoordination(time: time)
        self.time = time
    }

    /// Counts a request.
    ///
    /// - Returns: nil if requests have no limit.
    /// - Throws: `CancellationError`.
    package func admitRequest(
        of principal: Principal
    ) async throws -> (status: RequestStatus, refusal: LimitReached?)? {
        guard let limit = principal.limits.requestsPerMinute else { return nil }
        if let wait = knownWait(of: principal.name, limit) { return Self.refusal(limit, wait: wait) }
        let status = try await coordination.count("requests " + principal.name, limit: limit, per: Self.minute)
        guard status.isAdmitted else {
            remember(principal.name, Refused(limit: limit, end: time.now() + status.reset))
            return Self.refusal(limit, wait: status.reset)
        }
        return (RequestStatus(limit: limit, remaining: status.remaining, reset: status.reset), nil)
    }

    private static func refusal(_ limit: Int, wait: Duration) -> (RequestStatus, LimitReached?) {
        (
            RequestStatus(limit: limit, remaining: 0, reset: wait),
            LimitReached(limit: .requests, amount: Double(limit), retryAfter: wait)
        )
    }

    /// How long no request is admitted, as an answer to an earlier request has said.
    private func knownWait(of name: String, _ limit: Int) -> Duration? {
        let now = time.now()
        return refused.withLock { refused in
            guard let known = refused[name] else { return nil }
            if known.limit == limit, known.end > now { return known.end - now }
            refused[name] = nil
            return nil
        }
    }

    private func remember(_ name: String, _ new: Refused) {
        let now = time.now()
        refused.withLock { refused in
            if refused.count >= Self.mostRefused { refused = refused.filter { $0.value.end > now } }
            if refused.count < Self.mostRefused { refused[name] = new }
        }
    }

    /// Begins work, if that is within the limits and something is left of each day's amount.
    ///
    /// - Returns: what the work may use. ``UsePermit/end()`` ends the work.
    /// - Throws: ``LimitReached``; `Problem` of kind `store`.
    package func begin(_ work: Work, for principal: Principal) async throws -> UsePermit {
        let place = try await place(for: work, of: principal)
        running.withLock { $0[principal.name, default: 0] += 1 }
        let permit = UsePermit(work, principal, in: place, meter: self)
        do {
            let limits = principal.limits
            for (resource, limit) in limits.amounts {
                let account = account(resource, of: principal)
                // With less than a second of audio nothing can be begun.
                let least = min(limit, resource == .money ? 1 : 1_000)
                if try await limit - ledger.used(in: account) < least { throw reached(resource, limits) }
            }
        } catch {
            await permit.end()
            throw error
        }
        return permit
    }

    /// A place for work that may be done so many times at once; nil if it has no such limit.
    private func place(for work: Work, of principal: Principal) async throws -> WorkRight? {
        let (limit, kind, name): (Int?, LimitReached.Limit, String) =
            switch work {
            case .translation: (principal.limits.translations, .translations, "translations ")
            case .session: (principal.limits.sessions, .sessions, "sessions ")
            }
        guard let limit else { return nil }
        if let place = try await coordination.place(name + principal.name, of: limit) { return place }
        throw LimitReached(limit: kind, amount: Double(limit), retryAfter: .seconds(2))
    }

    /// Removes all that was counted under a name, such as that of an account that is erased.
    ///
    /// - Parameter marks: of its person. They keep what was heard in this month, and nothing else.
    package func forget(_ name: String, leaving marks: [UseMark] = []) async throws {
        try await ledger.forget(name, leaving: marks, of: month)
    }

    /// Counts for a name what marks of its person have kept of this month.
    package func recall(_ marks: [UseMark], for name: String) async throws {
        try await ledger.recall(marks, for: name, of: month)
    }

    private var month: Int { CalendarDay(at: time.wallClockMilliseconds()).firstOfMonth.number }

    /// Counts what was used under a name, such as that of a guest, under another one.
    package func move(_ name: String, to other: String) async throws {
        try await ledger.move(name, to: other)
    }

    /// How many minutes of audio were heard in this month. For a key, they are counted only if the month has a limit.
    package func minutesOfMonth(of principal: Principal) async throws -> Double {
        Double(try await ledger.used(in: account(.monthlyAudio, of: principal))) / 60_000
    }

    // MARK: For permits

    func end(_ place: WorkRight?, of principal: Principal) async {
        let isIdle = running.withLock { running in
            let left = (running[principal.name] ?? 1) - 1
            running[principal.name] = left > 0 ? left : nil
            return left <= 0
        }
        // If that fails, the counted usage is too high.
        if isIdle, principal.isAccount || !principal.limits.amounts.isEmpty {
            try? await ledger.settle(principal.name)
        }
        await place?.end()
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
