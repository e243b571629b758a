import Foundation

/// Which folders of one module use types of which others.
///
/// It reads text, not meaning: a file uses a type if its code names it and the file declares no type of that name itself. Types
/// below another one and private types belong to their file.
struct FolderArrows {
    struct Arrow: Hashable, CustomStringConvertible {
        var from: String
        var to: String
        /// The file that uses the type, and the type.
        var file: String
        var type: String

        var description: String { "\(from) uses \(type) of \(to) in \(file)" }
    }

    private(set) var arrows: [Arrow] = []

    /// - Parameter files: the texts of a module's files by their paths below its folder, such as `Reading/Reader.swift`.
    init(_ files: [String: String]) {
        let code = files.mapValues(CodeLines.init)
        var homes: [String: Set<String>] = [:]
        for (path, lines) in code {
            for type in lines.types(atAnyDepth: false) { homes[type, default: []].insert(Self.folder(of: path)) }
        }
        for (path, lines) in code.sorted(by: { $0.key < $1.key }) {
            let folder = Self.folder(of: path)
            for type in lines.namedTypes.subtracting(lines.types(atAnyDepth: true)).sorted() {
                for home in (homes[type] ?? []).sorted() where home != folder {
                    arrows.append(Arrow(from: folder, to: home, file: path, type: type))
                }
            }
        }
    }

    /// The arrows among folders that are in cycles or between two of them; empty if there is no cycle.
    var cyclic: [Arrow] {
        var left = arrows
        while true {
            // A folder that uses nothing, or that nothing uses, is in no cycle.
            let (users, used) = (Set(left.map(\.from)), Set(left.map(\.to)))
            let knotted = left.filter { used.contains($0.from) && users.contains($0.to) }
            if knotted.count == left.count { return left }
            left = knotted
        }
    }

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "the module's root" : folder
    }
}
