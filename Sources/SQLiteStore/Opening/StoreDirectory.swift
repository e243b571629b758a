/// Where the parts of a store are.
struct StoreDirectory: Sendable {
    let path: String

    var database: String { path + "/verbio.sqlite" }
    var writeAheadLog: String { database + "-wal" }
    var lock: String { path + "/verbio.lock" }
    var blobs: String { path + "/blobs" }
    /// Where blobs are written before they get their name; on the same file system, so that renaming is atomic.
    var unfinishedBlobs: String { blobs + "/unfinished" }

    init(_ path: String) {
        var path = Substring(path)
        while path.count > 1, path.last == "/" { path.removeLast() }
        self.path = String(path)
    }

    func create() throws(FileFailure) {
        try Files.makeDirectory(blobs)
        try Files.makeDirectory(unfinishedBlobs)
        // Whatever a crash left half-written was never part of the store.
        for name in Files.names(in: unfinishedBlobs) { try Files.remove(unfinishedBlobs + "/" + name) }
    }

    /// Makes the store's own entries survive a power loss, and those of folders made for it.
    func synchronize(made: [String]) throws(FileFailure) {
        try Files.synchronizeDirectory(blobs)
        try Files.synchronizeDirectory(path)
        for folder in made { try Files.synchronizeDirectory(Files.parent(of: folder)) }
    }

    /// Whether the database of a store that has been in use is gone. A new one in its place would hide the loss.
    var hasLostDatabase: Bool {
        (Files.size(database) ?? 0) == 0
            && Files.names(in: blobs).contains { $0 != "unfinished" }
    }

    /// Whether the last writer left without closing: its write-ahead log still holds transactions.
    var wasLeftOpen: Bool { (Files.size(writeAheadLog) ?? 0) > 0 }
}
