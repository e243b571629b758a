internal import Glibc
internal import Plumbing

/// Where programs are looked for: the directories of `PATH`, or of a test.
package struct SearchPath: Sendable, Hashable {
    package var directories: [String]

    package init(_ directories: [String]) {
        self.directories = directories
    }

    /// The directories of the environment's `PATH`; `/usr/bin` and `/bin` if it is not set.
    ///
    /// Relative entries are left out, because the choice of a program must not depend on the folder in which Verbio was
    /// started.
    package static var environment: SearchPath {
        let value = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return SearchPath(value.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") })
    }

    /// The value of `PATH` in children.
    var value: String { directories.joined(separator: ":") }

    /// The full path of the first executable regular file of that name.
    package func find(_ name: String) -> String? {
        for directory in directories {
            let path = directory + "/" + name
            if FileFacts(path)?.isRegular == true, access(path, X_OK) == 0 { return path }
        }
        return nil
    }
}

/// What `stat` reports about a path; nil if nothing is there.
struct FileFacts {
    var isRegular: Bool
    var isDirectory: Bool
    var size: Int64
    /// Seconds since 1970.
    var modified: Int64

    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        isRegular = facts.st_mode & S_IFMT == S_IFREG
        isDirectory = facts.st_mode & S_IFMT == S_IFDIR
        size = Int64(facts.st_size)
        modified = Int64(facts.st_mtim.tv_sec)
    }

    /// The names in a directory, sorted; empty if it cannot be read.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Eight hexadecimal digits that change if a file is replaced (by name, size or time of change).
    ///
    /// An engine's answers are reused under its descriptor. So an upgraded model must not have the fingerprint of the old one.
    static func fingerprint(of paths: [String]) -> String {
        var hash = FNV1a()
        for path in paths {
            let facts = FileFacts(path)
            hash.add("\(path):\(facts?.size ?? -1):\(facts?.modified ?? -1)\n".utf8)
        }
        let digits = String(UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32)), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
