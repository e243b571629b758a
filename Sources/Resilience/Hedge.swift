package import Plumbing
internal import Providers

/// One of two calls that may be made for the same answer: the first to give any part of it counts.
///
/// The code that makes the call reports when it begins, and claims the answer before any of it is passed on or stored. If a
/// claim is refused, the call ends.
package struct HedgedCall: Sendable {
    private let race: HedgeRace?
    private let index: Int

    /// A call that no other call competes with.
    package static let alone = HedgedCall(race: nil, index: 0)

    init(race: HedgeRace?, index: Int) {
        self.race = race
        self.index = index
    }

    /// Reports that the call is made now, or that it waits for an equal one. So waiting for a concurrency slot does not count
    /// as slowness.
    package func begin() { race?.begin() }

    /// Returns whether this call is the one that counts.
    package func claim() -> Bool { race?.claim(index) ?? true }

    /// Like ``claim()``.
    ///
    /// - Throws: `CancellationError` if another call counts.
    package func requireClaim() throws { guard claim() else { throw CancellationError() } }
}

/// The race between the calls for one answer: which of them leads.
final class HedgeRace: Sendable {
    private struct State {
        var leader: Int?
        var refused: Set<Int> = []
    }

    private let state = Locked(State())
    /// Has one element once a call has begun.
    let begun: AsyncStream<Void>
    private let beginning: AsyncStream<Void>.Continuation

    init() { (begun, beginning) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var isOpen: Bool { state.withLock { $0.leader == nil } }

    func isLed(by index: Int) -> Bool { state.withLock { $0.leader == index } }

    func begin() { beginning.yield() }

    func claim(_ index: Int) -> Bool {
        state.withLock { state in
            if state.leader == nil { state.leader = index }
            if state.leader != index { state.refused.insert(index) }
            return state.leader == index
        }
    }

    func hasRefused(_ index: Int) -> Bool { state.withLock { $0.refused.contains(index) } }

    /// A call that has failed no longer counts.
    func leave(_ index: Int) { state.withLock { if $0.leader == index { $0.leader = nil } } }
}

extension ProviderChain {
    /// Like ``firstAnswer(unless:_:)``, but if the first call has given nothing after the delay, the next provider is
    /// called as well. Both may charge for it; the call that does not count is cancelled.
    ///
    /// - Parameters:
    ///   - delay: counted from when the first call is made.
    ///   - call: gets the provider, its index in the chain, and its part in the race.
    package func firstAnswer<Answer: Sendable>(
        hedgingAfter delay: Duration, time: TimeSource, unless mark: DeliveryMark? = nil,
        _ call: @escaping @Sendable (Provider, _ index: Int, HedgedCall) async throws -> Answer
    ) async throws -> Answer {
        let race = HedgeRace()
        var state = HedgeState(self, mark)
        let run: @Sendable (Int) async -> HedgeEvent<Answer> = { [links] index in
            do {
                return .ended(
                    index, .success(try await call(links[index].provider, index, HedgedCall(race: race, index: index))))
            } catch {
                return race.hasRefused(index) ? .lost(index) : .ended(index, .failure(error))
            }
        }
        let result = await withTaskGroup(of: HedgeEvent<Answer>.self) { group in
            if let first = state.next() { group.addTask { await run(first) } }
            group.addTask {
                for await _ in race.begun { break }
                do { try await time.sleep(delay) } catch { return .unneeded }
                return .late
            }
            var result: Result<Answer, any Error>?
            for await event in group {
                switch state.take(event, race) {
                case .nothing: continue
                case .call(let index): group.addTask { await run(index) }
                case .over(let over):
                    // Calls that end after that are cancelled, and change nothing.
                    result = over
                    group.cancelAll()
                }
            }
            return result ?? .failure(CancellationError())
        }
        return try result.get()
    }
}

private enum HedgeEvent<Answer: Sendable>: Sendable {
    case ended(Int, Result<Answer, any Error>)
    /// Another call counts.
    case lost(Int)
    case late, unneeded
}

/// Which providers have been called, and what the endings of their calls lead to.
private struct HedgeState<Provider: Sendable> {
    enum Step<Answer: Sendable> {
        case nothing
        case call(Int)
        case over(Result<Answer, any Error>)
    }

    private let links: [ProviderChain<Provider>.Link]
    private let mark: DeliveryMark?
    private var untried: Range<Int>
    private var running = 0
    private var failures: [ProviderError] = []
    private var isOver = false

    init(_ chain: ProviderChain<Provider>, _ mark: DeliveryMark?) {
        links = chain.links
        self.mark = mark
        untried = chain.links.indices
    }

    /// The next provider to call. The last one is called whatever its breaker says, unless it would only be a hedge.
    mutating func next(isHedge: Bool = false) -> Int? {
        while let index = untried.first {
            let isLast = untried.count == 1
            let isAdmitted = links[index].breaker.admit()
            // The provider may still be called as the last resort.
            if !isAdmitted, isLast, isHedge { return nil }
            untried = untried.dropFirst()
            if isAdmitted || isLast {
                running += 1
                return index
            }
        }
        return nil
    }

    mutating func take<Answer>(_ event: HedgeEvent<Answer>, _ race: HedgeRace) -> Step<Answer> {
        let step: Step<Answer> =
            switch event {
            case .unneeded: .nothing
            case .late: late(race)
            case .lost(let index): lost(index)
            case .ended(let index, .success(let answer)): answered(index, answer)
            case .ended(let index, .failure(let error)): failed(index, error, race)
            }
        if isOver { return .nothing }
        if case .over = step { isOver = true }
        return step
    }

    private mutating func late<Answer>(_ race: HedgeRace) -> Step<Answer> {
        guard !isOver, running == 1, race.isOpen else { return .nothing }
        return next(isHedge: true).map { .call($0) } ?? .nothing
    }

    private mutating func lost<Answer>(_ index: Int) -> Step<Answer> {
        running -= 1
        links[index].breaker.forget()
        return goOn()
    }

    private mutating func answered<Answer>(_ index: Int, _ answer: Answer) -> Step<Answer> {
        running -= 1
        links[index].breaker.record(nil)
        if !isOver { ProviderChain<Provider>.report(replaced: failures) }
        return .over(.success(answer))
    }

    private mutating func failed<Answer>(_ index: Int, _ error: any Error, _ race: HedgeRace) -> Step<Answer> {
        running -= 1
        guard let providerError = error as? ProviderError else {
            links[index].breaker.forget()
            return .over(.failure(error))
        }
        links[index].breaker.record(providerError)
        failures.append(providerError)
        let isHeard = race.isLed(by: index) && mark?.isSet ?? false
        links[index].failures.note(providerError, isPassedOn: !isHeard)
        // Some of its answer has reached the listener.
        if isHeard { return .over(.failure(error)) }
        race.leave(index)
        return goOn()
    }

    /// If no call is left that may answer, the next provider is called.
    private mutating func goOn<Answer>() -> Step<Answer> {
        guard running == 0, !isOver else { return .nothing }
        return next().map { .call($0) } ?? .over(.failure(failures.last ?? CancellationError()))
    }
}
