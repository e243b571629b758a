internal import Glibc

/// Where the parts of a store are.
struct StoreDirectory: Sendable {
    let path: String

    var database: String { path + "/verbio.sqlite" }
    var writeAheadLog: String { database + "-wal" }
    private var sharedMemory: String { database + "-shm" }
    var lock: String { path + "/verbio.lock" }
    var turn: String { path + "/verbio.turn" }
    var gate: String { path + "/verbio.gate" }
    /// A file for each conversation that is being worked on.
    var claims: String { path + "/claims" }
    var blobs: String { path + "/blobs" }
    /// Where blobs are written before they get their name; on the same file system, so that renaming is atomic.
    var unfinishedBlobs: String { blobs + "/unfinished" }
    /// Where blobs are set aside that no row refers to, while another process may be about to refer to them.
    var removedBlobs: String { blobs + "/removed" }

    init(_ path: String) {
        var path = Substring(path)
        while path.count > 1, path.last == "/" { path.removeLast() }
        self.path = String(path)
    }

    func create() throws(FileFailure) {
        for folder in [claims, blobs, unfinishedBlobs, removedBlobs] { try Files.makeDirectory(folder) }
        // Not by opening it: closing it again would drop SQLite's locks of another store in this process.
        if mknod(database, S_IFREG | Files.ownersOnly, 0) != 0, errno != EEXIST {
            throw FileFailure("mknod", database)
        }
    }

    /// Has everything in the store readable by its owner only. A folder that the user made and that holds other things stays
    /// as it is.
    func restrict() throws(FileFailure) {
        for file in [database, writeAheadLog, sharedMemory, lock, turn, gate] {
            try Files.restrict(file, to: Files.ownersOnly)
        }
        try Files.restrict(claims, to: Files.ownersFolder)
        // Blobs and their folders are made that way. If anybody has opened them up, all of them are closed again.
        if try Files.restrict(blobs, to: Files.ownersFolder) { try Files.restrictAll(below: blobs) }
        let isOwn = Files.names(in: path).allSatisfy { $0.hasPrefix("verbio.") || $0 == "blobs" || $0 == "claims" }
        if isOwn { try Files.restrict(path, to: Files.ownersFolder) }
    }

    /// Makes the store's own entries survive a power loss, and those of folders made for it.
    func synchronize(made: [String]) throws(FileFailure) {
        try Files.synchronizeDirectory(blobs)
        try Files.synchronizeDirectory(path)
        for folder in made { try Files.synchronizeDirectory(Files.parent(of: folder)) }
    }

    /// - Throws: `store.corrupt` if the database of a store that has been in use is gone. A new one in its place would hide
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
