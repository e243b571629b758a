package import Audio
internal import Captions
package import Conversations
internal import FoundationEssentials
internal import Language

extension OutputNaming {
    /// The names of a stored conversation's files, which are the same on the command line, in archives and over HTTP.
    ///
    /// They begin with the title that the user gave, or else with the name of the recording without its extension.
    package init(of conversation: Conversation, pattern: NamePattern = .standard) {
        let hasOwnTitle = conversation.title != conversation.source.name
        self.init(
            stem: Self.stem(of: conversation), title: hasOwnTitle ? Self.title(of: conversation) : nil,
            part: conversation.settings.listening.part.flatMap { try? RecordingPart(settingsName: $0) },
            pattern: pattern)
    }

    /// If only a part is heard, its times are in the file names, so that the files do not replace those of the whole recording.
    package init(stem: String, title: String?, part: RecordingPart?, pattern: NamePattern) {
        let suffix = part.map { "." + $0.fileName } ?? ""
        self.init(title: (title ?? stem) + suffix, stem: stem + suffix, pattern: pattern)
    }

    /// The recording's name without its extension. A caption file's name is without its language, too: `film.en.srt` gives
    /// `film.es.srt`.
    package static func stem(ofRecording path: String) -> String {
        guard path != "-" else { return "stdin" }
        let name = URL(filePath: path).deletingPathExtension()
        guard CaptionFormats.format(ofFile: path) != nil, name.pathExtension.count >= 2,
            (try? LanguageTag(parsing: name.pathExtension)) != nil
        else { return name.lastPathComponent }
        return name.deletingPathExtension().lastPathComponent
    }

    private static func stem(of conversation: Conversation) -> String {
        if case .file(let path, _) = conversation.origin { return stem(ofRecording: path) }
        // Lines from a pipe are often written to one store several times.
        guard conversation.source.name == "-" else { return withoutEnding(conversation.source.name) }
        return conversation.isWritten ? "text-\(conversation.id)" : "stdin"
    }

    /// Clients of the service often call an upload by the name of its file.
    private static func title(of conversation: Conversation) -> String {
        let isUpload = conversation.origin == .stream && conversation.source.name != "-"
        return isUpload ? withoutEnding(conversation.title) : conversation.title
    }

    /// Only a recording's ending is left out: any other dot belongs to the name, as in `version 2.1`.
    private static func withoutEnding(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            FolderRecordings.endings.contains(name[name.index(after: dot)...].lowercased())
        else { return name }
        return String(name[..<dot])
    }
}
