internal import Conversations
internal import Glibc

/// Who works on which conversation: a file for each that has an owner, locked by the owner.
///
/// The lock is the proof of life. The kernel gives it up with the owner's process, however that ends, so a conversation is
/// free at once after a crash, and no clock or heartbeat decides. The file itself goes with the claim; one that a crash left
/// is taken over by the next claim.
final class ClaimFiles: Sendable {
    private let folder: String

    init(_ directory: StoreDirectory) { folder = directory.claims }

    /// - Returns: nil while the conversation has an owner.
    func claim(_ id: ConversationID) throws -> ConversationClaim? {
        let path = path(of: id)
        while true {
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            guard try file.tryLock(.exclusive) else { return nil }
            // The owner before may have removed the file between its opening and its locking here.
            guard file.isStillNamed else { continue }
            ProcessNumber.write(to: file)
            return ConversationClaim { [file] in
                // In this order: so no other claim's file is removed.
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

    /// Removes what crashes have left. For a process that has the store for itself.
    func removeLeftovers() throws {
        for name in Files.names(in: folder) {
            let path = folder + "/" + name
            // A store that was let go may still have claims in this process.
            guard let file = try OpenFile.existing(path), !file.isLockedElsewhere(against: .exclusive) else { continue }
            try Files.remove(path)
        }
    }

    /// Only an identifier's letters and digits become part of a path.
    private func path(of id: ConversationID) -> String {
        if ConversationID.isWellFormed(id.rawValue) { return folder + "/" + id.rawValue }
        var hash = ContentHash()
        hash.update(Array(id.rawValue.utf8))
        return folder + "/" + hash.hexadecimal()
    }
}

extension OpenFile {
    /// Whether its path still leads to this very file.
    fileprivate var isStillNamed: Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }
}
