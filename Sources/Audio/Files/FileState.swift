internal import Glibc
package import Plumbing

/// The identity of a file, under any of its names: two paths with the same identity are one file.
package struct FileIdentity: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
}

/// The state of a file that is known without reading it: enough to notice that it was written to or replaced.
package struct FileState: Sendable, Hashable {
    /// The kind of the file.
    package enum Kind: Sendable, Hashable {
        case regular, link, folder
        /// A pipe, a device or a socket.
        case other
    }

    package var kind: Kind
    package var identity: FileIdentity
    /// Bytes.
    package var size: Int
    /// When it was last written to, in nanoseconds since 1970.
    package var modified: Int
    /// Whether its mode allows no user to write to it.
    package var isReadOnly: Bool

    /// The state of the file with this path; a symbolic link is described itself. Nil if nothing is there.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The state of the file that a path leads to, through symbolic links. Nil if nothing is there.
    package init?(following path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The state of the file of an open descriptor.
    package init?(ofDescriptor descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFLNK: .link
            case S_IFDIR: .folder
            default: .other
            }
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int(clamping: status.st_size)
        let (nanoseconds, overflow) = Int(clamping: status.st_mtim.tv_sec).multipliedReportingOverflow(
            by: 1_000_000_000)
        modified = overflow ? 0 : nanoseconds &+ Int(clamping: status.st_mtim.tv_nsec)
        isReadOnly = status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0
    }
}

/// The files that a finished file may replace when it gets its name.
package enum Replacement: Sendable, Hashable {
    /// Anything that has the name.
    case anything
    /// Nothing: if a file of this name appears in the meantime, that file is kept.
    case nothing
    /// The file in this state: if it changes in the meantime, it is kept.
    case file(FileState)
}

/// Decides what an output may replace, at the last moment before it gets its name.
package protocol OutputAdmission: Sendable {
    /// - Parameters:
    ///   - path: the name that the file is to get.
    ///   - state: of the finished file, which keeps it under that name.
    ///   - partial: the present name of the finished file.
    /// - Throws: ``Problem`` of kind `usage` if nothing may be written there.
    func admit(_ path: String, as state: FileState, from partial: String) throws(Problem) -> Replacement

    /// Whether the file that has the name is kept, because it holds more than the new one.
    func keeps(_ path: String, insteadOf content: OutputContent) -> Bool

    /// The same decisions for files with this content, which is recorded with them.
    func recording(_ content: OutputContent) -> Self
}

extension OutputAdmission {
    package func keeps(_ path: String, insteadOf content: OutputContent) -> Bool { false }
    package func recording(_ content: OutputContent) -> Self { self }
}

/// How much of a conversation its files hold.
package struct OutputContent: Sendable, Hashable {
    /// The recognized and translated texts and the spoken pieces.
    package var answers: Int
    /// Whether nothing of the conversation is missing.
    package var isComplete: Bool

    package init(answers: Int, isComplete: Bool) {
        self.answers = answers
        self.isComplete = isComplete
    }

    /// Whether it must not take the place of a file. A complete result with any answer may take the place of any file. One
    /// without an answer comes of an engine that hears nothing, as much as of a silent recording.
    ///
    /// - Parameter answers: how many the file holds. If that is nil, it is not known, and any answer is enough.
    package func isLess(than answers: Int?) -> Bool {
        self.answers < answers ?? 1 && !(isComplete && self.answers > 0)
    }
}
