internal import Captions
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Plumbing

/// Writes the files that requests of one scope are answered with.
struct AnswerFiles: Sendable {
    /// The store of the scope.
    let store: any ContentStore
    /// Where they are written; nil is the folder for temporary files.
    let folder: AnswerFolder?
    /// How many are written at once.
    let places: FairLimiter<Scope>
    /// The rules for captions.
    var profile = CaptionProfile.netflix

    /// Writes one file of a conversation and opens it.
    ///
    /// - Returns: nil if the format is a voice track and nothing was spoken.
    /// - Throws: ``Problem`` of kind `store`, or about the folder.
    func file(
        _ format: OutputFormat, captions: CaptionStyle, of conversation: Conversation
    ) async throws -> FileAnswer? {
        let finished = try await store.ending(of: conversation)
        return try await inFolder { folder in
            let files = try await OutputWriter(store: store, profile: profile).write(
                [format], of: conversation.id, to: folder, naming: OutputNaming(title: "export"), captions: captions,
                finished: finished)
            guard let file = files.first else { return nil }
            return try await Self.opened(file.path)
        }
    }

    /// Writes the archive of a conversation and opens it.
    ///
    /// - Throws: ``Problem`` of kind `store`, or about the folder.
    func archive(of conversation: Conversation) async throws -> FileAnswer {
        let finished = try await store.ending(of: conversation)
        return try await file(writing: { path in
            try await ConversationArchive(store: store, profile: profile).write(
                conversation, to: path, finished: finished)
        })
    }

    /// Writes what was said in a conversation and opens it.
    ///
    /// - Returns: nil if the store has no sound of it.
    /// - Throws: ``Problem`` of kind `store`, or about the folder.
    func recording(of conversation: Conversation, isOpus: Bool) async throws -> FileAnswer? {
        let finished = try await store.ending(of: conversation)
        return try await inFolder { folder in
            let path = folder + "/answer"
            let isThere = try await SourceTrack(store: store).write(
                conversation, to: path, isOpus: isOpus, finished: finished)
            return isThere ? try await Self.opened(path) : nil
        }
    }

    /// Lets one file be written, and opens it.
    ///
    /// - Parameter write: makes the file at the path, in a separate folder that no other user can read.
    func file(writing write: (_ path: String) async throws -> Void) async throws -> FileAnswer {
        try await inFolder { folder in
            try await write(folder + "/answer")
            return try await Self.opened(folder + "/answer")
        }
    }

    /// The same for a function that blocks.
    func file(_ write: @escaping @Sendable (_ path: String) throws -> Void) async throws -> FileAnswer {
        try await inFolder { folder in
            let worker = WorkerThread("export")
            return try await worker.run {
                try write(folder + "/answer")
                return try FileAnswer(opening: folder + "/answer", on: worker)
            }
        }
    }

    private static func opened(_ path: String) async throws -> FileAnswer {
        let worker = WorkerThread("export")
        return try await worker.run { try FileAnswer(opening: path, on: worker) }
    }

    /// Makes a folder that no other user can read, and removes it afterwards.
    private func inFolder<Value>(_ body: (_ folder: String) async throws -> Value) async throws -> Value {
        try await places.run(store.scope) {
            let place = (folder?.path ?? FileManager.default.temporaryDirectory.path) + "/verbio-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: place) }
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try await body(place)
        }
    }
}
