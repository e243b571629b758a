internal import Access
internal import Plumbing

/// The findings of inner middleware about a request, for the log and for fields of the answer.
///
/// A context is copied on its way, and what an inner part sets in its copy is not seen outside.
final class RequestFindings: Sendable {
    struct Values: Sendable {
        var principal: Principal?
        /// The rest of the principal's requests in a minute; nil if they have no limit.
        var requests: UseMeter.RequestStatus?
        /// The client's address; nil if it is not known.
        var client: String?
        /// The code of the problem with which the request was refused.
        var refusal: String?
    }

    private let state = Locked(Values())

    var values: Values { state.withLock { $0 } }

    func note(_ change: (inout Values) -> Void) { state.withLock { change(&$0) } }
}
