internal import HTTPTypes
internal import Plumbing

/// How often one address may do something that needs no account, such as to try to sign in.
///
/// Guessing and floods become slow, and no owner is locked out: attempts are counted by address and not by account. The owner
/// can sign in from any other address, and from the same one a little later.
final class AddressPace: Sendable {
    /// How many addresses are remembered. If there are more, those that have waited longest start again.
    static let most = 20_000

    private let limit: Int
    private let period: Duration
    private let time: TimeSource
    private let buckets = Locked<[String: RateBucket]>([:])

    /// - Parameter limit: how often in a period; 0 is no limit.
    init(_ limit: Int, per period: Duration, time: TimeSource) {
        self.limit = limit
        self.period = period
        self.time = time
    }

    /// - Parameters:
    ///   - address: nil if it is not known; then nothing is counted.
    ///   - isRefused: says whether the request is refused for another reason, if it may continue; then it is not counted.
    /// - Returns: nil if the request may continue; otherwise how long to wait.
    func take(_ address: String?, unless isRefused: () -> Bool = { false }) -> Duration? {
        guard limit > 0, let address else {
            _ = isRefused()
            return nil
        }
        let now = time.now()
        let network = AddressRange.network(of: address)
        return buckets.withLock { buckets in
            if buckets.count >= Self.most { forget(&buckets, at: now) }
            let before = buckets[network] ?? RateBucket(limit, per: period, at: now)
            var bucket = before
            let wait = bucket.take(at: now)
            buckets[network] = wait == nil && isRefused() ? before : bucket
            return wait
        }
    }

    /// Forgets the addresses that may do all again; if there are none, the older half.
    private func forget(_ buckets: inout [String: RateBucket], at now: Duration) {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        guard buckets.count >= Self.most else { return }
        let times = buckets.values.map(\.usedAt).sorted()
        let middle = times[times.count / 2]
        buckets = buckets.filter { $0.value.usedAt > middle }
    }
}

extension Refusal {
    /// - Parameter wait: how long to wait.
    static func tooFast(wait: Duration) -> Refusal {
        let seconds = min(3_600, max(1, Int(exactly: wait.seconds.rounded(.up)) ?? 3_600))
        return Refusal(
            .tooManyRequests,
            Problem(
                .usage, "sign-in.pace", "there have been too many sign-ins from this address",
                cure: "try again in \(seconds) s"), headers: [.retryAfter: String(seconds)])
    }
}
