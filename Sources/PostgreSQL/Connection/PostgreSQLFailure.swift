internal import Plumbing

/// An error of the server or of the connection to it.
struct PostgreSQLFailure: Error {
    enum Kind {
        /// The server has refused a statement. The connection goes on.
        case refused
        /// The connection has broken.
        case broken
        /// The server has not answered in time. The connection is given up.
        case silent
    }

    var kind: Kind
    /// Five letters and digits, by PostgreSQL's table of error codes; empty if the server has said none.
    var state: String
    var message: String

    /// Whether the same transaction may succeed if it is done again: it could not be serialized, or has met a deadlock.
    var isConflict: Bool { kind == .refused && ["40001", "40P01"].contains(state) }

    var problem: Problem {
        let said = message.printableOnOneLine
        switch kind {
        case .broken:
            return Problem(
                .store, "store.unreachable", "the connection to the database has broken (\(said))",
                cure: "check that the database runs, and try again")
        case .silent:
            return Problem(
                .store, "store.unreachable", "the database does not answer (\(said))",
                cure: "check its load and the network, and try again")
        case .refused: break
        }
        switch state {
        case _ where state.hasPrefix("23"):
            return Problem(
                .store, "store.conflict", "the change contradicts what is stored (\(said))",
                cure: "another program may have changed the same; look at what is stored now")
        case "53100":
            return Problem(
                .store, "store.full", "the database has no room left (\(said))",
                cure: "free some space on the machine of the database")
        case "55P03":
            return Problem(
                .store, "store.locked", "another transaction has been changing the same for too long (\(said))",
                cure: "try again")
        case "25006":
            return Problem(
                .store, "store.failed", "the database can only be read (\(said))",
                cure: "use the address of the primary server, or target_session_attrs=read-write")
        case "42501":
            return Problem(
                .store, "store.failed", "the role may not do that (\(said))",
                cure: "make the role the owner of the database, or grant it the right")
        default:
            return Problem(
                .store, "store.failed", "the database has refused a statement (\(said), error \(state))",
                cure: "look at the log of the database")
        }
    }
}
