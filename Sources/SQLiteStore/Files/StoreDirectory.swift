internal import Glibc
internal import Plumbing

/// The paths of the parts of a store.
struct StoreDirectory: Sendable {
    let path: String
    /// The folder of all scopes.
    private let root: String

    /// The room for erasing, which all scopes share.
    var reserve: DiskReserve { DiskReserve(in: root) }
    var database: String { path + "/verbio.sqlite" }
    var writeAheadLog: String { database + "-wal" }
    private var sharedMemory: String { database + "-shm" }
    var lock: String { path + "/verbio.lock" }
    var turn: String { path + "/verbio.turn" }
    var gate: String { path + "/verbio.gate" }
    /// The folder with a file for each conversation that is being worked on.
    var claims: String { path + "/claims" }
    var blobs: String { path + "/blobs" }
    /// The folder with the sound of live conversations that is in no utterance yet.
    var spools: String { path + "/spool" }
    /// The folder with the stores of other scopes.
    var scopes: String { path + "/scopes" }
    /// The folder where blobs are written before they get their name. It is on the same file system, so that renaming is
    /// atomic.
    var unfinishedBlobs: String { blobs + "/unfinished" }
    /// The folder where blobs are set aside that no row refers to, if another process may be about to refer to them.
    var removedBlobs: String { blobs + "/removed" }

    /// - Parameter root: the folder of all scopes; nil if it is the same.
    init(_ path: String, below root: String? = nil) {
        var path = Substring(path)
        while path.count > 1, path.last == "/" { path.removeLast() }
        self.path = String(path)
        self.root = root ?? String(path)
    }

    func create() throws(FileFailure) {
        for folder in [claims, blobs, unfinishedBlobs, removedBlobs] { try Files.makeDirectory(folder) }
        // The file is not opened for this: closing it again would drop the SQLite locks of another store in this process.
        if mknod(database, S_IFREG | Files.ownersOnly, 0) != 0, errno != EEXIST {
            throw FileFailure("mknod", database)
        }
    }

    /// Makes everything in the store readable by its owner only. If the user made the folder and it holds other things, the
    /// folder stays as it is.
    func restrict() throws(FileFailure) {
        for file in [database, writeAheadLog, sharedMemory, lock, turn, gate, reserve.path] {
            try Files.restrict(file, to: Files.ownersOnly)
        }
        try Files.restrict(claims, to: Files.ownersFolder)
        // Blobs and their folders are made with these permissions. If the permissions were widened since, all of them are
        // restricted again.
        if try Files.restrict(blobs, to: Files.ownersFolder) { try Files.restrictAll(below: blobs) }
        let folders = ["blobs", "claims", "scopes", "spool"]
        let isOwn = Files.names(in: path).allSatisfy { $0.hasPrefix("verbio.") || folders.contains($0) }
        if isOwn { try Files.restrict(path, to: Files.ownersFolder) }
    }

    /// Makes the store's own entries, and those of folders made for it, survive a power loss.
    func synchronize(made: [String]) throws(FileFailure) {
        try Files.synchronizeDirectory(blobs)
        try Files.synchronizeDirectory(path)
        for folder in made { try Files.synchronizeDirectory(Files.parent(of: folder)) }
    }

    /// - Throws: `store.corrupt` if the database of a store that was in use is missing. A new database in its place would hide
    ///   the loss.
    func requireDatabase() throws {
        guard (Files.size(database) ?? 0) == 0 else { return }
        let ownFolders = [unfinishedBlobs, removedBlobs].map { $0.dropFirst(blobs.count + 1) }
        guard Files.names(in: blobs).allSatisfy({ ownFolders.contains($0[...]) }) else {
            throw StoreProblem.corrupt("the database is gone while its audio is still there")
        }
    }

    /// Whether the last writer left without closing: its write-ahead log still holds transactions.
    var wasLeftOpen: Bool { (Files.size(writeAheadLog) ?? 0) > 0 }
}
