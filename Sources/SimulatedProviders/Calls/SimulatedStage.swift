internal import Plumbing
internal import Providers

/// What all simulated engines share: counting and logging of calls, waits, and faults.
final class SimulatedStage: Sendable {
    /// One call in flight.
    struct Call: Sendable {
        let stage: SimulatedStage
        let fault: Fault?
        /// The factor for every wait of this call.
        let pace: Double

        func wait(_ duration: Duration) async throws {
            if duration > .zero { try await stage.time.sleep(duration * pace) }
            try Task.checkCancellation()
        }

        /// Gives the pieces to the sink at the scenario's pace; with the fault `cut` only the first half of them.
        func stream<Piece>(_ pieces: [Piece], to sink: PartialSink<Piece>) async throws {
            let given = fault == .cut ? pieces.count / 2 : pieces.count
            for piece in pieces.prefix(given) {
                try await sink(piece)
                try await wait(stage.behaviour.tokenPace)
            }
            if fault == .cut { throw stage.failure(.unusable, "the answer ended halfway") }
        }
    }

    private struct State {
        var calls = 0
        var running = 0
        var attempts = AttemptCounts()
    }

    let stage: Stage
    let descriptor: ProviderDescriptor
    let behaviour: Scenario.Behaviour
    let seed: UInt64
    let time: TimeSource
    private let log: CallLog?
    private let state = Locked(State())

    init(_ stage: Stage, _ scenario: Scenario, time: TimeSource, log: CallLog?) {
        self.stage = stage
        self.time = time
        self.log = log
        seed = scenario.seed
        behaviour =
            switch stage {
            case .recognition: scenario.recognition
            case .translation: scenario.translation
            case .synthesis: scenario.synthesis
            }
        var parameters = ["seed": "\(scenario.seed)"]
        let altering = behaviour.faults.filter(\.fault.changesAnswer)
        if !altering.isEmpty {
            // Other faults give other answers, so they belong to the descriptor. The description is stable because it lists
            // plain values.
            parameters["faults"] = StableHash().with(altering.map(\.stableDescription).joined()).hexadecimal
        }
        descriptor = ProviderDescriptor(name: "sim:\(scenario.name)", model: "1", parameters: parameters)
    }

    func failure(
        _ failure: ProviderError.Failure, _ message: String, cure: String? = nil, retryAfter: Duration? = nil
    ) -> ProviderError {
        ProviderError(
            failure, stage: stage, provider: descriptor.name, message, cure: cure, retryAfter: retryAfter)
    }

    /// Makes one call: counts and logs it, waits as the scenario says, applies its fault and then gives the answer.
    ///
    /// - Parameters:
    ///   - request: the hash of everything in the request that the answer depends on.
    ///   - name: the name of the stage in the call log.
    func call<Answer>(
        _ context: CallContext, request: StableHash, silent: Bool = false, as name: String? = nil,
        _ answer: (Call) async throws -> Answer
    ) async throws -> Answer {
        try Task.checkCancellation()
        let (number, attempt, running) = state.withLock { state in
            state.calls += 1
            state.running += 1
            return (state.calls, state.attempts.next(of: request, for: context), state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        func note(_ moment: CallLog.Moment) -> Bool {
            log?.append(
                moment, at: time.wallClockMilliseconds(), name ?? stage.rawValue, context, request: request,
                attempt: attempt) ?? true
        }
        guard note(.begin) else {
            throw failure(.unavailable, "the call log cannot be written", cure: "make room or name another file")
        }
        do {
            let fault = fault(number: number, attempt: attempt, context: context, request: request, silent: silent)
            let jitter = behaviour.jitter * (2 * draw("jitter", request).unit - 1)
            let call = Call(stage: self, fault: fault, pace: 1 + jitter)
            try await call.wait(behaviour.latency)
            if let most = behaviour.concurrency, running > most {
                throw failure(.throttled, "more than \(most) calls at once")
            }
            try await begin(call, utterance: context.utterance)
            try await call.wait(behaviour.firstByte)
            let result = try await answer(call)
            try Task.checkCancellation()
            _ = note(.end)
            return result
        } catch {
            _ = note(.fail)
            throw error
        }
    }

    /// Applies the faults that come before an answer.
    private func begin(_ call: Call, utterance: Int) async throws {
        switch call.fault {
        case .rateLimited(let retryAfter):
            throw failure(.throttled, "asked too often", retryAfter: retryAfter)
        case .serverError: throw failure(.transient, "the provider failed with status 503")
        case .unauthorized:
            throw failure(.unauthorized, "the key is refused", cure: "use a scenario without the fault unauthorized")
        case .quota: throw failure(.quota, "no credit is left", cure: "use a scenario without the fault quota")
        case .garbage: throw failure(.unusable, "the answer cannot be read")
        case .hang: while true { try await call.wait(.seconds(3_600)) }
        case .slow(let delay): try await call.wait(delay)
        case .outOfOrder(let delay, let window):
            let window = max(1, window)
            try await call.wait(delay * (window - 1 - (max(1, utterance) - 1) % window))
        case .cut, .empty, .hallucinate, .wrongLanguage, nil: break
        }
    }

    private func fault(
        number: Int, attempt: Int, context: CallContext, request: StableHash, silent: Bool
    ) -> Fault? {
        for (index, rule) in behaviour.faults.enumerated()
        where rule.condition.holds(
            number: number, utterance: context.utterance, attempt: attempt, silent: silent,
            random: draw("fault", request).with(UInt64(index)))
        {
            return rule.fault
        }
        return nil
    }

    private func draw(_ purpose: String, _ request: StableHash) -> StableHash {
        StableHash(seed).with(stage.rawValue).with(purpose).with(request.value)
    }
}

extension FaultRule {
    /// A text that is equal for equal rules, in every process.
    fileprivate var stableDescription: String {
        func list(_ numbers: Set<Int>?) -> String { numbers.map { "\($0.sorted())" } ?? "-" }
        let condition = condition
        return "\(fault) \(condition.every ?? 0) \(list(condition.nth)) \(list(condition.utterance)) "
            + "\(list(condition.attempt)) \(condition.probability ?? -1) \(condition.samplingUnit) "
            + "\(condition.silence.map { "\($0)" } ?? "-");"
    }
}

/// How often each request was made in this process.
///
/// The oldest requests are forgotten, because a retry comes soon after the first attempt. Otherwise, in a recording of many
/// hours, the counts would take memory that is measured as the pipeline's.
struct AttemptCounts {
    private struct Key: Hashable {
        let context: CallContext
        let request: StableHash
    }

    private static let most = 1_024
    private var counts: [Key: Int] = [:]
    private var order: [Key] = []
    private var oldest = 0

    mutating func next(of request: StableHash, for context: CallContext) -> Int {
        let key = Key(context: context, request: request)
        if let count = counts[key] {
            counts[key] = count + 1
            return count + 1
        }
        if order.count < Self.most {
            order.append(key)
        } else {
            counts[order[oldest]] = nil
            order[oldest] = key
            oldest = (oldest + 1) % Self.most
        }
        counts[key] = 1
        return 1
    }
}
