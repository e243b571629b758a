internal import Glibc

/// A file with a secret of the program, readable by its owner only.
package struct SecretFile: Sendable {
    package enum Failure: Error, Sendable, Hashable {
        /// Other users of the machine may read it.
        case exposed
        /// It is longer than a secret may be.
        case tooLong
        /// It cannot be read or written, for the reason given by the system.
        case unusable(reason: String)
    }

    package var path: String
    /// The most bytes that it may have.
    package var longest: Int

    package init(at path: String, longest: Int) {
        self.path = path
        self.longest = longest
    }

    /// Reads the file. If it does not exist, it is made. Blocks.
    ///
    /// - Parameter made: the bytes of a new file.
    package func bytes(orMake made: () -> [UInt8]) throws(Failure) -> [UInt8] {
        if let known = try read() { return known }
        let bytes = made()
        // Written next to it first: a process that reads in the meantime finds all of it or none. The link fails if
        // another process or task was faster.
        let draft = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unusable }
        defer { unlink(draft) }
        let isWritten =
            bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, link(draft, path) == 0 || errno == EEXIST, let known = try read() else { throw Self.unusable }
        return known
    }

    /// - Returns: nil if there is no such file.
    private func read() throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.unusable
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unusable }
        guard status.st_mode & 0o077 == 0 else { throw .exposed }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw Self.unusable }
        guard count <= longest else { throw .tooLong }
        return Array(bytes.prefix(count))
    }

    private static var unusable: Failure { .unusable(reason: String(cString: strerror(errno))) }
}
