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

    static let localScope = Problem(
        .usage, "scope.local", "the local scope cannot be removed", cure: "delete its conversations one by one")

    static func scopeInUse(_ scope: Scope, by process: Int32?) -> Problem {
        Problem(
            .usage, "scope.busy", "the scope \(scope) is in use\(process.map { " by the process \($0)" } ?? "")",
            cure: "try again when no program works on it")
    }

    static func corrupt(_ what: String) -> Problem {
        Problem(
            .store, "store.corrupt", what,
            cure: "nothing was changed; restore a backup, or move the folder away and start afresh")
    }

    static func damagedRow(_ table: String, _ column: String) -> Problem {
        corrupt("a stored \(table) is damaged: its \(column) cannot be what is written there")
    }

    static let damagedBlobCode = "store.corrupt-blob"

    /// - Parameter cure: how the blob can be made again; nil if it cannot.
    static func damagedBlob(_ id: String, cure: String? = nil) -> Problem {
        Problem(
            .store, damagedBlobCode, "the stored audio \(id) is damaged",
            cure: cure ?? "restore a backup; all text of the conversation is there without it")
    }

    static func malformedBlobID(_ id: String) -> Problem {
        Problem(.store, "store.malformed-blob", "'\(id.prefix(80))' is not the name of stored audio")
    }

    static func conflict(_ what: String) -> Problem {
        Problem(
            .store, "store.conflict", what,
            cure:
                "nothing was changed, and what is stored stays; run the command again, and report this if it fails again"
        )
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
        case .SQLITE_CONSTRAINT: conflict("what is to be stored contradicts what is there (\(words))")
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
