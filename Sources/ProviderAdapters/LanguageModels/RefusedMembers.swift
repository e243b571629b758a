internal import Plumbing

/// Members of requests that a server has refused, so that they are not sent again. Servers that offer a vendor's interface often
/// know only a part of it.
final class RefusedMembers: Sendable {
    enum Member {
        case schema, temperature
        /// The most tokens of an answer. A model that thinks first needs more than any number that Verbio could name.
        case limit
        /// That the answer comes in pieces, and that its last piece counts the tokens.
        case streaming, streamedUsage

        /// Words of an error that name it.
        var names: [String] {
            switch self {
            case .schema:
                [
                    "response_format", "response format", "json_schema", "json schema", "text.format", "output_config",
                    "structured output", "structured_output", "grammar", "guided",
                ]
            case .temperature: ["temperature"]
            case .limit: ["max_tokens", "max_completion_tokens", "max_output_tokens"]
            case .streaming: ["streaming", "'stream'", "\"stream\"", "in body.stream:"]
            case .streamedUsage: ["stream_options", "include_usage"]
            }
        }
    }

    private let refused = Locked<Set<Member>>([])

    func add(_ member: Member) { refused.withLock { _ = $0.insert(member) } }

    func has(_ member: Member) -> Bool { refused.withLock { $0.contains(member) } }

    /// Notes the members that an error names.
    ///
    /// - Parameter sent: those that the request had.
    /// - Returns: whether it names any, so that the request may be sent again without them.
    func note(_ message: String, sent: Set<Member>) -> Bool {
        let message = message.lowercased()
        let named = sent.filter { $0.names.contains { message.contains($0) } }
        refused.withLock { $0.formUnion(named) }
        return !named.isEmpty
    }
}
