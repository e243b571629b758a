internal import CPostgreSQL
internal import Plumbing

/// libpq, which is opened when the first address of PostgreSQL is read.
enum LibPQ {
    /// - Throws: ``Problem`` of kind `store`, code `store.no-library`.
    static func open() throws(Problem) { try opened.get() }

    /// Once a process: the library stays open.
    private static let opened = opening("libpq.so.5")

    static func opening(_ name: String) -> Result<Void, Problem> {
        var message = [CChar](repeating: 0, count: 512)
        guard verbio_pq_open(name, &message, message.count) else {
            let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return .failure(
                Problem(
                    .store, "store.no-library",
                    "PostgreSQL is reached with libpq 14 or later, which is not here (\(text))",
                    cure: "run 'apt-get install libpq5'"))
        }
        return .success(())
    }
}
