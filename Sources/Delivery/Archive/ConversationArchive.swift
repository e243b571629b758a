package import Audio
package import Captions
package import Conversations
internal import FoundationEssentials
internal import Plumbing

/// All files of a conversation in one ZIP archive: the document, the transcript, captions in both languages, and the voice track
/// if something was spoken.
///
/// The files are written to a folder next to the archive and added to it one after the other. So memory does not grow
/// with the recording. Equal conversations give equal bytes.
package struct ConversationArchive: Sendable {
    /// The media type of the archive, a ZIP file.
    package static let mediaType = "application/zip"

    private let store: any ContentStore
    private let profile: CaptionProfile

    /// - Parameter profile: the rules for captions.
    package init(store: any ContentStore, profile: CaptionProfile = .netflix) {
        self.store = store
        self.profile = profile
    }

    /// - Parameters:
    ///   - path: the archive. Its folder must exist.
    ///   - finished: the conversation's last event.
    ///   - admission: decides what the archive may replace; anything if nil.
    /// - Throws: ``Problem`` as ``OutputWriter`` does.
    package func write(
        _ conversation: Conversation, to path: String, marks: DirectionMarks = .auto,
        finished: Event.ConversationFinished, by admission: (any OutputAdmission)? = nil
    ) async throws {
        let folder = path + ".verbio-files-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let paths = try await writeFiles(of: conversation, to: folder, marks: marks, finished: finished)
        let worker = WorkerThread("archive")
        try await worker.run {
            var archive = try ZipWriter(at: path, time: conversation.createdAt)
            for path in paths {
                try archive.add(path, named: path.split(separator: "/").last.map(String.init) ?? path)
                // So the disk holds a large track twice for a moment only.
                try? FileManager.default.removeItem(atPath: path)
            }
            _ = try archive.finish(by: admission)
        }
    }

    /// Writes the files that the archive has to a folder, which is made if it is missing.
    ///
    /// - Returns: their paths.
    /// - Throws: as ``write(_:to:marks:finished:by:)``.
    func writeFiles(
        of conversation: Conversation, to folder: String, marks: DirectionMarks = .auto,
        finished: Event.ConversationFinished
    ) async throws -> [String] {
        var files: [WrittenFile] = []
        for (formats, captions) in Self.parts(of: conversation) {
            files += try await OutputWriter(store: store, profile: profile).write(
                formats, of: conversation.id, to: folder, naming: OutputNaming(of: conversation),
                captions: captions, marks: marks, finished: finished)
        }
        return files.map(\.path)
    }

    /// The name of the archive.
    package static func name(of conversation: Conversation) -> String {
        OutputName.base(from: OutputNaming(of: conversation).title) + ".zip"
    }

    /// Whether a format is one of the captions in the archive: those that most players read, and the one that was translated.
    private static func isUsual(_ format: OutputFormat, _ conversation: Conversation) -> Bool {
        format == .srt || format == .vtt
            || format.captions != nil && format.name == conversation.captionHead?.format
    }

    /// The formats that the conversation can have, with the language of captions. A text has no times, so it has no captions.
    private static func parts(of conversation: Conversation) -> [(Set<OutputFormat>, CaptionStyle)] {
        let captions = Set(conversation.isWritten ? [] : OutputFormat.stored.filter { isUsual($0, conversation) })
        guard conversation.settings.isTranslated else { return [(captions.union([.json, .txt]), .source)] }
        return [(captions.union([.json, .txt, .wav]), .target)] + (captions.isEmpty ? [] : [(captions, .source)])
    }
}
