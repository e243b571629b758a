internal import Conversations
internal import Glibc

/// The owners of conversations: one file for each conversation that has an owner, locked by the owner.
///
/// The lock shows that the owner is alive. The kernel releases the lock when the owner's process ends, for whatever reason. So
/// a conversation is free at once after a crash, and no clock or heartbeat decides. Releasing the claim removes the file. If a
/// crash left a file behind, the next claim takes it over.
final class ClaimFiles: Sendable {
    private let folder: String

    init(_ directory: StoreDirectory) { folder = directory.claims }

    /// - Returns: nil while the conversation has an owner.
    func claim(_ id: ConversationID) throws -> ConversationClaim? {
        let path = path(of: id)
        while true {
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            guard try file.tryLock(.exclusive) else { return nil }
            // The previous owner may have removed the file after it was opened here and before it was locked.
            guard file.isStillNamed else { continue }
            ProcessNumber.write(to: file)
            return ConversationClaim { [file] in
                // The file is removed before the lock is released, so that no other claim's file is removed.
                unlink(path)
                file.unlock()
            }
        }
    }

    /// The conversation's owner; nil if it has none.
    func owner(of id: ConversationID) -> ConversationOwner? {
        let path = path(of: id)
        guard let file = try? OpenFile.existing(path), file.isLockedElsewhere(against: .exclusive) else { return nil }
        return ConversationOwner(process: ProcessNumber.read(path))
    }

    /// Removes the files that crashes have left. Only for a process that has the store to itself.
    func removeLeftovers() throws {
        for name in Files.names(in: folder) {
            let path = folder + "/" + name
            // If a store was released without closing it, this process may still hold claims of it.
            guard let file = try OpenFile.existing(path), !file.isLockedElsewhere(against: .exclusive) else { continue }
            try Files.remove(path)
        }
    }

    /// Only the letters and digits of an identifier become part of a path.
    private func path(of id: ConversationID) -> String {
        if ConversationID.isWellFormed(id.rawValue) { return folder + "/" + id.rawValue }
        var hash = ContentHash()
        hash.update(Array(id.rawValue.utf8))
        return folder + "/" + hash.hexadecimal()
    }
}

extension OpenFile {
    /// Whether the file's path still leads to this opened file.
    fileprivate var isStillNamed: Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }
}
