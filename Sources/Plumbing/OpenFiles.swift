internal import Glibc

/// How many files and connections this process may have open at once.
package enum OpenFiles {
    /// A run with a local engine, a provider over HTTP and the store has some 40 open.
    package static let least = 64
    /// The limit is raised to this at most. Some libraries go through all numbers up to the limit.
    private static let most: rlim_t = 65_536

    /// Raises the limit as far as this user may. A common one is 1,024, which a server with many sessions exceeds.
    ///
    /// - Throws: `Problem` of kind `store` (`system.open-files`) if the limit is below ``least``.
    package static func prepare() throws(Problem) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, most)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 {
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            }
        }
        guard limit.rlim_cur >= rlim_t(least) else {
            throw Problem(
                .store, code, "only \(limit.rlim_cur) files may be open at once, and Verbio needs \(least)",
                cure: "raise the limit, for example with 'ulimit -n 1024'")
        }
    }

    /// The problem if a system call failed because too many files are open; nil for any other error.
    package static func problem(_ error: Int32, at place: String? = nil) -> Problem? {
        guard error == EMFILE || error == ENFILE else { return nil }
        return Problem(
            .store, code, "too many files are open", at: place,
            cure: "raise the limit with 'ulimit -n', or do less at once")
    }

    /// The problem if no further file can be opened now, for libraries that do not tell why they failed.
    package static func exhaustion(at place: String? = nil) -> Problem? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return problem(errno, at: place) }
        close(descriptor)
        return nil
    }

    private static let code = "system.open-files"
}
