internal import Plumbing
internal import SQL

/// The tables of one part of the program, such as the keys, and how they have changed.
package struct PostgreSQLSchema: Sendable {
    /// A change of the tables. It is never edited after a release.
    package struct Step: Sendable {
        package var name: String
        /// Statements that `;` separates. They run in one transaction.
        package var sql: String

        package init(_ name: String, _ sql: String) {
            self.name = name
            self.sql = sql
        }
    }

    let part: String
    let steps: [Step]

    /// - Parameter part: its name, which is in the database and therefore never changes.
    package init(_ part: String, _ steps: [Step]) {
        self.part = part
        self.steps = steps
    }

    /// The statements that keep the rows of a table apart by its column `scope`, also for the owner of the table.
    ///
    /// The column is `scope TEXT NOT NULL DEFAULT current_setting('verbio.scope')`. A later step that changes rows of all scopes
    /// first sets `NO FORCE ROW LEVEL SECURITY`.
    package static func rowSecurity(of table: String) -> String {
        // After the first transaction of a connection, the setting is empty and no longer missing.
        """
        ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
        ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
        CREATE POLICY scope ON \(table) USING (scope = NULLIF(current_setting('verbio.scope', true), ''));
        """
    }
}

extension PostgreSQLDatabase {
    /// Makes the tables, or brings them to the newest step. Any number of processes may do it at once.
    ///
    /// - Throws: ``Problem`` of kind `store`; `store.newer` if a newer Verbio has changed the tables.
    package func migrate(_ schema: PostgreSQLSchema) async throws {
        while try await change({ try schema.takeStep($0) }) {}
        beginMarking()
    }
}

extension PostgreSQLSchema {
    /// - Returns: false if there was none left to take.
    fileprivate func takeStep(_ connection: any SQLConnection) throws -> Bool {
        try connection.lock("verbio_schema")
        try connection.run(
            """
            CREATE TABLE IF NOT EXISTS verbio_schema (part TEXT NOT NULL, step INTEGER NOT NULL, name TEXT NOT NULL,
                applied TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (part, step))
            """)
        for statement in CommitMark.table { try connection.run(statement) }
        let taken = try connection.texts("SELECT name FROM verbio_schema WHERE part = ? ORDER BY step", [.text(part)])
        guard taken.count <= steps.count, zip(taken, steps).allSatisfy({ $0 == $1.name }) else {
            throw Problem(
                .store, "store.newer",
                "the tables of \(part) in the database were changed by another version of Verbio",
                cure: "use that version or a newer one")
        }
        guard taken.count < steps.count else { return false }
        let step = steps[taken.count]
        for statement in PostgreSQLText.statements(of: step.sql) { try connection.run(statement) }
        try connection.run(
            "INSERT INTO verbio_schema (part, step, name) VALUES (?, ?, ?)",
            [.text(part), .integer(Int64(taken.count + 1)), .text(step.name)])
        return true
    }
}
