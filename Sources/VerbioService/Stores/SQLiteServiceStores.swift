import Access
import Accounts
import Conversations
import Coordination
import Jobs
import Plumbing
import SQLiteStore

/// All stores in SQLite files and folders below one folder.
struct SQLiteServiceStores: ServiceStores {
    let folder: String
    var place: String { folder }

    func conversations(readOnly: Bool) -> any ScopedStores { SQLiteStores(at: folder, readOnly: readOnly) }

    func checkAudio() -> String? { nil }
    func checkCoordination() -> String? { nil }

    func keys() async throws -> any KeyStore {
        try await makeFolder()
        return try KeyTable(at: folder + "/verbio.keys.sqlite")
    }

    func use() async throws -> any UseStore {
        try await makeFolder()
        return try UseTable(at: folder + "/verbio.use.sqlite")
    }

    func jobs() async throws -> JobStores {
        try await makeFolder()
        return JobStores(
            rows: try JobTable(at: folder + "/verbio.jobs.sqlite"),
            uploads: try JobUploads(at: folder + "/verbio.jobs"),
            turns: FileTurns(at: folder + "/verbio.turn."))
    }

    func coordination(_ time: TimeSource) -> any Coordination { LocalCoordination(time: time) }

    func accounts() async throws -> any AccountStore {
        try await makeFolder()
        return try AccountDatabase(at: folder + "/verbio.accounts.sqlite")
    }

    func pepper(at path: String?) throws -> Pepper { try Pepper(at: path ?? usualPepper) }

    func accountSecrets(at path: String?) throws -> AccountSecrets {
        try AccountSecrets(at: path ?? usualAccountSecrets)
    }

    /// The store of the user of this machine makes the folder, with its permissions.
    private func makeFolder() async throws { try await conversations().store(for: .local).close() }
}
