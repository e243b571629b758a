internal import Plumbing
internal import Providers

/// A server on this machine or in a network of the user's, which a person has to start.
package struct OwnServer: Sendable {
    /// The command that starts it, as the configuration says.
    package var start: String?
    /// Other providers whose servers have the same address unless another one is configured.
    package var others: [String]
    /// The environment variable that names another address.
    package var variable: String?
    /// How long calls wait for a server that has not answered yet.
    package var patience: Duration
    /// How long calls wait for a server that has answered before.
    package var outage: Duration
    /// Shared by all callers of the server.
    package let presence: ServerPresence

    package init(
        start: String? = nil, others: [String] = [], variable: String? = nil, patience: Duration = .zero,
        outage: Duration = .seconds(300), presence: ServerPresence = ServerPresence()
    ) {
        self.start = start
        self.others = others
        self.variable = variable
        self.patience = patience
        self.outage = outage
        self.presence = presence
    }

    /// How long an answer of such a server may take if no setting says so: a language model on a slow processor reads 8 tokens of
    /// a prompt and writes 5 a second.
    static func patience(of stage: Stage) -> Duration {
        switch stage {
        case .recognition: .seconds(600)
        case .translation: .seconds(180)
        case .synthesis: .seconds(300)
        }
    }

    /// What to do if the server does not run.
    var cure: String {
        let address = variable.map { "set \($0) to its address" } ?? "write its address under url: in the configuration"
        let waiting = patience == .zero ? "; a run with --wait waits for it" : ""
        return (start.map { "start it, as with '\($0)'" } ?? "start it") + ", or \(address)\(waiting)"
    }

    /// What may be wrong if another server answers at its address; nil if no other server has that address by default.
    func cure(ofOtherAt place: String, _ name: String) -> String? {
        guard !others.isEmpty else { return nil }
        let names = ([name] + others).sorted()
        let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        return "another server may run there: \(list) all use \(place) by default; "
            + (variable.map { "set \($0) to the address of \(name)" } ?? "write the address of \(name) under url:")
    }
}

/// Whether a server has answered, and since when it accepts no connections at its address.
package final class ServerPresence: Sendable {
    enum Absence: Sendable, Equatable {
        /// It has answered before, and may return.
        case outage
        /// It has not answered yet, and calls wait for it.
        case starting
        /// Calls no longer wait for it.
        case final
    }

    private let state = Locked((hasAnswered: false, absentSince: Duration?.none))

    package init() {}

    func answered() { state.withLock { $0 = (true, nil) } }

    /// Notes that the server accepts no connections.
    ///
    /// - Parameters:
    ///   - now: on a clock that never goes back.
    ///   - server: defines how long calls wait, counted from the first absence, whatever conversation that was for.
    func absence(now: Duration, of server: OwnServer) -> Absence {
        state.withLock { state in
            let since = state.absentSince ?? now
            state.absentSince = since
            guard now - since < (state.hasAnswered ? server.outage : server.patience) else { return .final }
            return state.hasAnswered ? .outage : .starting
        }
    }
}
