/// The control groups that bound the memory of this process: of a container, of a service of systemd, and all around them.
package struct ControlGroup: Sendable {
    /// The names of the files of one version of control groups.
    private struct Files {
        var tree: String
        var limit: String
        var use: String
        /// The line of `memory.stat` with file pages that the kernel takes back when memory is short.
        var reclaimable: String

        static let first = Files(
            tree: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", use: "memory.usage_in_bytes",
            reclaimable: "total_inactive_file")
        static let second = Files(
            tree: "/sys/fs/cgroup", limit: "memory.max", use: "memory.current", reclaimable: "inactive_file")
    }

    private let root: String

    /// - Parameter root: the folder in which `proc` and `sys` are; tests have one of their own.
    package init(root: String = "") { self.root = root }

    /// The bytes that the tightest of them has left; nil if none has a limit.
    package var freeMemory: Int64? {
        let groups = KernelFile.text(of: root + "/proc/self/cgroup")?.split(whereSeparator: \.isNewline) ?? []
        return groups.flatMap { line -> [Int64] in
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return [] }
            if fields[1].isEmpty { return free(.second, fields[2]) }
            return fields[1].split(separator: ",").contains("memory") ? free(.first, fields[2]) : []
        }.min()
    }

    /// What a group and each one above it have left. In a container the path is often that outside, and the group is the root.
    private func free(_ files: Files, _ group: Substring) -> [Int64] {
        let names = group.split(separator: "/")
        return (0...names.count).compactMap { depth in
            let folder = ([root + files.tree] + names.prefix(depth).map(String.init)).joined(separator: "/")
            guard let most = number(in: "\(folder)/\(files.limit)") else { return nil }
            let used = number(in: "\(folder)/\(files.use)") ?? 0
            let reclaimable = number(in: "\(folder)/memory.stat", after: files.reclaimable) ?? 0
            return max(0, most - max(0, used - reclaimable))
        }
    }

    /// A number of bytes; nil for `max`, and for the huge number that the first version has in its place.
    ///
    /// - Parameter label: the first word of its line, if the file has several.
    private func number(in path: String, after label: String? = nil) -> Int64? {
        let lines = KernelFile.text(of: path)?.split(whereSeparator: \.isNewline) ?? []
        let words = lines.lazy.map { $0.split(separator: " ") }.first {
            label == nil || $0.first.map(String.init) == label
        }
        return words?.last.flatMap { Int64($0) }.flatMap { $0 < 1 << 60 ? $0 : nil }
    }
}
