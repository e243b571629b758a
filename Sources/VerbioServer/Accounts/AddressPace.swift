internal import HTTPTypes
internal import Plumbing

/// How often one address may try to sign in.
///
/// Guessing and floods become slow, and no owner is locked out: attempts are counted by address and not by account. The owner
/// can sign in from any other address, and from the same one a little later.
final class AddressPace: Sendable {
    /// How many addresses are remembered. If there are more, those that have waited longest start again.
    static let most = 20_000

    private let perMinute: Int
    private let time: TimeSource
    private let buckets = Locked<[String: RateBucket]>([:])

    init(perMinute: Int, time: TimeSource) {
        self.perMinute = perMinute
        self.time = time
    }

    /// - Parameter address: nil if it is not known; then nothing is counted.
    /// - Returns: nil if the request may continue; otherwise how long to wait.
    func take(_ address: String?) -> Duration? {
        guard perMinute > 0, let address else { return nil }
        let now = time.now()
        return buckets.withLock { buckets in
            if buckets.count >= Self.most { forget(&buckets, at: now) }
            let full = RateBucket(perMinute, per: .seconds(60), at: now)
            return buckets[AddressRange.network(of: address), default: full].take(at: now)
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
