import Foundation

/// The Swift files below `Sources`.
enum SourceTree {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The folders that hold Swift.
    static let modules: [String] = {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return found.filter { $0 != "CLibraries" && !$0.hasPrefix(".") }.sorted()
    }()

    /// The texts of a module's files by their paths below its folder.
    static func files(of module: String) throws -> [String: String] {
        let folder = root.appending(path: module)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        var texts: [String: String] = [:]
        for path in paths { texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8) }
        return texts
    }
}
