internal import Plumbing

/// Finds out how many calls at once a server answers faster than one after the other.
///
/// Servers of the user's rarely say how many calls they work on. One that decodes a single utterance at a time makes each of four
/// calls wait for the other three, and a listener for all of them. So calls begin one at a time. If two at once are answered at a
/// higher rate than one, four are tried, and so on. If not, it stays at the number before.
package final class FoundConcurrency: Sendable {
    /// One call, from its beginning.
    package struct Call: Sendable {
        fileprivate let began: Duration
        /// Whether as many calls as allowed were in flight when it began.
        fileprivate let isAmongAll: Bool
    }

    private struct State {
        var level = 1
        var isSettled = false
        var inFlight = 0
        /// The seconds that calls took while ``level`` were in flight.
        var times: [Double] = []
        /// Calls a second at the level before.
        var rate = 0.0
    }

    private let state = Locked(State())

    package init() {}

    /// How many calls may be in flight.
    package var level: Int { state.withLock { $0.level } }

    package func begin(at now: Duration) -> Call {
        state.withLock { state in
            state.inFlight += 1
            return Call(began: now, isAmongAll: state.inFlight >= state.level)
        }
    }

    /// Notes the end of a call that was answered, or that failed and says nothing.
    ///
    /// - Parameter most: how many calls may be in flight at most.
    package func end(_ call: Call, at now: Duration, isAnswered: Bool, most: Int) {
        state.withLock { state in
            let isAmongAll = call.isAmongAll || state.inFlight >= state.level
            state.inFlight = max(0, state.inFlight - 1)
            guard isAnswered, isAmongAll, !state.isSettled, state.level < most || state.level > 1 else { return }
            state.times.append((now - call.began).seconds)
            guard state.times.count >= Self.calls(at: state.level) else { return }
            decide(&state, most)
        }
    }

    private func decide(_ state: inout State, _ most: Int) {
        let mean = state.times.reduce(0, +) / Double(state.times.count)
        let rate = Double(state.level) / max(mean, 0.001)
        state.times = []
        if state.level > 1, rate < state.rate * Self.gain {
            state.level /= 2
            state.isSettled = true
        } else if state.level * 2 <= most {
            state.rate = rate
            state.level *= 2
        } else {
            state.isSettled = true
        }
    }

    /// How much more must be answered with twice as many calls. A server that does one at a time answers the same; utterances
    /// of different length change the rate by less than this.
    private static let gain = 1.3

    /// How many calls a level is judged by: each place is filled about three times.
    private static func calls(at level: Int) -> Int { 3 * level }
}
