import Foundation

/// The Swift files below `Sources`.
enum SourceTree {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let root = packageRoot.appending(path: "Sources")

    /// The folders that hold Swift.
    static let modules: [String] = {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return found.filter { $0 != "CLibraries" && !$0.hasPrefix(".") }.sorted()
    }()

    /// The texts of all files, with their paths below `Sources`, in the order of these.
    static func allFiles() throws -> [(path: String, text: String)] {
        try modules.flatMap { module in
            try files(of: module).sorted { $0.key < $1.key }.map { ("\(module)/\($0.key)", $0.value) }
        }
    }

    /// The texts of a module's files by their paths below its folder.
    static func files(of module: String) throws -> [String: String] {
        let folder = root.appending(path: module)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        var texts: [String: String] = [:]
        for path in paths { texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8) }
        return texts
    }
}
