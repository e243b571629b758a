internal import CHiredis
internal import Glibc
internal import Plumbing

/// hiredis, which is opened when the first address of Redis is read.
enum LibHiredis {
    /// The names by which systems know its versions, the newest first.
    private static let names = [
        "libhiredis.so.1.4.0", "libhiredis.so.1.3.0", "libhiredis.so.1.1.0", "libhiredis.so.1.0.0",
        "libhiredis.so.0.14",
    ]

    /// - Throws: ``Problem`` of kind `store`, code `coordination.no-library`.
    static func open() throws(Problem) { try opened.get() }

    /// Once a process: the library stays open.
    private static let opened = opening(names)

    static func opening(_ names: [String]) -> Result<Void, Problem> {
        var message = [CChar](repeating: 0, count: 512)
        for name in names where verbio_redis_open(name, &message, message.count) {
            ignoreBrokenPipes()
            return .success(())
        }
        let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .failure(
            Problem(
                .store, "coordination.no-library",
                "Redis is reached with hiredis 0.14 or later, which is not here (\(text))",
                cure: "run 'apt-get install libhiredis0.14', or on Debian 13 'apt-get install libhiredis1.1.0'"))
    }

    /// hiredis writes to a closed connection, which would end the process. A process with a handler of its own keeps it.
    private static func ignoreBrokenPipes() {
        var action = sigaction()
        guard sigaction(SIGPIPE, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil else { return }
        signal(SIGPIPE, SIG_IGN)
    }
}
