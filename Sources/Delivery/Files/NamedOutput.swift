internal import Audio
internal import Plumbing

/// An output that is named as a file instead of a folder: `out/film.es.mkv`.
package struct NamedOutput: Sendable, Hashable {
    /// `out`; `.` for the current folder.
    package let folder: String
    /// `film.es`: its name without the extension of the format. It may have the fields of a ``NamePattern``.
    package let name: String
    package let format: OutputFormat

    /// - Returns: nil if the path does not end as a file of a known format, or if it is a folder.
    package init?(_ path: String) {
        guard path.utf8.last != UInt8(ascii: "/"), FileState(following: path)?.kind != .folder else { return nil }
        let (folder, name) = OutputPlace.parts(of: path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            let format = try? OutputFormat(parsing: String(name[name.index(after: dot)...]))
        else { return nil }
        self.folder = folder
        self.name = String(name[..<dot])
        self.format = format
    }
}
