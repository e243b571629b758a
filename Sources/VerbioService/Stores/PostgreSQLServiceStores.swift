import Access
import Accounts
import Conversations
import Coordination
import FoundationEssentials
import Jobs
import Plumbing
import PostgreSQL
import PostgreSQLStore
import S3

/// All stores in one PostgreSQL database, which any number of machines share. Files of this machine are in a folder.
struct PostgreSQLServiceStores: ServiceStores {
    let folder: String
    /// The connections of this process: all parts of it share them.
    private let shared: PostgreSQLStores
    private let coordination: CoordinationAddress?

    /// - Parameters:
    ///   - address: `postgresql://USER@HOST/DATABASE`.
    ///   - companions: what keeps the audio and the limits instead of the database.
    /// - Throws: ``Problem`` of kind `store`, codes `store.address` and `store.no-library`.
    init(_ address: String, folder: String, _ companions: StoreCompanions) throws(Problem) {
        self.folder = folder
        shared = try OpenDatabases.current.stores(at: address, companions.audio)
        coordination = companions.coordination
    }

    private var database: PostgreSQLDatabase { shared.database }
    var place: String { database.place }

    func conversations(readOnly: Bool) -> any ScopedStores { shared }

    func checkAudio() async throws -> String? {
        guard let audio = shared.audio else { return nil }
        try await audio.check()
        return audio.place
    }

    func checkCoordination() async throws -> String? {
        try await coordination?.check()
        return coordination?.place
    }

    func keys() async throws -> any KeyStore { try await KeyTable(database) }

    func use() async throws -> any UseStore { try await UseTable(database) }

    func jobs() async throws -> JobStores {
        try makeFolder()
        return JobStores(
            rows: try await JobTable(database),
            uploads: try JobUploads(at: folder + "/verbio.jobs", shared: try await UploadTable(database)),
            turns: shared)
    }

    func coordination(_ time: TimeSource) async throws -> any Coordination {
        let base = try await PostgreSQLCoordination(shared, time: time)
        return coordination?.coordination(beside: base, time) ?? base
    }

    func accounts() async throws -> any AccountStore { try await AccountDatabase(database) }

    func pepper(at path: String?) async throws -> Pepper {
        try makeFolder()
        let path = path ?? usualPepper
        let shared = SharedSecrets(database, of: "keys", at: Setting.pepperFile)
        try await shared.requireFile(at: path)
        let pepper = try Pepper(at: path)
        try await shared.require([pepper.mark])
        return pepper
    }

    func accountSecrets(at path: String?) async throws -> AccountSecrets {
        try makeFolder()
        let path = path ?? usualAccountSecrets
        let shared = SharedSecrets(database, of: "accounts", at: Setting.accountSecrets)
        try await shared.requireFile(at: path)
        let secrets = try AccountSecrets(at: path)
        try await shared.require(secrets.marks)
        return secrets
    }

    private func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Problem(
                .store, "store.unwritable", "the folder for files of this machine cannot be made (\(error))",
                at: folder,
                cure: "set XDG_DATA_HOME to a folder that you can write to")
        }
    }
}

/// The databases that this process has open.
private final class OpenDatabases: Sendable {
    static let current = OpenDatabases()

    private struct Place: Hashable {
        var address: String
        var audio: S3Address?
    }

    private struct Entry {
        weak var stores: PostgreSQLStores?
    }

    private let entries = Locked<[Place: Entry]>([:])

    func stores(at address: String, _ audio: AudioStore?) throws(Problem) -> PostgreSQLStores {
        try entries.withLock { entries throws(Problem) in
            let place = Place(address: address, audio: audio?.address)
            if let stores = entries[place]?.stores { return stores }
            let stores = PostgreSQLStores(try PostgreSQLDatabase(address), audio: audio?.makeBucket())
            entries[place] = Entry(stores: stores)
            return stores
        }
    }
}
