internal import CPostgreSQL
package import Plumbing

/// An address of a database, such as `postgresql://verbio@db.example/verbio?sslmode=verify-full`.
///
/// libpq reads it, so it may have all parameters that libpq knows. What it leaves out comes from the environment (`PGPASSWORD`), from
/// `~/.pgpass`, or from the service file.
package struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    /// As it was given. It may contain a password, so it is never shown.
    let text: String
    /// Host and database, for errors and logs.
    package let description: String

    /// - Throws: ``Problem`` of kind `store`, codes `store.address` and `store.no-library`.
    package init(_ text: String) throws(Problem) {
        try LibPQ.open()
        // The message of libpq is not used, because it may quote the password.
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"), !text.utf8.contains(0),
            let options = verbio_pq_parse(text, nil)
        else { throw Self.wrong }
        defer { verbio_pq_free_options(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        let host = values["host"] ?? values["hostaddr"] ?? "localhost"
        let port = values["port"] ?? ""
        let database = values["dbname"] ?? values["user"] ?? ""
        // A password with such letters ends up in the host, the port or the database, whose names appear in errors.
        guard !(host + database).contains("@"), port.utf8.allSatisfy({ "0123456789,".utf8.contains($0) }) else {
            throw Self.wrong
        }
        self.text = text
        description = "postgresql://\(host)\(port.isEmpty ? "" : ":" + port)/\(database)"
    }

    private static let wrong = Problem(
        .store, "store.address", "the address of the PostgreSQL database cannot be read",
        cure:
            "write postgresql://USER@HOST/DATABASE with parameters of libpq, and in a password %40 for '@', %2F for '/' and %25 for '%'"
    )
}
