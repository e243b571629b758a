internal import Glibc
internal import Plumbing

/// Rights by locks of files: for the processes of one machine.
package struct FileTurns: WorkTurns {
    private let prefix: String

    /// Removes the files of processes that were killed.
    ///
    /// - Parameter prefix: the path of each file begins with it.
    package init(at prefix: String) {
        self.prefix = prefix
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? "./"
        for name in Self.names(in: folder) where (folder + name).hasPrefix(prefix) {
            let descriptor = open(folder + name, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isFile(descriptor, at: folder + name) {
                unlink(folder + name)
            }
            close(descriptor)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// - Throws: ``Problem`` of kind `store`, code `lock.unwritable`.
    package func right(to work: String) async throws -> WorkRight? {
        let path = prefix + work.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw Problem(
                    .store, "lock.unwritable", "a lock cannot be made (\(String(cString: strerror(errno))))", at: path,
                    cure: "look at the disk and the permissions of the folder")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            // Another process may have removed the file before it was locked.
            guard Self.isFile(descriptor, at: path) else {
                close(descriptor)
                continue
            }
            return WorkRight {
                // First, so that no process can lock a file that is removed then.
                unlink(path)
                close(descriptor)
                return nil
            }
        }
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (locked, named) = (stat(), stat())
        return fstat(descriptor, &locked) == 0 && stat(path, &named) == 0 && locked.st_ino == named.st_ino
            && locked.st_dev == named.st_dev
    }
}
