internal import GRDB
package import Plumbing
internal import SQLiteFile

/// What was used, in an SQLite file. What is deleted is overwritten in it.
package final class UseFile: UseStore {
    /// How many days are kept.
    package static let daysKept = 400

    private let database: SQLiteFile

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    package init(at path: String) throws(Problem) {
        database = try SQLiteFile(
            at: path, of: .keys,
            tables: """
                CREATE TABLE use (day INTEGER NOT NULL, name TEXT NOT NULL, resource TEXT NOT NULL, amount INTEGER NOT NULL,
                    PRIMARY KEY (day, name, resource)) STRICT, WITHOUT ROWID
                """)
    }

    package func add(
        _ amount: Int64, of resource: Resource, by name: String, day: Int, limit: Int64
    ) async throws -> Int64 {
        try await database.write { db in
            let used = try Self.used(resource, name, day, db)
            let added = min(amount, max(0, limit - used))
            guard added > 0 else { return 0 }
            if used == 0 {
                try db.execute(sql: "DELETE FROM use WHERE day < ?", arguments: [day - Self.daysKept])
                // No month has more days.
                try Self.removeMarks(before: day - 31, db)
            }
            try Self.correct(added, resource, name, day, db)
            return added
        }
    }

    package func correct(_ amount: Int64, of resource: Resource, by name: String, day: Int) async throws {
        try await database.write { db in
            guard amount < 0 else { return try Self.correct(amount, resource, name, day, db) }
            try db.execute(
                sql: "UPDATE use SET amount = amount + ? WHERE day = ? AND name = ? AND resource = ?",
                arguments: [amount, day, name, resource.rawValue])
        }
    }

    package func forget(_ name: String, leaving marks: [UseMark], of month: Int) async throws {
        try await database.write { db in
            let used = try Self.used(.monthlyAudio, name, month, db)
            for mark in marks where used > 0 { try Self.raise(.monthlyAudio, mark.name, month, to: used, db) }
            try Self.remove(name, db)
            try Self.removeMarks(before: month, db)
        }
    }

    package func recall(_ marks: [UseMark], for name: String, of month: Int) async throws {
        let names = marks.map(\.name)
        guard
            try await database.read({ db in
                try names.contains { try Self.used(.monthlyAudio, $0, month, db) > 0 }
            })
        else { return }
        try await database.write { db in
            let used = try names.map { try Self.used(.monthlyAudio, $0, month, db) }.max() ?? 0
            if used > 0 { try Self.raise(.monthlyAudio, name, month, to: used, db) }
            for name in names { try Self.remove(name, db) }
        }
    }

    private static func raise(
        _ resource: Resource, _ name: String, _ day: Int, to amount: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO use VALUES (?, ?, ?, ?)
                    ON CONFLICT (day, name, resource) DO UPDATE SET amount = MAX(amount, excluded.amount)
                """, arguments: [day, name, resource.rawValue, amount])
    }

    private static func remove(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM use WHERE name = ?", arguments: [name])
    }

    private static func removeMarks(before day: Int, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM use WHERE day < ? AND name LIKE ?", arguments: [day, UseMark.prefix + "%"])
    }

    package func move(_ name: String, to other: String) async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO use SELECT day, ?, resource, amount FROM use WHERE name = ?
                        ON CONFLICT (day, name, resource) DO UPDATE SET amount = amount + excluded.amount
                    """, arguments: [other, name])
            try Self.remove(name, db)
        }
    }

    package func used(_ resource: Resource, by name: String, day: Int) async throws -> Int64 {
        try await database.read { try Self.used(resource, name, day, $0) }
    }

    private static func used(_ resource: Resource, _ name: String, _ day: Int, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT amount FROM use WHERE day = ? AND name = ? AND resource = ?",
            arguments: [day, name, resource.rawValue]) ?? 0
    }

    private static func correct(
        _ amount: Int64, _ resource: Resource, _ name: String, _ day: Int, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO use VALUES (?, ?, ?, ?)
                    ON CONFLICT (day, name, resource) DO UPDATE SET amount = amount + excluded.amount
                """, arguments: [day, name, resource.rawValue, amount])
    }
}
