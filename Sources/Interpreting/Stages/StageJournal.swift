internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// Writes down one stage of one utterance: an attempt before each call, the answer in one transaction after it.
final class StageJournal: Sendable {
    private struct State {
        var queuedSince: Duration
        var firstCallAt: Duration?
        var firstPartialAt: Duration?
        var connection: ConnectionTiming?
    }

    let stage: Stage
    let key: ContentKey
    private let journal: UtteranceJournal
    private let limiter: Limiter
    private let pace: ProviderPace
    private let calls: CallsUnderWay
    private let hedge: HedgedCall
    private let longestWait: Duration
    private let budget: Budget
    private let purpose: Charge.Purpose
    /// Takes an answer that is only a part of the utterance's.
    private let part: (@Sendable (StageTiming) -> Void)?
    /// Why the provider is not called any more, in a clause; nil where it is.
    private let givenUp: @Sendable () -> String?
    private let time: TimeSource
    private let state: Locked<State>

    /// - Parameters:
    ///   - limiter: how many calls of the stage may run at once.
    ///   - pace: what the provider has said of how often it may be called.
    ///   - calls: which of the provider's calls are under way.
    ///   - hedge: the call's part where another provider may be called for the same answer.
    ///   - longestWait: a call that would have to wait longer for that has failed.
    ///   - budget: what the run may spend.
    ///   - purpose: what is paid for.
    ///   - part: takes the timing of an answer that is only a part of the utterance's. Such an answer is stored under its key
    ///     like any other, and does not become the utterance's.
    init(
        stage: Stage, key: ContentKey, in journal: UtteranceJournal, limiter: Limiter, pace: ProviderPace,
        calls: CallsUnderWay, hedge: HedgedCall, longestWait: Duration, budget: Budget,
        purpose: Charge.Purpose = .answer,
        part: (@Sendable (StageTiming) -> Void)? = nil, givenUp: @escaping @Sendable () -> String? = { nil },
        time: TimeSource
    ) {
        self.givenUp = givenUp
        self.stage = stage
        self.key = key
        self.journal = journal
        self.limiter = limiter
        self.pace = pace
        self.calls = calls
        self.hedge = hedge
        self.longestWait = longestWait
        self.budget = budget
        self.purpose = purpose
        self.part = part
        self.time = time
        state = Locked(State(queuedSince: time.now()))
    }

    /// Makes one call between its two entries, when its turn comes, or takes finished work under the same key instead, that
    /// of a call which is under way just now among it.
    ///
    /// A call that is cancelled leaves its attempt open: whether the provider did the work is not known.
    ///
    /// - Parameters:
    ///   - price: what the provider charges; nil where that is not known.
    ///   - forecast: what the call is likely to consume.
    ///   - call: is told how long it may take at most.
    ///   - stored: the answer as it is kept.
    ///   - reused: finished work as an answer, or nil where it cannot be used.
    ///   - shares: what each utterance bears of the call's cost, where that is not this one alone.
    func record<Answer: Consuming>(
        of provider: ProviderDescriptor, charging price: Price?, for forecast: Usage, limit: Duration,
        _ call: (_ limit: Duration) async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer, reusing reused: (StageAnswer) async throws -> Answer?,
        sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])? = nil
    ) async throws -> Answer {
        if !limiter.tryAcquire() {
            try await journal.flush()
            try await limiter.acquire()
        }
        let place = KeptPlace(limiter)
        do {
            let reusing = { (finished: StageAnswer) async throws -> Answer? in
                guard let answer = try await reused(finished) else { return nil }
                try self.take(finished, from: provider)
                return answer
            }
            if let answer = try await turn(of: provider, for: forecast, place, reusing) {
                place.giveBack(.answered)
                return answer
            }
            return try await make(
                of: provider, charging: price, for: forecast, limit: limit, call, as: stored, reusing: reusing,
                sharing: shares, place)
        } catch {
            // Where the provider was not asked, or nobody wants the answer any more, whoever waits for it asks.
            let isOver = error is CancellationError || Task.isCancelled || !place.hasAsked
            place.giveBack(isOver ? .givenUp : .failed)
            throw error
        }
    }

    /// Waits for the turn with the provider; while the same is asked of it for somebody else, for that answer.
    ///
    /// Of a call that its own asker has given up the next one takes over. Behind a failure everybody calls for himself: nobody
    /// waits for a second one.
    ///
    /// - Returns: nil where the call is to be made.
    private func turn<Answer>(
        of provider: ProviderDescriptor, for forecast: Usage, _ place: KeptPlace,
        _ reusing: (StageAnswer) async throws -> Answer?
    ) async throws -> Answer? {
        var hasFailed = false
        while true {
            if !hasFailed, let equal = calls.call(for: key.rawValue) {
                // Who waits for a call waits for the provider: from here on another one may be called as well.
                hedge.begin()
                try await journal.flush()
                switch try await equal.ended() {
                case .answered:
                    if let finished = try await journal.store.answer(for: key), let answer = try await reusing(finished)
                    {
                        return answer
                    }
                case .failed: hasFailed = true
                case .givenUp: break
                }
                continue
            }
            try await waitForPace(of: provider, for: forecast)
            // Meanwhile somebody else may have begun.
            let (call, isOwn) = calls.begin(key.rawValue)
            if isOwn { place.take(call) }
            if isOwn || hasFailed { return nil }
        }
    }

    private func make<Answer: Consuming>(
        of provider: ProviderDescriptor, charging price: Price?, for forecast: Usage, limit: Duration,
        _ call: (_ limit: Duration) async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer, reusing: (StageAnswer) async throws -> Answer?,
        sharing shares: ((Answer, Charge) -> [(UtteranceID, Charge)])?, _ place: KeptPlace
    ) async throws -> Answer {
        let began = time.now()
        defer { journal.spend(time.now() - began) }
        state.withLock { if $0.firstCallAt == nil { $0.firstCallAt = began } }
        let (foretold, kind) = (
            price?.cost(of: forecast) ?? .zero, "\(stage.rawValue) \(provider.name) \(provider.model)"
        )
        let reserved = budget.expected(foretold, of: kind)
        let left = givenUp()
        guard left == nil, budget.reserve(reserved) else {
            // What is finished costs nothing, and asks nobody.
            guard let finished = try await journal.store.answer(for: key), let answer = try await reusing(finished)
            else { throw left.map { leftAlone(provider, $0) } ?? tooExpensive(provider, reserved) }
            place.giveBack(.answered)
            return answer
        }
        // What a call that did not end well cost is not known; then it counts as what it was expected to.
        var spent = Money.zero
        defer { budget.settle(reserved, spent: spent) }
        let attempt = journal.nextAttempt(of: stage)
        let beginning = Attempt(
            id: attempt, provider: provider, key: key, startedAt: time.wallClockMilliseconds(), mayCost: reserved)
        if let finished = try await journal.begin(beginning) {
            if let answer = try await reusing(finished) {
                place.giveBack(.answered)
                return answer
            }
            // It cannot be used any more, its audio being gone: the call is made after all.
            try await journal.commit([.attemptBegan(beginning)])
        }
        do {
            guard journal.remaining > .zero else { throw outOfTime(provider) }
            spent = reserved
            place.asks()
            hedge.begin()
            CallWatch.current?.note(.began(stage, provider: provider.name))
            let connection = Locked<ConnectionTiming?>(nil)
            let report = CallReport { [pace] in
                pace.note($0)
            } limitedTokens: { [pace] in
                pace.note($0)
            } reached: { timing in
                connection.withLock { $0 = timing }
            }
            var answer = try await CallReport.$current.withValue(report) {
                try await call(min(limit, journal.remaining))
            }
            pace.answered()
            answer.usage = believed(answer.usage, expecting: forecast, of: provider)
            // Of two answers one is stored.
            try hedge.mustClaim()
            let kept = try await stored(answer)
            let settled = price?.settled(kept.usage, expecting: forecast)
            spent = settled?.amount ?? .zero
            budget.learn(foretold, spent, of: kind)
            let charge = charge(attempt, provider, settled.flatMap { $0.isKnown ? $0.amount : nil }, kept.usage)
            journal.hold(
                [.attemptAnswered(attempt, key, kept, endedAt: time.wallClockMilliseconds())]
                    + (shares?(answer, charge) ?? [(journal.utterance, charge)]).map { .charged($0, $1) },
                until: { place.giveBack(.answered) })
            if place.isAwaited { try await journal.flush() }
            let reached = connection.withLock { $0 }
            state.withLock { $0.connection = reached }
            conclude(kept, timing(provider, reached))
            CallWatch.current?.note(.answered(stage, provider: provider.name))
            note(charge, of: provider)
            return answer
        } catch let error as ProviderError {
            CallWatch.current?.note(.failed(stage, provider: provider.name, error.failure))
            if !error.failure.mayHaveBeenCharged { spent = .zero }
            var charges: [StoreChange] = []
            var possible = spent
            if let told = error.usage {
                let usage = believed(told, expecting: forecast, of: provider)
                pace.answered()
                let settled = price?.settled(usage, expecting: forecast)
                spent = settled?.amount ?? .zero
                possible = spent
                if let settled, settled.isKnown {
                    let charge = charge(attempt, provider, settled.amount, usage)
                    charges = [.charged(journal.utterance, charge)]
                    note(charge, of: provider)
                    possible = .zero
                }
            }
            if error.failure == .throttled {
                pace.refused(for: error.retryAfter)
            } else if let wait = error.retryAfter {
                pace.hold(for: wait)
            }
            if let wait = error.retryAfter { CallWatch.current?.note(.held(stage, provider: provider.name, wait)) }
            let ended = StoreChange.attemptFailed(
                attempt, error.failure, message: error.message, endedAt: time.wallClockMilliseconds(),
                mayHaveCost: possible)
            try await journal.commit([ended] + charges)
            throw error
        } catch is CancellationError where !hedge.claim() {
            journal.holdLost(attempt, endedAt: time.wallClockMilliseconds(), mayHaveCost: spent)
            throw CancellationError()
        }
    }

    private func charge(
        _ call: AttemptID, _ provider: ProviderDescriptor, _ cost: Money?, _ usage: Usage
    ) -> Charge {
        Charge(
            call: call, purpose: purpose, provider: provider.name, model: provider.model, cost: cost, usage: usage)
    }

    /// What an answer is said to have consumed, without what cannot be.
    private func believed(_ usage: Usage, expecting forecast: Usage, of provider: ProviderDescriptor) -> Usage {
        let believed = usage.plausible(expecting: forecast)
        if believed != usage { CallWatch.current?.note(.disbelieved(stage, provider: provider.name, usage)) }
        return believed
    }

    private func note(_ charge: Charge, of provider: ProviderDescriptor) {
        guard let cost = charge.cost else { return }
        CallWatch.current?.note(.charged(stage, provider: provider.name, cost))
    }

    /// Makes finished work the utterance's.
    private func take(_ finished: StageAnswer, from provider: ProviderDescriptor) throws {
        try hedge.mustClaim()
        conclude(finished, reusedTiming(provider))
    }

    private func conclude(_ answer: StageAnswer, _ timing: StageTiming) {
        if let part { return part(timing) }
        journal.conclude(with: .answered(journal.utterance, key, answer, timing))
    }

    /// Waits, before the call's time begins to count, while the provider has said that it would refuse the call.
    private func waitForPace(of provider: ProviderDescriptor, for forecast: Usage) async throws {
        var waited = Duration.zero
        while let wait = pace.admit(for: forecast) {
            guard waited + wait <= longestWait else { throw heldBack(provider, wait) }
            // Nobody waits while keeping the place of another stage.
            if waited == .zero { try await journal.flush() }
            try await time.sleep(wait)
            waited += wait
        }
    }

    /// Notes that the first hypothesis, piece or audio has come.
    func partialArrived() {
        state.withLock { state in
            if state.firstPartialAt == nil { state.firstPartialAt = time.now() }
        }
    }

    private func reusedTiming(_ provider: ProviderDescriptor) -> StageTiming {
        let now = time.now()
        let queued = state.withLock { ($0.firstCallAt ?? now) - $0.queuedSince }
        return StageTiming(
            stage: stage, queuedMilliseconds: queued.milliseconds, firstPartialMilliseconds: nil, totalMilliseconds: 0,
            reused: true, provider: provider.name, model: provider.model)
    }

    /// How the provider was reached; nil where it was not, or is on this machine.
    var connection: ConnectionTiming? { state.withLock { $0.connection } }

    /// Makes an answer the utterance's after all that was asked for before this one, or what was made of it.
    ///
    /// - Parameters:
    ///   - key: what it is stored under.
    ///   - connection: how its provider was reached.
    func prefer(
        _ answer: StageAnswer, of provider: ProviderDescriptor, as key: ContentKey, over connection: ConnectionTiming?
    ) {
        journal.conclude(with: .answered(journal.utterance, key, answer, timing(provider, connection)))
    }

    /// - Parameter cost: what the call is expected to cost.
    private func tooExpensive(_ provider: ProviderDescriptor, _ cost: Money) -> ProviderError {
        let limit = budget.limit ?? .zero
        return ProviderError(
            .unaffordable, stage: stage, provider: provider.name,
            "the run was to cost \(limit) at most, and this call could have gone beyond that",
            cure: cost > limit
                ? "the call alone may cost \(cost): resume it with a higher --max-cost"
                : "resume it: --max-cost holds for each run by itself")
    }

    private func heldBack(_ provider: ProviderDescriptor, _ wait: Duration) -> ProviderError {
        ProviderError(
            .throttled, stage: stage, provider: provider.name,
            "it has asked not to be called for another \(Int64(wait.seconds.rounded(.up))) s", retryAfter: wait)
    }

    private func leftAlone(_ provider: ProviderDescriptor, _ why: String) -> ProviderError {
        ProviderError(.unavailable, stage: stage, provider: provider.name, why, cure: "resume it")
    }

    private func outOfTime(_ provider: ProviderDescriptor) -> ProviderError {
        ProviderError(
            .timeout, stage: stage, provider: provider.name, "the utterance has had all the time it may take",
            cure: "raise pipeline.utterance-deadline")
    }

    private func timing(_ provider: ProviderDescriptor, _ connection: ConnectionTiming?) -> StageTiming {
        let now = time.now()
        return state.withLock { state in
            let called = state.firstCallAt ?? now
            return StageTiming(
                stage: stage, queuedMilliseconds: (called - state.queuedSince).milliseconds,
                firstPartialMilliseconds: state.firstPartialAt.map { ($0 - called).milliseconds },
                totalMilliseconds: (now - called).milliseconds, reused: false, provider: provider.name,
                model: provider.model, connection: connection)
        }
    }
}

/// An answer that tells what it consumed.
protocol Consuming {
    var usage: Usage { get set }
}

extension Recognition: Consuming {}
extension Translation: Consuming {}
extension TranslatedBatch: Consuming {}
extension Summary: Consuming {}
extension Synthesis: Consuming {}
