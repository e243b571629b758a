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
        /// Whether the answer was prepared in the form in which it is sent.
        var isPrepared = false
        /// Names of fields and parameters that have no effect.
        var ignored: [String] = []
    }

    private let state = Locked(Values())

    var values: Values { state.withLock { $0 } }

    /// Notes names that have no effect, as far as they can stand in a field of the answer.
    func ignore(_ names: some Sequence<String>) {
        let names = names.map {
            String($0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-[]".contains($0)) }.prefix(40))
        }
        note { $0.ignored = Array(($0.ignored + names.filter { !$0.isEmpty }).prefix(Self.mostIgnored)) }
    }

    private static let mostIgnored = 16

    func note(_ change: (inout Values) -> Void) { state.withLock { change(&$0) } }
}
