internal import Foundation

/// Whether processes still run that a test has not started itself.
package enum LivingProcess {
    /// Whether the process runs. One that has ended and is not reaped yet does not.
    package static func isAlive(_ pid: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ")
    }

    /// Returns once the process has gone.
    package static func waitForEnd(of pid: Int32) async {
        while isAlive(pid) { await Task.yield() }
    }
}
