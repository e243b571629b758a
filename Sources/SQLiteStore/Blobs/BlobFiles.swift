internal import Conversations
internal import Glibc
internal import Plumbing

/// Audio in files named after their SHA-256: `blobs/ab/cd/abcd…`. All methods block and run on workers.
///
/// A blob is put before the row that refers to it is committed. Meanwhile nothing may delete it. In this process such blobs
/// are remembered (``expect(_:)``). Of another process that is not known, so beside one a blob is set aside instead of
/// deleted, and whichever process commits a row that refers to it takes it back (``restore(_:)``). Both happen during the
/// ``WriteTurn``, so either sees what the other has done.
final class BlobFiles: Sendable {
    private struct State {
        var nextTemporary = 0
        /// Blobs handed out by `put` or an answer that no committed row may refer to yet, how often, and when last.
        var awaited: [BlobID: (count: Int, order: Int)] = [:]
        var nextAwaited = 0
        /// Blobs found damaged: the next `put` writes them again.
        var damaged: Set<BlobID> = []
    }

    /// Blobs kept from deletion at most while they wait for their row. Many more than can be on their way at once.
    private static let mostAwaited = 8_192
    /// Damaged blobs remembered at most; one that is forgotten is found again by reading it.
    private static let mostDamaged = 1_024

    /// Seconds after which nothing refers to a blob that has been set aside: far longer than from putting a blob to its row.
    private static let longestWait = 3_600

    private let directory: StoreDirectory
    /// Makes temporary names that no other process has.
    private let ownName = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let state = Locked(State())

    init(_ directory: StoreDirectory) { self.directory = directory }

    /// Writes the bytes to a file under a temporary name and renames it: the blob is there whole or not at all. It reaches
    /// the disk with the next barrier.
    func put(_ bytes: [UInt8]) throws -> BlobID {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        let id = BlobID(rawValue: hash.hexadecimal())
        // Before looking whether it is there: a deletion at this moment must either see this or be seen.
        expect(id)
        let path = try path(of: id)
        let isDamaged = state.withLock { $0.damaged.contains(id) }
        if !isDamaged, Files.size(path) == bytes.count { return id }

        let number = state.withLock { state in
            defer { state.nextTemporary += 1 }
            return state.nextTemporary
        }
        let temporary = "\(directory.unfinishedBlobs)/\(ownName)-\(number)"
        do {
            let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
            try bytes.withUnsafeBytes { try file.write($0) }
            try rename(temporary, to: path)
        } catch {
            try? Files.remove(temporary)
            throw error
        }
        state.withLock { _ = $0.damaged.remove(id) }
        return id
    }

    private func rename(_ temporary: String, to path: String) throws(FileFailure) {
        let folder = Files.parent(of: path)
        if !Files.isDirectory(folder) { try Files.makeDirectory(folder) }
        try Files.rename(temporary, to: path)
    }

    /// - Throws: `store.corrupt-blob` where the bytes are not those the name promises.
    func read(_ id: BlobID) throws -> [UInt8]? {
        let path = try path(of: id)
        guard let file = try OpenFile.existing(path) ?? OpenFile.existing(removedPath(of: id)) else { return nil }
        let bytes = try file.readAll()
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        guard hash.hexadecimal() == id.rawValue else {
            state.withLock { state in
                if state.damaged.count < Self.mostDamaged { state.damaged.insert(id) }
            }
            throw StoreProblem.damagedBlob(id.rawValue)
        }
        return bytes
    }

    // MARK: Deletion

    /// Keeps a blob from being deleted until a row refers to it.
    func expect(_ id: BlobID) {
        state.withLock { state in
            state.awaited[id] = ((state.awaited[id]?.count ?? 0) + 1, state.nextAwaited)
            state.nextAwaited += 1
            if state.awaited.count > Self.mostAwaited {
                let oldest = state.nextAwaited - Self.mostAwaited / 2
                state.awaited = state.awaited.filter { $0.value.order >= oldest }
            }
        }
    }

    /// Rows refer to them now.
    func settle(_ ids: [BlobID]) {
        guard !ids.isEmpty else { return }
        state.withLock { state in
            for id in ids {
                guard let awaited = state.awaited[id] else { continue }
                state.awaited[id] = awaited.count > 1 ? (awaited.count - 1, awaited.order) : nil
            }
        }
    }

    /// Removes a blob to which no row refers, unless this process is about to commit one. During the turn.
    ///
    /// - Parameter isAlone: whether no other process could be about to.
    func remove(_ id: BlobID, isAlone: Bool) throws {
        // A name that is none cannot be a file of ours.
        guard let path = try? path(of: id) else { return }
        try state.withLock { state in
            guard state.awaited[id] == nil else { return }
            if isAlone { return try Files.remove(path) }
            // From now on it waits.
            Files.touch(path)
            try Files.renameExisting(path, to: removedPath(of: id))
        }
    }

    /// Takes back what has been set aside of the blobs that rows are about to refer to. During the turn of their commit.
    ///
    /// - Returns: those that were.
    func restore(_ ids: [BlobID]) throws -> [BlobID] {
        var restored: [BlobID] = []
        for id in ids {
            guard let path = try? path(of: id), Files.size(path) == nil else { continue }
            let folder = Files.parent(of: path)
            if !Files.isDirectory(folder) { try Files.makeDirectory(folder) }
            if try Files.renameExisting(removedPath(of: id), to: path) { restored.append(id) }
        }
        return restored
    }

    /// Deletes for good what has been set aside: all of it if this process is alone, else what has waited too long for a row.
    func forgetRemoved(isAlone: Bool) throws {
        for name in Files.names(in: directory.removedBlobs) {
            let path = directory.removedBlobs + "/" + name
            let age = Files.changed(path).map { time(nil) - $0 } ?? 0
            if isAlone || age > Self.longestWait { try Files.remove(path) }
        }
    }

    /// Clears away what crashes left half-written, which was never part of the store. For a process that is alone.
    func removeUnfinished() throws {
        for name in Files.names(in: directory.unfinishedBlobs) {
            try Files.remove(directory.unfinishedBlobs + "/" + name)
        }
    }

    private func removedPath(of id: BlobID) -> String { directory.removedBlobs + "/" + id.rawValue }

    // MARK: Durability

    /// Waits until the blobs and their names are on the disk. One that has been deleted meanwhile is passed over.
    func synchronize(_ ids: some Collection<BlobID>) throws {
        guard !ids.isEmpty else { return }
        var directories: Set<String> = []
        for id in ids {
            let path = try path(of: id)
            guard let file = try OpenFile.existing(path) else { continue }
            try file.synchronize()
            let leaf = Files.parent(of: path)
            directories.formUnion([leaf, Files.parent(of: leaf)])
        }
        for path in directories { try Files.synchronizeDirectory(path) }
        try Files.synchronizeDirectory(directory.blobs)
    }

    /// Only 64 hexadecimal digits become part of a path.
    private func path(of id: BlobID) throws -> String {
        let name = id.rawValue
        guard name.utf8.count == 64, name.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
            throw StoreProblem.malformedBlobID(name)
        }
        return "\(directory.blobs)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)"
    }
}
