internal import Coordination
internal import HTTPTypes
internal import Plumbing

/// How often one address may do something that needs no account, such as to try to sign in.
///
/// Guessing and floods become slow, and no owner is locked out: attempts are counted by address and not by account. The owner
/// can sign in from any other address, and from the same one a little later.
struct AddressPace: Sendable {
    private let name: String
    private let limit: Int
    private let period: Duration
    private let coordination: any Coordination

    /// - Parameters:
    ///   - name: of what is done.
    ///   - limit: how often in a period; 0 is no limit.
    init(_ name: String, _ limit: Int, per period: Duration, _ coordination: any Coordination) {
        self.name = name
        self.limit = limit
        self.period = period
        self.coordination = coordination
    }

    /// - Parameter address: nil if it is not known; then nothing is counted.
    /// - Returns: nil if the request may continue; otherwise how long to wait.
    func take(_ address: String?) async throws -> Duration? {
        guard let pace = pace(of: address) else { return nil }
        return try await coordination.take([pace])?.wait
    }

    /// The pace of an address; nil if nothing is counted.
    func pace(of address: String?) -> Pace? {
        guard limit > 0, let address else { return nil }
        return Pace(name + " " + AddressRange.network(of: address), limit, per: period)
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
