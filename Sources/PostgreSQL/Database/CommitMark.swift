internal import SQL

/// Tells whether a commit is stored whose answer has not come because the connection has broken.
///
/// Each place of a pool has a row with a number in the table `verbio_commit`. A commit raises the number in its own transaction, so
/// the number is stored with the change or not at all. If no answer comes, another connection reads the number and, if it is still
/// the old one, changes it. A commit that is still on its way to the server then finds another number, and fails.
struct CommitMark {
    /// The table and the removal of rows of processes that ended long ago.
    static let table = [
        """
        CREATE TABLE IF NOT EXISTS verbio_commit (place BIGINT PRIMARY KEY, number BIGINT NOT NULL,
            used TIMESTAMPTZ NOT NULL DEFAULT now()) WITH (fillfactor = 50)
        """, "DELETE FROM verbio_commit WHERE used < now() - interval '7 days'",
    ]

    private let place = Int64.random(in: .min ... .max)
    /// The one in the row: negative after a commit that was not stored.
    private var number: Int64 = 0
    private var next: Int64 { abs(number) + 1 }

    /// Makes the row.
    ///
    /// - Throws: ``PostgreSQLFailure``.
    init(on link: PostgreSQLLink) throws {
        let statement = SQLStatement(
            "INSERT INTO verbio_commit (place, number) VALUES ($1, $2)", [.integer(place), .integer(number)])
        try link.exchange([statement]) { _, _ in }
    }

    /// What is sent before `COMMIT`. It divides by zero if the row has another number than that of the commit before.
    var statement: SQLStatement {
        // One simple statement, because each commit waits for it.
        SQLStatement(
            "UPDATE verbio_commit SET number = $3 / CAST(number = $2 AS INTEGER), used = now() WHERE place = $1",
            [.integer(place), .integer(number), .integer(next)])
    }

    /// The commit was answered.
    mutating func raise() { number = next }

    /// Asks how a commit without an answer has ended, and keeps it from ending otherwise. It waits for the end of its transaction.
    ///
    /// - Returns: whether it is stored; nil if that is not known.
    /// - Throws: ``PostgreSQLFailure``. The question can be asked again.
    mutating func hasCommitted(on link: PostgreSQLLink) throws -> Bool? {
        let statements = [
            SQLStatement(
                "UPDATE verbio_commit SET number = $3, used = now() WHERE place = $1 AND number = $2",
                [.integer(place), .integer(number), .integer(-next)]),
            SQLStatement("SELECT number FROM verbio_commit WHERE place = $1", [.integer(place)]),
        ]
        var found: SQLValue?
        try link.exchange(statements) { index, result in
            if index == 1 { found = result.rows().first?.values.first }
        }
        guard case .integer(let found)? = found, abs(found) == next else { return nil }
        number = found
        return found > 0
    }
}
