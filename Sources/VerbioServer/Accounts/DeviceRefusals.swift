internal import Accounts
internal import HTTPTypes
internal import Plumbing

extension Refusal {
    /// The login of a device does not continue. The codes behind `device.` are those of RFC 8628, section 3.5, in other
    /// words.
    ///
    /// - Parameter isPerson: whether a person has typed the code, and no device has asked.
    static func device(_ refusal: DeviceRefusal, isPerson: Bool = false) -> Refusal {
        func refused(
            _ status: HTTPResponse.Status, _ code: String, _ what: String, _ cure: String, wait: Int? = nil
        ) -> Refusal {
            Refusal(
                status, Problem(.usage, "device.\(code)", what, cure: cure),
                headers: wait.map { [.retryAfter: String($0)] } ?? [:])
        }
        switch refusal {
        case .unknown:
            return isPerson
                ? refused(.notFound, "unknown", "no device waits with this code", "compare it with the device's")
                : refused(.badRequest, "unknown", "there is no such code, or it was used", "begin again")
        case .expired: return refused(.badRequest, "expired", "the code has expired", "begin again")
        case .pending:
            return refused(
                .badRequest, "pending", "the device has not been approved yet", "ask again later",
                wait: DeviceLogins.interval)
        case .slowDown(let interval):
            return refused(
                .badRequest, "slow-down", "the device asks too often", "ask every \(interval) s", wait: interval)
        case .denied: return refused(.badRequest, "denied", "the login was denied", "begin again")
        case .busy:
            return refused(
                .serviceUnavailable, "busy", "too many devices wait for approval", "try again later", wait: 60)
        case .guessing(let wait):
            let seconds = min(3_600, max(1, Int(exactly: wait.seconds.rounded(.up)) ?? 3_600))
            return refused(
                .tooManyRequests, "guesses", "there have been too many wrong codes", "try again in \(seconds) s",
                wait: seconds)
        }
    }
}
