import Plumbing
import PostgreSQL
import SQL

/// What the secrets of a service are told apart by, in the database that its servers share.
///
/// A secret is in a file of each machine and never in the database. A server whose file has none makes one, and that would be another
/// secret: no key and no account of the other servers would be valid there. So the first server leaves a mark of its secret, and a
/// server with another secret does not start.
struct SharedSecrets: Sendable {
    private static let schema = PostgreSQLSchema(
        "secrets",
        [
            .init(
                "1 marks",
                """
                CREATE TABLE secret_mark (
                    name TEXT COLLATE "C" NOT NULL, mark TEXT COLLATE "C" NOT NULL, PRIMARY KEY (name, mark)
                )
                """)
        ])

    private let database: PostgreSQLDatabase

    init(_ database: PostgreSQLDatabase) { self.database = database }

    /// - Parameters:
    ///   - marks: of the secrets of this machine. One of them must be known, unless there are none yet.
    ///   - name: what the secrets protect.
    ///   - setting: names their file.
    /// - Throws: ``Problem`` of kind `store`, code `secrets.other`.
    func require(_ marks: [String], of name: String, at setting: Setting) async throws {
        try await database.migrate(Self.schema)
        let isKnown = try await database.write { db in
            try db.lock("secret_mark/" + name)
            let known = Set(try db.texts("SELECT mark FROM secret_mark WHERE name = ?", [name.value]))
            guard known.isEmpty || !known.isDisjoint(with: marks) else { return false }
            for mark in marks {
                try db.run(
                    "INSERT INTO secret_mark (name, mark) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [name.value, mark.value])
            }
            return true
        }
        guard !isKnown else { return }
        throw Problem(
            .store, "secrets.other", "the secret of the \(name) on this machine is not the one of the other servers",
            at: setting.name, cure: "copy their file to this machine, and name it in this setting")
    }
}
