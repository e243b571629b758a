internal import ConversationTables
internal import Conversations
internal import Glibc
internal import Plumbing

/// Audio in files named after their SHA-256: `blobs/ab/cd/abcd…`. All methods block and run on workers.
///
/// A blob is put before the row that refers to it is committed. Until then nothing may delete the blob. This process remembers
/// its own such blobs (``expect(_:)``) but does not know those of another process. So if another process has the store open, a
/// blob is set aside instead of deleted. The process that commits a row that refers to the blob restores it (``restore(_:)``).
/// Both happen during the ``WriteTurn``, so each process sees what the other has done.
final class BlobFiles: Sendable {
    private struct State {
        var nextTemporary = 0
        /// Blobs returned by `put` or in an answer that no committed row may refer to yet: how often, and when last.
        var awaited: [BlobID: (count: Int, order: Int)] = [:]
        var nextAwaited = 0
        /// Blobs that were found damaged: the next `put` writes them again.
        var damaged: Set<BlobID> = []
    }

    /// The maximum number of blobs that are kept from deletion while they wait for their row. Far fewer wait at once.
    private static let maximumAwaited = 8_192
    /// The maximum number of damaged blobs that are remembered. If one is forgotten, reading it finds the damage again.
    private static let maximumDamaged = 1_024

    /// Seconds after which no process can still be about to refer to a blob that was set aside. It is far longer than the time
    /// between putting a blob and committing its row.
    private static let longestWait = 3_600

    private let directory: StoreDirectory
    /// A part of temporary names that no other process uses.
    private let ownName = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let state = Locked(State())

    init(_ directory: StoreDirectory) { self.directory = directory }

    /// Writes the bytes to a file under a temporary name and renames it, so that the blob is there completely or not at all.
    /// The blob reaches the disk with the next barrier.
    func put(_ bytes: [UInt8]) throws -> BlobID {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        let id = BlobID(rawValue: hash.hexadecimal())
        // Done before the check whether the file exists: a deletion at this moment must either see this entry or be seen by the
        // check.
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

    /// - Throws: `store.corrupt-blob` if the bytes do not match the hash in the name.
    func read(_ id: BlobID) throws -> [UInt8]? {
        let path = try path(of: id)
        guard let file = try OpenFile.existing(path) ?? OpenFile.existing(removedPath(of: id)) else { return nil }
        let bytes = try file.readAll()
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        guard hash.hexadecimal() == id.rawValue else {
            state.withLock { state in
                if state.damaged.count < Self.maximumDamaged { state.damaged.insert(id) }
            }
            throw TableProblem.damagedBlob(id)
        }
        return bytes
    }

    // MARK: Deletion

    /// Keeps a blob from being deleted until a row refers to it.
    func expect(_ id: BlobID) {
        state.withLock { state in
            state.awaited[id] = ((state.awaited[id]?.count ?? 0) + 1, state.nextAwaited)
            state.nextAwaited += 1
            if state.awaited.count > Self.maximumAwaited {
                let oldest = state.nextAwaited - Self.maximumAwaited / 2
                state.awaited = state.awaited.filter { $0.value.order >= oldest }
            }
        }
    }

    /// Notes that rows refer to the blobs now.
    func settle(_ ids: [BlobID]) {
        guard !ids.isEmpty else { return }
        state.withLock { state in
            for id in ids {
                guard let awaited = state.awaited[id] else { continue }
                state.awaited[id] = awaited.count > 1 ? (awaited.count - 1, awaited.order) : nil
            }
        }
    }

    /// Removes a blob to which no row refers, unless this process is about to commit such a row. Called during the turn.
    ///
    /// - Parameter isAlone: whether no other process could be about to commit a row that refers to the blob.
    func remove(_ id: BlobID, isAlone: Bool) throws {
        // If the name is not a valid blob name, there is no such file in the store.
        guard let path = try? path(of: id) else { return }
        try state.withLock { state in
            guard state.awaited[id] == nil else { return }
            if isAlone { return try Files.remove(path) }
            // The modification time says since when the blob has been set aside.
            Files.touch(path)
            try Files.renameExisting(path, to: removedPath(of: id))
        }
    }

    /// Restores blobs that were set aside, because rows are about to refer to them. Called during the turn of their commit.
    ///
    /// - Returns: the blobs that had been set aside.
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

    /// Deletes the blobs that were set aside. If this process is alone, it deletes all of them, otherwise those that
    /// have waited too long for a row.
    func forgetRemoved(isAlone: Bool) throws {
        for name in Files.names(in: directory.removedBlobs) {
            let path = directory.removedBlobs + "/" + name
            let age = Files.changed(path).map { time(nil) - $0 } ?? 0
            if isAlone || age > Self.longestWait { try Files.remove(path) }
        }
    }

    /// Removes files that crashes left half-written. They were never part of the store. Only for a process that is alone.
    func removeUnfinished() throws {
        for name in Files.names(in: directory.unfinishedBlobs) {
            try Files.remove(directory.unfinishedBlobs + "/" + name)
        }
    }

    private func removedPath(of id: BlobID) -> String { directory.removedBlobs + "/" + id.rawValue }

    // MARK: Moving

    /// Takes the file of a blob over from another store of the same file system, unless it is here already. A blob that the
    /// other store does not have either is left out.
    func adopt(_ id: BlobID, from other: BlobFiles) throws {
        expect(id)
        guard let path = try? path(of: id), Files.size(path) == nil else { return }
        let folder = Files.parent(of: path)
        if !Files.isDirectory(folder) { try Files.makeDirectory(folder) }
        if try !Files.renameExisting(other.path(of: id), to: path) {
            try Files.renameExisting(other.removedPath(of: id), to: path)
        }
    }

    // MARK: Durability

    /// Waits until the blobs and their names are on the disk. If a blob was deleted in the meantime, it is skipped.
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

    /// The path of a blob. Only 64 hexadecimal digits become part of a path.
    private func path(of id: BlobID) throws -> String {
        guard id.isWellFormed else { throw TableProblem.malformedBlob(id) }
        let name = id.rawValue
        return "\(directory.blobs)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)"
    }
}
