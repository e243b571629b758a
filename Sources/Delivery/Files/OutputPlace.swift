internal import Glibc

/// Paths of outputs. The files need not exist yet.
package enum OutputPlace {
    /// The absolute path with the links of its folders resolved. The last component stays: if it is a link, the link is not
    /// followed. If folders do not exist yet, the existing part of the path above them is resolved.
    package static func resolved(_ path: String) -> String {
        var (folder, name) = parts(of: path)
        var rest = [name]
        while true {
            if let real = realpath(folder, nil) {
                defer { free(real) }
                let above = String(cString: real)
                return (above == "/" ? "" : above) + "/" + rest.reversed().joined(separator: "/")
            }
            guard folder != "/", folder != "." else { return path }
            (folder, name) = parts(of: folder)
            rest.append(name)
        }
    }

    /// The folder of a path and the name in it.
    static func parts(of path: String) -> (folder: String, name: String) {
        // Not searched by characters: a name may begin with a mark that forms one character with the slash before it.
        let slashByte = UInt8(ascii: "/")
        var bytes = path.utf8[...]
        while bytes.count > 1, bytes.last == slashByte { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: slashByte) else { return (".", String(Substring(bytes))) }
        let name = String(Substring(bytes[bytes.index(after: slash)...]))
        return (slash == bytes.startIndex ? "/" : String(Substring(bytes[..<slash])), name)
    }
}
