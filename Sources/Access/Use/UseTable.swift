package import Plumbing
package import PostgreSQL
package import SQL
internal import SQLiteFile

/// What was used, in a table of a database. In an SQLite file, what is deleted is overwritten.
package struct UseTable: UseStore, CopiedTables {
    /// How many days are kept.
    package static let daysKept = 400

    package static let copies = [TableCopy("use", by: ["day", "name", "resource"])]

    package let tables: any SQLDatabase

    /// Opens or makes an SQLite file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    package init(at path: String) throws(Problem) {
        tables = try SQLiteFile(
            at: path, of: .keys, tables: "\(Self.table("TEXT", "INTEGER")) STRICT, WITHOUT ROWID")
    }

    /// Opens the table of a PostgreSQL database, or makes it.
    package init(_ database: PostgreSQLDatabase) async throws {
        // The index is for the end of a name. An account is erased while others go on.
        let table = PostgreSQLSchema.Step(
            "1", "\(Self.table("TEXT COLLATE \"C\"", "BIGINT")); CREATE INDEX use_by_name ON use (name)")
        try await database.migrate(PostgreSQLSchema("use", [table]))
        tables = database
    }

    private static func table(_ name: String, _ number: String) -> String {
        """
        CREATE TABLE use (day \(number) NOT NULL, name \(name) NOT NULL, resource TEXT NOT NULL,
            amount \(number) NOT NULL, PRIMARY KEY (day, name, resource))
        """
    }

    package func add(
        _ amount: Int64, of resource: Resource, by name: String, day: Int, limit: Int64
    ) async throws -> Int64 {
        try await tables.write { db in
            try Self.lock([name], db)
            let used = try Self.used(resource, name, day, db)
            let added = min(amount, max(0, limit - used))
            guard added > 0 else { return 0 }
            if used == 0 {
                try db.run("DELETE FROM use WHERE day < ?", [(day - Self.daysKept).value])
                // No month has more days.
                try Self.removeMarks(before: day - 31, db)
            }
            try Self.correct(added, resource, name, day, db)
            return added
        }
    }

    package func correct(_ amount: Int64, of resource: Resource, by name: String, day: Int) async throws {
        try await tables.write { db in
            try Self.lock([name], db)
            guard amount < 0 else { return try Self.correct(amount, resource, name, day, db) }
            try db.run(
                "UPDATE use SET amount = amount + ? WHERE day = ? AND name = ? AND resource = ?",
                [amount.value, day.value, name.value, resource.rawValue.value])
        }
    }

    package func forget(_ name: String, leaving marks: [UseMark], of month: Int) async throws {
        try await tables.write { db in
            try Self.lock([name] + marks.map(\.name), db)
            let used = try Self.used(.monthlyAudio, name, month, db)
            for mark in marks where used > 0 { try Self.raise(.monthlyAudio, mark.name, month, to: used, db) }
            try Self.remove(name, db)
            try Self.removeMarks(before: month, db)
        }
    }

    package func recall(_ marks: [UseMark], for name: String, of month: Int) async throws {
        let names = marks.map(\.name)
        guard
            try await tables.read({ db in
                try names.contains { try Self.used(.monthlyAudio, $0, month, db) > 0 }
            })
        else { return }
        try await tables.write { db in
            try Self.lock([name] + names, db)
            let used = try names.map { try Self.used(.monthlyAudio, $0, month, db) }.max() ?? 0
            if used > 0 { try Self.raise(.monthlyAudio, name, month, to: used, db) }
            for name in names { try Self.remove(name, db) }
        }
    }

    package func move(_ name: String, to other: String) async throws {
        try await tables.write { db in
            try Self.lock([name, other], db)
            try db.run(
                """
                INSERT INTO use (day, name, resource, amount) SELECT day, ?, resource, amount FROM use WHERE name = ?
                    ON CONFLICT (day, name, resource) DO UPDATE SET amount = use.amount + excluded.amount
                """, [other.value, name.value])
            try Self.remove(name, db)
        }
    }

    package func used(_ resource: Resource, by name: String, day: Int) async throws -> Int64 {
        try await tables.read { try Self.used(resource, name, day, $0) }
    }

    // MARK: Statements

    /// Sorted, so that two transactions never wait for each other.
    private static func lock(_ names: [String], _ db: any SQLConnection) throws {
        for name in names.sorted() { try db.lock("use \(name)") }
    }

    private static func raise(
        _ resource: Resource, _ name: String, _ day: Int, to amount: Int64, _ db: any SQLConnection
    ) throws {
        try db.run(
            """
            INSERT INTO use (day, name, resource, amount) VALUES (?, ?, ?, ?)
                ON CONFLICT (day, name, resource) DO UPDATE SET amount = excluded.amount
                WHERE use.amount < excluded.amount
            """, [day.value, name.value, resource.rawValue.value, amount.value])
    }

    private static func remove(_ name: String, _ db: any SQLConnection) throws {
        try db.run("DELETE FROM use WHERE name = ?", [name.value])
    }

    private static func removeMarks(before day: Int, _ db: any SQLConnection) throws {
        try db.run("DELETE FROM use WHERE day < ? AND name LIKE ?", [day.value, (UseMark.prefix + "%").value])
    }

    private static func used(
        _ resource: Resource, _ name: String, _ day: Int, _ db: any SQLConnection
    ) throws -> Int64 {
        let used = try db.integer(
            "SELECT amount FROM use WHERE day = ? AND name = ? AND resource = ?",
            [day.value, name.value, resource.rawValue.value])
        return Int64(used ?? 0)
    }

    private static func correct(
        _ amount: Int64, _ resource: Resource, _ name: String, _ day: Int, _ db: any SQLConnection
    ) throws {
        try db.run(
            """
            INSERT INTO use (day, name, resource, amount) VALUES (?, ?, ?, ?)
                ON CONFLICT (day, name, resource) DO UPDATE SET amount = use.amount + excluded.amount
            """, [day.value, name.value, resource.rawValue.value, amount.value])
    }
}
