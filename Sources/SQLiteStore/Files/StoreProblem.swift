internal import ConversationTables
internal import Conversations
internal import GRDB
internal import Glibc
internal import Plumbing

/// Every way in which a store fails, with the message for the user. The codes are part of the interface.
enum StoreProblem {
    /// Older versions of Verbio use a store exclusively.
    static func locked(by process: Int32?) -> Problem {
        Problem(
            .store, "store.locked", "an older Verbio\(numbered(process)) has this store for itself",
            cure: "end it, or choose another place with --store")
    }

    /// The store's schema has to be migrated, which needs exclusive use of the store.
    static func outdatedInUse(by process: Int32?) -> Problem {
        Problem(
            .store, "store.locked",
            "the store has to be brought up to date, and another Verbio\(numbered(process)) is using it",
            cure: "run this again when that one has ended")
    }

    /// Another process has kept the store locked for so long that it must have stopped working.
    static func stuck(_ patience: Duration) -> Problem {
        Problem(
            .store, "store.locked", "another Verbio has kept this store locked for \(patience.components.seconds) s",
            cure: "look whether it has been stopped: let it continue or end it, and run this again")
    }

    /// SQLite's own locks. Only programs other than Verbio hold them for long.
    private static let busy = Problem(
        .store, "store.locked", "another program has locked the database",
        cure: "end it, and run the command again: it continues from the stored work")

    private static func numbered(_ process: Int32?) -> String { process.map { " (process \($0))" } ?? "" }

    static let newer = Problem(
        .store, "store.newer", "the store was written by a newer Verbio",
        cure: "update Verbio, or choose another place with --store")

    static let outdated = Problem(
        .store, "store.outdated", "the store was written by an older Verbio and has not been brought up to date",
        cure: "run a command that writes to it, such as verbio translate")

    static let missing = Problem(
        .store, "store.missing", "there is no store here",
        cure: "translate something first, or name another place with --store")

    static let readOnly = Problem(.store, "store.read-only", "the store is open for reading only")

    static let closed = Problem(.store, "store.closed", "the store has been closed")

    static func corrupt(_ what: String) -> Problem {
        Problem(
            .store, "store.corrupt", what,
            cure: "nothing was changed; restore a backup, or move the folder away and start afresh")
    }

    static func full(_ reason: String) -> Problem {
        Problem(
            .store, "store.full", "there is no room left (\(reason))", cure: "free some space and run the command again"
        )
    }

    static func failed(_ what: String) -> Problem {
        Problem(
            .store, "store.failed", what,
            cure: "check the disk, then run the command again: it continues from the stored work")
    }

    static func unwritable(_ what: String) -> Problem {
        Problem(.store, "store.unwritable", what, cure: "choose a folder you can write to with --store")
    }

    /// Converts any error of the store or the database into a problem. An error that is a problem already, and cancellation,
    /// stay as they are.
    static func describe(_ error: any Error, at place: String) -> any Error {
        switch error {
        case let problem as Problem: problem.at(place)
        case let error as DatabaseError: describe(error).at(place)
        case let error as FileFailure: describe(error).at(place)
        case is EncodingError:
            Problem(.internal, "store.value", "a value cannot be written down: \(error)").at(place)
        default: error
        }
    }

    private static func describe(_ error: FileFailure) -> Problem {
        switch error.code {
        case ENOSPC, EDQUOT: full(error.reason)
        case _ where error.operation == "fsync" || error.operation == "fdatasync":
            failed("the disk did not take what was written (\(error.operation): \(error.reason))")
        case EMFILE, ENFILE: OpenFiles.problem(error.code) ?? failed(error.reason)
        case EIO: failed("the disk cannot be read or written (\(error.operation): \(error.reason))")
        default: unwritable("\(error.operation) of \(error.path) failed (\(error.reason))")
        }
    }

    private static func describe(_ error: DatabaseError) -> Problem {
        let words = error.message ?? "code \(error.extendedResultCode.rawValue)"
        return switch error.resultCode {
        case .SQLITE_FULL: full(words)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: corrupt("the database is damaged (\(words))")
        case .SQLITE_CONSTRAINT: TableProblem.conflict("what is to be stored contradicts what is there (\(words))")
        case .SQLITE_BUSY, .SQLITE_LOCKED: busy
        case .SQLITE_CANTOPEN where OpenFiles.exhaustion() != nil: OpenFiles.exhaustion() ?? failed(words)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            unwritable("the database cannot be opened or written (\(words))")
        case .SQLITE_MISUSE where error.message == "Connection is closed": closed
        default: failed("the database cannot be read or written (\(words))")
        }
    }

    /// Whether nothing may be written any more. After a failed fsync the contents of the disk are unknown, and another fsync
    /// would report success. Writing to a damaged database would damage it further.
    static func isFatal(_ error: any Error) -> Bool {
        switch error {
        case let error as FileFailure: error.operation == "fsync" || error.operation == "fdatasync"
        case let error as DatabaseError:
            error.extendedResultCode == .SQLITE_IOERR_FSYNC || error.extendedResultCode == .SQLITE_IOERR_DIR_FSYNC
                || error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
        default: false
        }
    }
}
