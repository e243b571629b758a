import Audio
package import Delivery
package import Plumbing

/// The recordings that a command line names, those of its folders included.
package struct RecordingArguments {
    /// One recording.
    package struct Recording: Hashable {
        /// Its path, or `-` for standard input.
        package var path: String
        /// Its subfolder of the named folder; empty if the recording itself was named.
        package var subfolder = ""

        var isStandardInput: Bool { path == "-" }
    }

    package private(set) var recordings: [Recording] = []

    /// - Parameters:
    ///   - arguments: files, folders, `file:` URLs, or `-` for standard input.
    ///   - recursive: whether the subfolders of folders are included.
    ///   - written: files that Verbio wrote; they are not taken as recordings of a folder.
    ///   - note: called with one sentence on what was left out of a folder.
    /// - Throws: `Problem` of kind `usage` if a recording is named twice, for a URL, or for a folder without recordings; of
    ///   kind `input` if a folder cannot be read.
    package init(
        _ arguments: [String], recursive: Bool, besides written: WrittenFiles, note: (String) -> Void
    ) throws(Problem) {
        for argument in arguments {
            let path = try localPath(argument)
            if path != "-", FileState(following: path)?.kind == .folder {
                recordings += try Self.recordings(in: path, recursive: recursive, besides: written, note: note)
            } else {
                recordings.append(Recording(path: path))
            }
        }
        var seen: Set<String> = []
        for recording in recordings {
            let place = recording.isStandardInput ? "-" : OutputPlace.resolved(recording.path)
            guard seen.insert(place).inserted else {
                throw Problem(
                    .usage, "translate.repeated", "the recording is given twice", at: recording.path,
                    cure: "name it once")
            }
        }
    }

    private static func recordings(
        in folder: String, recursive: Bool, besides written: WrittenFiles, note: (String) -> Void
    ) throws(Problem) -> [Recording] {
        let folders = try FolderRecordings(in: folder, recursive: recursive)
        let own = written.own(folders.found.map(\.path))
        let found = folders.found.filter { !own.contains($0.path) }
        guard !found.isEmpty else {
            throw Problem(
                .usage, "translate.no-recordings",
                own.isEmpty ? "there are no recordings in this folder" : "this folder has only what Verbio wrote",
                at: folder,
                cure: folders.unopened > 0
                    ? "add --recursive to look into its subfolders, and name caption files one by one"
                    : "name a folder with recordings, or a file; name caption files one by one")
        }
        var left: [String] = []
        if folders.others > 0 { left.append("\(folders.others) other \(folders.others == 1 ? "file" : "files")") }
        if !own.isEmpty { left.append("\(own.count) that Verbio wrote") }
        if folders.unopened > 0 {
            left.append(
                "\(folders.unopened) \(folders.unopened == 1 ? "subfolder" : "subfolders"), which --recursive looks into"
            )
        }
        let without = left.isEmpty ? "" : ", without " + left.joined(separator: " and ")
        note(
            "\(folder.printableOnOneLine): \(found.count) \(found.count == 1 ? "recording" : "recordings")\(without)"
        )
        return found.map { Recording(path: $0.path, subfolder: $0.subfolder) }
    }
}
