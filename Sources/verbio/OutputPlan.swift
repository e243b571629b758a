import ArgumentParser
import Audio
import Conversations
import Delivery
import FoundationEssentials
import Interpreting
import Plumbing

/// Which files are written of a conversation, and where.
struct OutputPlan: Sendable {
    var formats: Set<OutputFormat>
    var directory: String
    var captions: CaptionStyle

    /// - Throws: `Problem` of kind `usage` for a format or a caption style there is not.
    init(_ settings: Settings) throws {
        formats = Set(try settings.strings(.formats).map { try OutputFormat(parsing: $0) })
        directory = settings.string(.directory)
        let style = settings.string(.captions)
        guard let captions = CaptionStyle(rawValue: style) else {
            throw Problem(
                .usage, "output.captions", "there is no caption style '\(style)'",
                cure: "use one of: \(CaptionStyle.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.captions = captions
    }

    /// What the store remembers of it; nil where nothing is written.
    var files: ConversationFiles? {
        formats.isEmpty
            ? nil
            : ConversationFiles(
                directory: absolutePath(directory.isEmpty ? "." : directory),
                formats: OutputFormat.all.filter(formats.contains).map(\.name), captions: captions.rawValue)
    }

    /// Makes the folder, so that one which cannot be written to is told before the work.
    ///
    /// - Throws: `Problem` of kind `usage` (`output.unwritable`).
    func prepare() throws {
        if !formats.isEmpty { try OutputWriter.prepare(directory) }
    }

    func write(
        _ conversation: Conversation, finished: Event.ConversationFinished, store: any ConversationStore
    ) async throws -> [WrittenFile] {
        guard !formats.isEmpty else { return [] }
        return try await OutputWriter(store: store).write(
            formats, of: conversation.id, to: directory, baseName: Self.baseName(conversation), captions: captions,
            finished: finished)
    }

    /// Tells of a track that was there before and is not this conversation's as it is now: nothing is spoken in it, so there was
    /// none to write in its place. It stays, as nothing shows whose it is.
    ///
    /// - Parameter files: those that were written.
    func tellOfFormerTracks(_ conversation: Conversation, besides files: [WrittenFile], on console: Console) {
        let wanted = [OutputFormat.wav, .opus].filter { format in
            formats.contains(format) && !files.contains { $0.format == format }
        }
        let left = wanted.map {
            OutputWriter.path(of: $0, of: conversation, to: directory, baseName: Self.baseName(conversation))
        }
        .filter { FileManager.default.fileExists(atPath: $0) }
        guard !left.isEmpty else { return }
        let (was, it) = left.count == 1 ? ("was", "it") : ("were", "them")
        console.note(
            "verbio: \(left.joined(separator: " and ")) \(was) there before: nothing is spoken in this conversation, so no "
                + "track was written over \(it); remove \(it) unless you want to keep \(it)")
    }
}

extension Conversation {
    /// The title it was given, rather than the name of what was read: the same recording may have another name today.
    var ownTitle: String? { title == source.name ? nil : title }
}

extension OutputPlan {
    /// The recording's name without its extension.
    static func baseName(ofRecording path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// What the files are called: the title, or the recording's name without its extension.
    private static func baseName(_ conversation: Conversation) -> String {
        if let title = conversation.ownTitle { return title }
        if case .file(let path, _) = conversation.origin { return baseName(ofRecording: path) }
        guard conversation.title == "-" else { return conversation.title }
        // Lines from a pipe are often written to one store again and again.
        return conversation.isWritten ? "text-\(conversation.id)" : "stdin"
    }
}

/// One name for each file, whether it is there yet or not.
func absolutePath(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
}

/// The absolute path of a regular file, or nil for standard input, a pipe or a device, which can be read only once.
func regularFile(_ path: String) -> String? {
    guard path != "-" else { return nil }
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return url.path
}

/// - Parameter name: what the user calls the place where something is written that is made of a recording.
/// - Throws: `ValidationError` where it is no file, or the recording itself.
func checkOutput(_ path: String, calledBy name: String, of recording: String) throws {
    guard path != "-" else { throw ValidationError("\(name) needs the name of a file") }
    guard regularFile(path).map({ $0 != regularFile(recording) }) ?? true else {
        throw ValidationError("\(name) '\(path)' is the recording itself; name another file")
    }
}
