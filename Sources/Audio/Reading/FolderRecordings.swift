internal import Glibc
package import Plumbing

/// The recordings in a folder, recognized by the extensions of their names.
package struct FolderRecordings: Sendable {
    /// A recording that was found.
    package struct Found: Sendable, Hashable {
        /// The path: the folder as it was given, and the recording's place in it.
        package var path: String
        /// The subfolder that contains it; empty for the folder itself.
        package var subfolder: String
    }

    /// Extensions of sound and film files, in lower case.
    package static let endings: Set<String> = [
        "wav", "wave", "bwf", "rf64", "w64", "aif", "aiff", "aifc", "au", "snd", "caf", "flac", "ogg", "oga", "opus",
        "spx",
        "mp3", "mp2", "mpga", "m4a", "m4b", "aac", "ac3", "eac3", "amr", "ape", "wv", "tta", "wma", "ra", "dts", "mka",
        "mp4", "m4v", "mov", "qt", "qta", "3gp", "3g2", "mkv", "webm", "avi", "wmv", "asf", "flv", "f4v", "ogv", "mpg",
        "mpeg", "m2v", "vob", "ts", "mts", "m2ts", "mxf",
    ]
    /// The largest depth of folders, so that the search ends in a damaged file system.
    private static let maximumLevels = 64

    /// In the order of their names, each subfolder after the files next to it.
    package private(set) var found: [Found] = []
    /// The number of other visible files.
    package private(set) var others = 0
    /// Subfolders that were not opened, because only the folder itself was requested.
    package private(set) var unopened = 0

    private let folder: String
    private let recursive: Bool
    private var seen: Set<FileIdentity> = []

    /// Looks for recordings. Hidden files and folders are left out. Links to folders are not followed; links to files are, but
    /// no recording is found twice.
    ///
    /// - Parameter recursive: whether to look into subfolders, too.
    /// - Throws: ``Problem`` of kind `input`, code `audio.unreadable`, if the folder or a subfolder cannot be read.
    package init(in folder: String, recursive: Bool) throws(Problem) {
        self.folder = folder
        self.recursive = recursive
        try look(into: "", level: 0)
    }

    private mutating func look(into subfolder: String, level: Int) throws(Problem) {
        let place = subfolder.isEmpty ? folder : Self.joined(folder, subfolder)
        var folders: [String] = []
        for name in try Self.names(in: place) where !name.hasPrefix(".") {
            let path = Self.joined(place, name)
            // A link to a folder may lead back to a folder above it.
            if FileState(of: path)?.kind == .folder {
                folders.append(name)
            } else if let state = FileState(following: path), state.kind == .regular {
                take(path, state, in: subfolder)
            }
        }
        guard recursive, level < Self.maximumLevels else {
            unopened += folders.count
            return
        }
        for name in folders {
            try look(into: subfolder.isEmpty ? name : subfolder + "/" + name, level: level + 1)
        }
    }

    private mutating func take(_ path: String, _ state: FileState, in subfolder: String) {
        let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count > 1, let ending = parts.last, Self.endings.contains(ending.lowercased()) else {
            others += 1
            return
        }
        guard seen.insert(state.identity).inserted else { return }
        found.append(Found(path: path, subfolder: subfolder))
    }

    /// The names in a folder, in the order of their bytes.
    private static func names(in folder: String) throws(Problem) -> [String] {
        guard let stream = opendir(folder) else {
            throw Problem(
                .input, "audio.unreadable", "the folder cannot be read (\(String(cString: strerror(errno))))",
                at: folder,
                cure: "check that you may read it")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }
}
