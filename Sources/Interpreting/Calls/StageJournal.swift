internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// Records one call of a provider: the attempt before the call, and the answer with its charge after it.
final class StageJournal: Sendable {
    /// The conditions under which the provider is called.
    struct Terms: Sendable {
        var stage: Stage
        /// How many calls of the stage may run at once.
        var limiter: Limiter
        /// The rate limits that the provider has announced.
        var pace: ProviderPace
        /// The provider's calls that are in flight.
        var calls: CallsInFlight
        /// The longest wait for the rate limit. A call that would have to wait longer fails.
        var longestWait: Duration
        /// The budget of the run.
        var budget: Budget
        /// The purpose that the call is charged to.
        var purpose: Charge.Purpose = .answer
        /// The reason not to call the provider any more, as a clause; nil if it may be called.
        var reasonNotToCall: @Sendable () -> String? = { nil }
        /// The amount that this run shares with other runs of the same user; nil if there is no such limit.
        var allowance: (any Allowance)?
        /// How many calls the provider answers well, up to a number, if that is being found out.
        var found: (concurrency: FoundConcurrency, most: Int)?
        /// Called when a part of an answer has come, or the whole.
        var progressed: @Sendable () -> Void
        /// Called with the length of a wait that the provider has asked for.
        var held: @Sendable (Duration) -> Void = { _ in }
    }

    let key: ContentKey
    private let terms: Terms
    private let journal: UtteranceJournal
    let time: TimeSource
    private let times: Locked<CallTimes>

    /// - Parameter key: the key of the stored answer.
    init(_ key: ContentKey, _ terms: Terms, in journal: UtteranceJournal, time: TimeSource) {
        self.key = key
        self.terms = terms
        self.journal = journal
        self.time = time
        times = Locked(CallTimes(queuedSince: time.now()))
    }

    /// Waits for the slot and the rate limit, makes one call, and records it. Finished work under the same key replaces the
    /// call. It may be the answer of an equal call that is in flight.
    ///
    /// A cancelled call leaves its attempt open, because it is not known whether the provider did the work.
    ///
    /// - Parameters:
    ///   - call: receives the longest time that it may take.
    ///   - stored: the answer as it is stored.
    ///   - reused: finished work as an answer, or nil if it cannot be used.
    ///   - shares: each utterance's share of the call's cost, if it is not this utterance's alone.
    func record<Answer: Consuming>(
        _ planned: PlannedCall, _ call: (_ limit: Duration) async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer, reusing reused: (StageAnswer) async throws -> Answer?,
        sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])? = nil
    ) async throws -> Recorded<Answer> {
        if !terms.limiter.tryAcquire() {
            try await journal.flush()
            try await terms.limiter.acquire()
        }
        let slot = CallSlot(terms.limiter)
        do {
            let reusing = { (finished: StageAnswer) async throws -> Recorded<Answer>? in
                guard let answer = try await reused(finished) else { return nil }
                return Recorded(
                    answer: answer, stored: finished, key: self.key, timing: self.reusedTiming(planned.provider))
            }
            if let recorded = try await turn(planned, slot, reusing) {
                slot.release(.answered)
                return recorded
            }
            return try await make(
                planned, call, as: stored, reusing: reusing, sharing: shares, slot)
        } catch {
            // If the provider was not asked, or the answer is not needed any more, a call that waits for this one makes its
            // own.
            let isOver = error is CancellationError || Task.isCancelled || !slot.hasAsked
            slot.release(isOver ? .givenUp : .failed)
            throw error
        }
    }

    /// Records that the first hypothesis, piece or audio has come.
    func partialArrived() {
        terms.progressed()
        times.withLock { $0.partialArrived(at: time.now()) }
    }

    // MARK: Waiting

    /// Waits for the call's turn with the provider or, if an equal call is in flight for another utterance, for its answer.
    ///
    /// If that call is abandoned, the next waiter takes over. If it fails, each waiter makes its own call, and does not
    /// queue after a second one.
    ///
    /// - Returns: nil if the call is to be made.
    private func turn<Answer>(
        _ planned: PlannedCall, _ slot: CallSlot, _ reusing: (StageAnswer) async throws -> Recorded<Answer>?
    ) async throws -> Recorded<Answer>? {
        var hasFailed = false
        while true {
            if !hasFailed, let equal = terms.calls.call(for: key.rawValue) {
                try await journal.flush()
                switch try await equal.ended() {
                case .answered:
                    if let recorded = try await finished(reusing) { return recorded }
                case .failed: hasFailed = true
                case .givenUp: break
                }
                continue
            }
            try await waitForPace(of: planned.provider, for: planned.forecast)
            // In the meantime, an equal call may have begun.
            let (call, isOwn) = terms.calls.begin(key.rawValue)
            if isOwn { slot.take(call) }
            if isOwn || hasFailed { return nil }
        }
    }

    /// Waits while the provider has said that it would refuse the call. The call's deadline does not count yet.
    private func waitForPace(of provider: ProviderDescriptor, for forecast: Usage) async throws {
        var waited = Duration.zero
        while let wait = terms.pace.admit(for: forecast) {
            guard waited + wait <= terms.longestWait else {
                throw ProviderError.heldBack(terms.stage, provider, for: wait)
            }
            // No slot of another stage is kept while waiting.
            if waited == .zero { try await journal.flush() }
            terms.held(wait)
            try await time.sleep(wait)
            waited += wait
        }
    }

    private func finished<Answer>(
        _ reusing: (StageAnswer) async throws -> Recorded<Answer>?
    ) async throws -> Recorded<Answer>? {
        guard let finished = try await journal.store.answer(for: key) else { return nil }
        return try await reusing(finished)
    }

    // MARK: Calling

    /// Reserves what the call may cost, begins its attempt, and asks the provider, unless finished work makes that needless.
    private func make<Answer: Consuming>(
        _ planned: PlannedCall, _ call: (_ limit: Duration) async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer,
        reusing: (StageAnswer) async throws -> Recorded<Answer>?,
        sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])?, _ slot: CallSlot
    ) async throws -> Recorded<Answer> {
        let provider = planned.provider
        let began = time.now()
        defer { journal.spend(time.now() - began) }
        times.withLock { $0.called(at: began) }
        var account = CallAccount(planned, terms)
        let reservation: Reservation
        do {
            reservation = try await reserve(account.estimate, for: provider)
        } catch let refusal as ProviderError {
            // Finished work costs nothing, and needs no call.
            guard let recorded = try await finished(reusing) else { throw refusal }
            slot.release(.answered)
            return recorded
        }
        defer { reservation.settle(spent: account.spent) }
        let attempt = Attempt(
            id: journal.nextAttempt(of: terms.stage), provider: provider, key: key,
            startedAt: time.wallClockMilliseconds(), mayCost: account.estimate)
        if let finished = try await journal.begin(attempt) {
            if let recorded = try await reusing(finished) {
                slot.release(.answered)
                return recorded
            }
            // The finished answer cannot be used, because its audio is missing, so the call is made.
            try await journal.commit([.attemptBegan(attempt)])
        }
        return try await ask(attempt.id, &account, call, as: stored, sharing: shares, slot)
    }

    /// Asks the provider, and records its answer or its failure.
    private func ask<Answer: Consuming>(
        _ attempt: AttemptID, _ account: inout CallAccount, _ call: (_ limit: Duration) async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer, sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])?,
        _ slot: CallSlot
    ) async throws -> Recorded<Answer> {
        let planned = account.planned
        do {
            guard journal.remaining > .zero else { throw ProviderError.outOfTime(terms.stage, planned.provider) }
            account.begin()
            slot.noteAsked()
            CallWatch.current?.note(.began(terms.stage, provider: planned.provider.name))
            let (answer, connection) = try await CallSpan.around(
                terms.stage, planned.provider, attempt: attempt.number, utterance: attempt.utterance.sequence
            ) {
                try await measured { try await reported { try await call(min(planned.limit, journal.remaining)) } }
            }
            return try await keep(answer, of: attempt, &account, connection, as: stored, sharing: shares, slot)
        } catch let error as ProviderError {
            try await commit(error, of: attempt, &account)
            throw error
        }
    }

    /// Reserves the amount that a call may cost.
    ///
    /// - Throws: `ProviderError` if the call must not be made.
    private func reserve(_ amount: Money, for provider: ProviderDescriptor) async throws -> Reservation {
        if let reason = terms.reasonNotToCall() { throw ProviderError.notCalled(terms.stage, provider, reason) }
        let funds = CallFunds(budget: terms.budget, allowance: terms.allowance)
        switch try await funds.reserve(amount, for: provider.name) {
        case .reserved(let reservation): return reservation
        case .beyondBudget:
            throw ProviderError.tooExpensive(
                terms.stage, provider, cost: amount, limit: terms.budget.limit ?? .zero)
        case .beyondAllowance: throw ProviderError.usedUp(terms.stage, provider)
        case .notAllowed: throw ProviderError.notAllowed(terms.stage, provider)
        }
    }

    /// Holds an answer and its charge for the next transaction, which releases the slot.
    private func keep<Answer: Consuming>(
        _ received: Answer, of attempt: AttemptID, _ account: inout CallAccount, _ connection: ConnectionTiming?,
        as stored: (Answer) async throws -> StageAnswer, sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])?,
        _ slot: CallSlot
    ) async throws -> Recorded<Answer> {
        let provider = account.planned.provider
        var answer = received
        terms.pace.answered()
        terms.progressed()
        answer.usage = account.believed(answer.usage)
        let kept = try await stored(answer)
        let charge = account.charge(kept.usage, for: attempt)
        journal.hold(
            [.attemptAnswered(attempt, key, kept, endedAt: time.wallClockMilliseconds())]
                + (shares?(answer, charge) ?? [(journal.utterance, charge)]).map { .charged($0, $1) },
            until: { slot.release(.answered) })
        if slot.isAwaited { try await journal.flush() }
        CallWatch.current?.note(.answered(terms.stage, provider: provider.name))
        note(charge, of: provider)
        return Recorded(
            answer: answer, stored: kept, key: key, timing: timing(provider, connection), connection: connection)
    }

    /// Makes a call, and lets as many others run beside it as its provider answers well.
    private func measured<Answer>(_ call: () async throws -> Answer) async throws -> Answer {
        guard let (found, most) = terms.found else { return try await call() }
        let begun = found.begin(at: time.now())
        func end(isAnswered: Bool) {
            found.end(begun, at: time.now(), isAnswered: isAnswered, most: most)
            terms.limiter.resize(min(most, found.level))
        }
        do {
            let answer = try await call()
            end(isAnswered: true)
            return answer
        } catch {
            end(isAnswered: false)
            throw error
        }
    }

    /// Makes a call, and receives what its adapter reports in addition to the answer.
    private func reported<Answer>(_ call: () async throws -> Answer) async throws -> (Answer, ConnectionTiming?) {
        let connection = Locked<ConnectionTiming?>(nil)
        let report = CallReport { [pace = terms.pace] in
            pace.note($0)
        } limitedTokens: { [pace = terms.pace] in
            pace.note($0)
        } reached: { timing in
            connection.withLock { $0 = timing }
        } progressed: { [progressed = terms.progressed] in
            progressed()
        }
        let answer = try await CallReport.$current.withValue(report) { try await call() }
        return (answer, connection.withLock { $0 })
    }

    /// Records that a call has failed, and what it may have cost anyway.
    private func commit(
        _ error: ProviderError, of attempt: AttemptID, _ account: inout CallAccount
    ) async throws {
        let provider = account.planned.provider
        CallWatch.current?.note(.failed(terms.stage, provider: provider.name, error.failure))
        if error.usage != nil { terms.pace.answered() }
        let (charge, possible) = account.charge(error, for: attempt)
        if let charge { note(charge, of: provider) }
        if error.failure == .throttled {
            terms.pace.refused(for: error.retryAfter)
        } else if let wait = error.retryAfter {
            terms.pace.hold(for: wait)
        }
        if let wait = error.retryAfter {
            CallWatch.current?.note(.held(terms.stage, provider: provider.name, wait))
        }
        let ended = StoreChange.attemptFailed(
            attempt, error.failure, message: error.message, endedAt: time.wallClockMilliseconds(),
            mayHaveCost: possible)
        try await journal.commit([ended] + (charge.map { [.charged(journal.utterance, $0)] } ?? []))
    }

    private func note(_ charge: Charge, of provider: ProviderDescriptor) {
        guard let cost = charge.cost else { return }
        CallWatch.current?.note(.charged(terms.stage, provider: provider.name, cost))
    }

    // MARK: Times

    private func reusedTiming(_ provider: ProviderDescriptor) -> StageTiming {
        times.withLock { $0 }.reusedTiming(terms.stage, provider, at: time.now())
    }

    private func timing(_ provider: ProviderDescriptor, _ connection: ConnectionTiming?) -> StageTiming {
        var timing = times.withLock { $0 }.timing(terms.stage, provider, at: time.now())
        timing.connection = connection
        return timing
    }
}
