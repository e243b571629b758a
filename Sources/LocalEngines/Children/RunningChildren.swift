internal import Glibc
internal import Plumbing

/// The resident children of this process.
package final class RunningChildren: Sendable {
    /// Where children are noted. A test that ends all of them has its own, so that those of other tests live on.
    @TaskLocal package static var current = RunningChildren()

    private let groups = Locked<Set<pid_t>>([])

    package init() {}

    /// Notes a child, which leads a process group of its own, while the work runs.
    func noting<Result>(_ group: pid_t, while work: () async throws -> Result) async rethrows -> Result {
        groups.withLock { _ = $0.insert(group) }
        defer { groups.withLock { _ = $0.remove(group) } }
        return try await work()
    }

    /// Kills all of them, with what they started. To be called before the process ends: a child that hangs does not notice
    /// that its parent is gone.
    package func endAll() {
        for group in groups.withLock({ $0 }) { kill(-group, SIGKILL) }
    }
}
