internal import Conversations
internal import Glibc
internal import Plumbing

/// Audio in files named after their SHA-256: `blobs/ab/cd/abcd…`. All methods block and run on workers.
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

    private let directory: StoreDirectory
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
        let temporary = "\(directory.unfinishedBlobs)/\(number)"
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
        guard let bytes = try OpenFile.existing(path)?.readAll() else { return nil }
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

    /// Removes a blob to which no row refers, unless somebody is about to commit one.
    func remove(_ id: BlobID) throws {
        // A name that is none cannot be a file of ours.
        guard let path = try? path(of: id) else { return }
        try state.withLock { state in
            if state.awaited[id] == nil { try Files.remove(path) }
        }
    }

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
