import FoundationEssentials
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
    private let name: String
    private let setting: Setting

    /// - Parameters:
    ///   - name: what the secrets protect.
    ///   - setting: names their file.
    init(_ database: PostgreSQLDatabase, of name: String, at setting: Setting) {
        self.database = database
        self.name = name
        self.setting = setting
    }

    /// Refuses to make a secret of this machine if the other servers have one.
    ///
    /// - Throws: ``Problem`` of kind `store`, code `secrets.other`.
    func requireFile(at path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try await database.migrate(Self.schema)
        let isFirst = try await database.read { [name] db in try Self.marks(of: name, in: db).isEmpty }
        guard isFirst else { throw problem("is missing, and the other servers have one") }
    }

    /// - Parameter marks: of the secrets of this machine. One of them must be known, unless there are none yet.
    /// - Throws: ``Problem`` of kind `store`, code `secrets.other`.
    func require(_ marks: [String]) async throws {
        try await database.migrate(Self.schema)
        let isKnown = try await database.write { [name] db in
            try db.lock("secret_mark/" + name)
            let known = try Self.marks(of: name, in: db)
            guard known.isEmpty || !known.isDisjoint(with: marks) else { return false }
            for mark in marks {
                try db.run(
                    "INSERT INTO secret_mark (name, mark) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [name.value, mark.value])
            }
            return true
        }
        guard isKnown else { throw problem("is not the one of the other servers") }
    }

    private static func marks(of name: String, in db: any SQLConnection) throws -> Set<String> {
        Set(try db.texts("SELECT mark FROM secret_mark WHERE name = ?", [name.value]))
    }

    private func problem(_ what: String) -> Problem {
        Problem(
            .store, "secrets.other", "the secret of the \(name) on this machine \(what)", at: setting.name,
            cure: "copy their file to this machine, and name it in this setting")
    }
}
