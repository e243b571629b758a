import Foundation
import LocalEngines
import Testing

/// What a container or a service leaves of the machine's memory.
struct ControlGroupTests {
    /// Writes files below a folder, and gives what is free there.
    private func free(_ files: [String: String]) throws -> Int64? {
        let root = FileManager.default.temporaryDirectory.appending(path: "verbio-groups-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        return ControlGroup(root: root.path()).freeMemory
    }

    @Test(
        "Given a service with a limit, when its memory is asked for, then pages of files that can be dropped are free")
    func service() throws {
        let group = "sys/fs/cgroup/system.slice/verbio.service"
        let files = [
            "proc/self/cgroup": "0::/system.slice/verbio.service\n", "\(group)/memory.max": "2000000000\n",
            "\(group)/memory.current": "1500000000\n",
            "\(group)/memory.stat": "anon 400000000\nfile 1100000000\nactive_file 100\ninactive_file 1000000000\n",
            "sys/fs/cgroup/system.slice/memory.max": "max\n",
        ]
        #expect(try free(files) == 1_500_000_000)
        // The slice around it is tighter.
        let tighter = files.merging([
            "sys/fs/cgroup/system.slice/memory.max": "1000000000\n",
            "sys/fs/cgroup/system.slice/memory.current": "900000000\n",
        ]) { $1 }
        #expect(try free(tighter) == 100_000_000)
    }

    @Test("Given a container, when its group is the root of what it sees, then its limit counts")
    func container() throws {
        let outside = [
            "proc/self/cgroup": "0::/../../docker/4711\n", "sys/fs/cgroup/memory.max": "1000000000\n",
            "sys/fs/cgroup/memory.current": "1200000000\n",
        ]
        #expect(try free(outside) == 0)
    }

    @Test("Given control groups of the first version, when no limit is set, then its huge number is none")
    func firstVersion() throws {
        let lines = "5:cpu:/\n4:memory:/box\n0::/\n"
        let group = "sys/fs/cgroup/memory"
        let unlimited = "9223372036854771712\n"
        let files = ["proc/self/cgroup": lines, "\(group)/memory.limit_in_bytes": unlimited]
        #expect(try free(files) == nil)
        let limited = files.merging([
            "\(group)/box/memory.limit_in_bytes": "4294967296\n", "\(group)/box/memory.usage_in_bytes": "1294967296\n",
        ]) { $1 }
        #expect(try free(limited) == 3_000_000_000)
    }

    @Test("Given a machine without control groups, when memory is asked for, then they bound nothing")
    func none() throws { #expect(try free([:]) == nil) }
}
