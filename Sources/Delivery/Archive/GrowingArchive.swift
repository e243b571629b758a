internal import Audio
package import Conversations
internal import FoundationEssentials
internal import Plumbing

/// A ZIP archive that grows file by file, on its own thread. Its calls come one after the other.
///
/// Memory grows by about a hundred bytes for each file and not with the files. In addition to the archive, the disk
/// holds the files of one conversation for a moment.
package final class GrowingArchive: Sendable {
    private let path: String
    private let worker: WorkerThread
    private let writer: Locked<ZipWriter>

    /// Begins the archive; it gets its name with ``finish()``.
    ///
    /// - Parameters:
    ///   - path: the archive. Its folder must exist.
    ///   - time: the time of all its files, in milliseconds since 1970.
    /// - Throws: ``Problem`` as ``OutputWriter`` does, also from all other calls.
    package init(at path: String, time: Int64) async throws {
        let worker = WorkerThread("archive")
        writer = try await worker.run { Locked(try ZipWriter(at: path, time: time)) }
        self.worker = worker
        self.path = path
    }

    /// - Parameter name: with `/` between folders.
    package func add(_ bytes: [UInt8], named name: String) async throws {
        try await begin(name)
        try await append(bytes)
        try await end()
    }

    /// Begins a file whose bytes come in pieces.
    package func begin(_ name: String) async throws {
        try await worker.run { [writer] in try writer.withLock { try $0.beginFile(named: name) } }
    }

    /// Adds bytes to the file that was begun.
    package func append(_ bytes: [UInt8]) async throws {
        try await worker.run { [writer] in try writer.withLock { try $0.append(bytes) } }
    }

    /// Ends the file that was begun.
    package func end() async throws {
        try await worker.run { [writer] in try writer.withLock { try $0.endFile() } }
    }

    /// Adds all files that ``ConversationArchive`` has of a conversation.
    ///
    /// - Parameters:
    ///   - folder: where they are in the archive.
    ///   - finished: the conversation's last event.
    package func add(
        _ conversation: Conversation, in folder: String, finished: Event.ConversationFinished, store: any ContentStore
    ) async throws {
        let beside = path + ".verbio-files-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: beside) }
        let paths = try await ConversationArchive(store: store).writeFiles(
            of: conversation, to: beside, finished: finished)
        try await worker.run { [writer] in
            for path in paths {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                try writer.withLock { try $0.add(path, named: "\(folder)/\(name)") }
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// Writes the directory of the archive and gives the file its name.
    package func finish() async throws {
        _ = try await worker.run { [writer] in try writer.withLock { try $0.finish() } }
    }
}
