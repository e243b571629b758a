import FoundationEssentials

/// A unique absolute path for each file, whether it exists yet or not.
package func absolutePath(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
}

/// The absolute path of a regular file, or nil for standard input, a pipe or a device, which can be read only once.
package func regularFile(_ path: String) -> String? {
    guard path != "-" else { return nil }
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return url.path
}
