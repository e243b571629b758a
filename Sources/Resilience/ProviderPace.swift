package import Plumbing
package import Providers

/// Holds calls of one provider back for as long as it has said that it would refuse them.
///
/// A refused call counts against the same limit, so all callers have to wait longer in the end.
///
/// The limits are learned from the answers, so the first calls are never delayed. A limit that a provider has announced is
/// forgotten after the time that the provider gave.
package final class ProviderPace: Sendable {
    fileprivate struct State {
        /// Until then no call is made.
        var heldUntil: Duration?
        /// How often in a row the provider has refused a call without saying for how long.
        var refusals = 0
        /// How many calls may be made at once; nil while no limit is known.
        var remaining: Int?
        /// When one more call may be made.
        var nextAt = Duration.zero
        var interval = Duration.zero
        var forgottenAt = Duration.zero
        /// Whether calls return one by one.
        var refilling = Refilling()
        /// The announced limit of tokens.
        var tokens: [AnnouncedTokens.Kind: TokenBucket] = [:]
        var tokenRefilling: [AnnouncedTokens.Kind: Refilling] = [:]
    }

    private let time: TimeSource
    private let state = Locked(State())

    package init(time: TimeSource) { self.time = time }

    /// Records what an answer says of the calls that may follow it.
    package func note(_ limit: AnnouncedLimit) {
        let now = time.now()
        state.withLock { state in
            if limit.interval > .zero {
                state.refilling.note(missing: limit.reset / limit.interval, reset: limit.reset, at: now)
            }
            state.remaining = limit.remaining
            state.interval = state.refilling.isAtOnce ? limit.reset : limit.interval
            state.nextAt = now + state.interval
            state.forgottenAt = now + limit.reset
        }
    }

    /// Records that the provider asks not to be called for a while.
    package func hold(for wait: Duration) {
        let until = time.now() + wait
        state.withLock { $0.heldUntil = max($0.heldUntil ?? until, until) }
    }

    /// How long a provider is not called if it refuses calls and does not say for how long. These are the waits of
    /// ``RetryPolicy``, here for all its callers together.
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(30)

    /// Records that a call was refused as one too many.
    ///
    /// - Parameter wait: how long the provider asks not to be called; nil if it does not say. Then calls wait half a second,
    ///   and twice as long for each further refusal before a call is answered. If the provider has announced that no
    ///   calls or tokens remain, calls wait until some are available again. With gradual refilling the call would not
    ///   have been refused.
    package func refused(for wait: Duration?) {
        if let wait { return hold(for: wait) }
        let now = time.now()
        state.withLock { state in
            // A call that was in flight when another one was refused gives no new information.
            guard state.heldUntil.map({ $0 <= now }) ?? true else { return }
            let pause = min(Self.longestPause, Self.firstPause * (1 << min(state.refusals, 10)))
            state.heldUntil = max(now + pause, state.usedUpUntil(now) ?? now)
            state.refusals += 1
        }
    }

    /// Records that a call was answered.
    package func answered() { state.withLock { $0.refusals = 0 } }

    /// Records what an answer says of the tokens that may be used.
    package func note(_ limit: AnnouncedTokens) {
        let now = time.now()
        state.withLock { state in
            if let most = limit.limit {
                state.tokenRefilling[limit.kind, default: Refilling()]
                    .note(missing: Double(most) - Double(limit.remaining), reset: limit.reset, at: now)
            }
            state.tokens[limit.kind] = TokenBucket(
                limit, isAtOnce: state.tokenRefilling[limit.kind]?.isAtOnce ?? false, at: now)
        }
    }

    /// Asks for permission to make a call.
    ///
    /// - Parameter usage: what it is likely to consume; its tokens count against those that remain.
    /// - Returns: nil if the call may be made, and is counted; otherwise how long to wait before asking again.
    package func admit(for usage: Usage = Usage()) -> Duration? {
        let now = time.now()
        return state.withLock { state in
            if let until = state.heldUntil {
                if until > now { return until - now }
                state.heldUntil = nil
            }
            if let wait = state.waitForTokens(usage, now) { return wait }
            if let wait = state.waitForCall(now) { return wait }
            state.take(usage, now)
            return nil
        }
    }
}

extension ProviderPace.State {
    /// When calls or tokens that are known to be used up are available again; nil if none are used up.
    fileprivate func usedUpUntil(_ now: Duration) -> Duration? {
        let calls = remaining == 0 ? [forgottenAt] : []
        let ends = calls + tokens.values.filter(\.isUsedUp).map(\.forgottenAt)
        return ends.filter { $0 > now }.max()
    }

    /// How long until there is room for one more call. If there is room now, the call is counted.
    fileprivate mutating func waitForCall(_ now: Duration) -> Duration? {
        guard let remaining else { return nil }
        if now >= forgottenAt {
            self.remaining = nil
            return nil
        }
        if remaining > 0 {
            self.remaining = remaining - 1
            return nil
        }
        guard now >= nextAt else { return nextAt - now }
        nextAt = now + interval
        return nil
    }

    /// How long until all buckets have enough tokens for a call; nil if they have.
    fileprivate mutating func waitForTokens(_ usage: Usage, _ now: Duration) -> Duration? {
        guard !tokens.isEmpty else { return nil }
        tokens = tokens.filter { $0.value.forgottenAt > now }
        return tokens.compactMap { kind, bucket in bucket.wait(for: kind.count(usage), now) }.max()
    }

    fileprivate mutating func take(_ usage: Usage, _ now: Duration) {
        for kind in tokens.keys { tokens[kind]?.take(kind.count(usage), now) }
    }
}

/// Tokens that return evenly until all are there, or all at once.
private struct TokenBucket {
    /// How many tokens there were at ``counted``.
    private var remaining: Double
    private var counted: Duration
    /// How many tokens return in a second.
    private let rate: Double
    private let limit: Double
    let forgottenAt: Duration
    /// Whether there were none when they were announced.
    let isUsedUp: Bool

    init(_ announced: AnnouncedTokens, isAtOnce: Bool, at now: Duration) {
        remaining = Double(announced.remaining)
        counted = now
        limit = announced.limit.map { max(Double($0), Double(announced.remaining)) } ?? .infinity
        let seconds = announced.reset.seconds
        rate = announced.limit == nil || isAtOnce || seconds <= 0 ? 0 : (limit - remaining) / seconds
        isUsedUp = announced.remaining == 0
        forgottenAt = now + announced.reset
    }

    private func available(_ now: Duration) -> Double { min(limit, remaining + rate * (now - counted).seconds) }

    /// A call that needs more tokens than the limit is made when the bucket is full: only the provider can refuse it.
    func wait(for count: Int, _ now: Duration) -> Duration? {
        let missing = min(Double(count), limit) - available(now)
        guard missing > 0 else { return nil }
        let whole = forgottenAt - now
        return rate > 0 ? min(whole, .seconds(max(0.001, missing / rate))) : whole
    }

    mutating func take(_ count: Int, _ now: Duration) {
        remaining = max(0, available(now) - Double(count))
        counted = now
    }
}
