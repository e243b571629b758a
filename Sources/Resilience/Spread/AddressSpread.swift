package import Plumbing
internal import Providers

/// The addresses and keys at which one provider is reached, and how each of them does.
///
/// Each call goes to the address with the fewest calls in progress. An address that fails rests, as a provider does behind its
/// ``CircuitBreaker``, and the calls go to the others. Each has its own rate limits, because each key has.
///
/// It never repeats a call that may have been charged: that is left to the retries of the caller, which choose another address.
package final class AddressSpread: Sendable {
    private struct Place: Sendable {
        let name: String
        let breaker: CircuitBreaker
        let pace: ProviderPace
    }

    private struct State {
        /// How many calls each address is answering.
        var calls: [Int]
        /// The address that is next if several have as few calls.
        var turn = 0
    }

    private let places: [Place]
    private let time: TimeSource
    private let state: Locked<State>

    /// An address rests after its first failure, because others can be called, and one call finds out whether it is back.
    private static var policy: CircuitBreaker.Policy {
        var policy = CircuitBreaker.Policy()
        policy.consecutiveFailures = 1
        policy.consecutiveMisses = 1
        policy.probes = 1
        return policy
    }

    /// - Parameter names: what is shown of each address, such as `gpu-1:8000`; at least two.
    package init(_ names: [String], time: TimeSource) {
        self.time = time
        places = names.map {
            Place(name: $0, breaker: CircuitBreaker(Self.policy, time: time), pace: ProviderPace(time: time))
        }
        state = Locked(State(calls: names.map { _ in 0 }))
    }

    /// What is shown of each address, in the order of the configuration.
    package var names: [String] { places.map(\.name) }

    /// Whether each address is called, and how many calls it is answering.
    package var conditions: [AddressCondition] {
        let calls = state.withLock { $0.calls }
        return zip(places, calls).map {
            AddressCondition(address: $0.name, condition: $0.breaker.condition, calls: $1)
        }
    }

    /// Makes a call at one of the addresses.
    ///
    /// If an address refuses the call without having done any work, the next one is asked.
    ///
    /// - Parameters:
    ///   - usage: what the call is likely to consume.
    ///   - hasBegun: whether a part of the answer has been passed on, so that no other address may answer.
    ///   - call: receives the index of the address.
    func call<Answer>(
        _ usage: Usage, hasBegun: () -> Bool = { false }, _ call: (Int) async throws -> Answer
    ) async throws -> Answer {
        var tried: Set<Int> = []
        var last: (any Error)?
        while true {
            guard let index = choose(besides: tried, usage) else {
                // After the last address that can be called, its refusal is the provider's.
                if let last { throw last }
                return try await make(leastBusy, call)
            }
            do {
                return try await make(index, call)
            } catch let error as ProviderError {
                tried.insert(index)
                guard Self.isLeftUndone(error), !hasBegun(), !Task.isCancelled else { throw error }
                last = error
            }
        }
    }

    /// Whether the address refused the call and did not work on it, and another one may accept it.
    private static func isLeftUndone(_ error: ProviderError) -> Bool {
        switch error.failure {
        case .throttled, .starting, .quota, .unauthorized, .missing, .unavailable: error.usage == nil
        case .transient, .timeout, .unusable, .rejected, .unsupported, .tooLarge, .unaffordable: false
        }
    }

    // MARK: The choice

    /// The address for a call, which may be a probe; nil if none can be called now.
    private func choose(besides tried: Set<Int>, _ usage: Usage) -> Int? {
        order.first { index in
            guard !tried.contains(index), places[index].breaker.availability == .ready,
                places[index].breaker.admit()
            else { return false }
            guard places[index].pace.admit(for: usage) == nil else {
                places[index].breaker.forget()
                return false
            }
            return true
        }
    }

    /// If no address can be called, the caller's own breaker and waits decide about the provider. Until then, its calls go on.
    private var leastBusy: Int {
        order.min { places[$0].breaker.availability.rank < places[$1].breaker.availability.rank } ?? 0
    }

    /// The addresses with the fewest calls first, and equal ones in turns.
    private var order: [Int] {
        let (calls, turn) = state.withLock { state in
            defer { state.turn = (state.turn + 1) % places.count }
            return (state.calls, state.turn)
        }
        let rotated = places.indices.map { ($0 + turn) % places.count }
        return rotated.enumerated().sorted { (calls[$0.element], $0.offset) < (calls[$1.element], $1.offset) }
            .map(\.element)
    }

    // MARK: One call

    private func make<Answer>(_ index: Int, _ call: (Int) async throws -> Answer) async throws -> Answer {
        let place = places[index]
        state.withLock { $0.calls[index] += 1 }
        defer { state.withLock { $0.calls[index] -= 1 } }
        TraceSpan.current?.note("server.address", place.name)
        let outer = CallReport.current
        // The limits of one key say nothing about the others, so the caller does not learn them.
        let report = CallReport {
            place.pace.note($0)
        } limitedTokens: {
            place.pace.note($0)
        } reached: {
            outer?.reached($0)
        } progressed: {
            outer?.progressed()
        }
        do {
            let answer = try await CallReport.$current.withValue(report) { try await call(index) }
            place.breaker.record(nil)
            place.pace.answered()
            return answer
        } catch let error as ProviderError {
            note(error, at: place)
            throw error
        } catch {
            // A call that has used up its time was kept waiting by the address. Otherwise its answer is not needed any more.
            if let deadline = CallDeadline.current, deadline.remaining <= .zero {
                place.breaker.record(.timeout)
            } else {
                place.breaker.forget()
            }
            throw error
        }
    }

    private func note(_ error: ProviderError, at place: Place) {
        switch error.failure {
        case .throttled:
            place.breaker.forget()
            place.pace.refused(for: error.retryAfter)
        // A server that is not there yet is as good as down while others are.
        case .starting: place.breaker.record(.unavailable)
        default:
            place.breaker.record(error)
            if let wait = error.retryAfter { place.pace.hold(for: wait) }
        }
    }
}

extension CircuitBreaker.Availability {
    fileprivate var rank: Int {
        switch self {
        case .ready: 0
        case .resting: 1
        case .refusing: 2
        }
    }
}

/// Whether one address of a provider is called, or rests because its last call has failed.
package struct AddressCondition: Sendable, Hashable {
    /// The host and the port, and the environment variable of the key if the provider has several.
    package var address: String
    package var condition: CircuitBreaker.Condition
    /// How many calls it is answering.
    package var calls: Int
}
