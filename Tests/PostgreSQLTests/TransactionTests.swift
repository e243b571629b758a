import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite("Transactions of PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct TransactionTests {
    private struct Stop: Error {}

    @Test("given work that throws after a change, when it ends, then nothing has changed and its error is thrown")
    func rollBack() async throws {
        let place = try await Place().withNotes()
        await #expect(throws: Stop.self) {
            try await place.database.write { db in
                try db.run("INSERT INTO note VALUES (1, 'a')")
                throw Stop()
            }
        }
        #expect(try await place.count() == 0)
        try await place.database.write { try $0.run("INSERT INTO note VALUES (1, 'b')") }
        #expect(try await place.count() == 1)
    }

    @Test("given a statement that fails and whose error is ignored, when the work ends, then nothing has changed")
    func ignored() async throws {
        let place = try await Place().withNotes()
        let problem = try await place.database.problem { db in
            try db.run("INSERT INTO note VALUES (1, 'a')")
            _ = try? db.run("INSERT INTO note VALUES (1, 'again')")
        }
        #expect(problem?.code == "store.failed")
        #expect(try await place.count() == 0)
    }

    @Test("given a thousand statements at once, when they run, then each tells its own number of changed rows in order")
    func pipeline() async throws {
        let place = try await Place().withNotes()
        let told = try await place.database.write { db in
            var told: [Int] = []
            let statements = (1...1_000).map {
                SQLStatement("INSERT INTO note VALUES (?, ?)", [.integer(Int64($0)), .text("text \($0)")])
            }
            try db.run(statements + [SQLStatement("UPDATE note SET text = 'x' WHERE number > 990")]) { index, changes in
                #expect(index == told.count)
                told.append(changes)
            }
            return told
        }
        #expect(told == [Int](repeating: 1, count: 1_000) + [10])
        #expect(try await place.count() == 1_000)
    }

    @Test("given statements with large values and large answers, when they run at once, then none waits for ever")
    func largePipeline() async throws {
        let place = try await Place().withNotes()
        let large = String(repeating: "0123456789abcdef", count: 200_000)
        let changes = try await place.database.write { db in
            var changes = 0
            let statements = (1...20).map {
                SQLStatement("INSERT INTO note VALUES (?, ?) RETURNING text", [.integer($0), .text(large)])
            }
            try db.run(statements) { changes += $1 }
            return changes
        }
        #expect(changes == 20)
        let lengths = try await place.database.read { try $0.texts("SELECT text FROM note").map(\.utf8.count) }
        #expect(lengths == [Int](repeating: large.utf8.count, count: 20))
    }

    @Test(
        "given a check that fails before a statement that fails, when both run at once, then the check's error is thrown"
    )
    func checkFirst() async throws {
        let place = try await Place().withNotes()
        await #expect(throws: Stop.self) {
            try await place.database.write { db in
                let statements = [
                    SQLStatement("UPDATE note SET text = 'x'"), SQLStatement("INSERT INTO nowhere VALUES (1)"),
                ]
                try db.run(statements) { index, changes in if index == 0, changes == 0 { throw Stop() } }
            }
        }
        #expect(try await place.count() == 0)
    }

    @Test(
        "given a statement that fails among several, when they run at once, then its error is thrown and nothing changes"
    )
    func failingPipeline() async throws {
        let place = try await Place().withNotes()
        let problem = try await place.database.problem { db in
            try db.run(
                [
                    SQLStatement("INSERT INTO note VALUES (1, 'a')"), SQLStatement("INSERT INTO nowhere VALUES (1)"),
                    SQLStatement("INSERT INTO note VALUES (2, 'b')"),
                ]) { _, _ in }
        }
        #expect(problem?.code == "store.failed" && problem?.what.contains("nowhere") == true)
        #expect(try await place.count() == 0)
    }

    @Test("given a query, when its reader runs other statements or stops early, then both work")
    func nested() async throws {
        let place = try await Place().withNotes()
        let seen = try await place.database.write { db in
            for number in 1...5 { try db.run("INSERT INTO note VALUES (?, 'a')", [.integer(Int64(number))]) }
            var seen = 0
            try db.scan("SELECT number FROM note ORDER BY number", []) { row in
                seen += try db.run("UPDATE note SET text = 'b' WHERE number = ?", row.values)
                return seen < 3
            }
            return seen
        }
        #expect(seen == 3)
        #expect(try await place.database.read { try $0.integer("SELECT COUNT(*) FROM note WHERE text = 'b'") } == 3)
    }

    @Test("given a read, when it writes, then the database refuses that")
    func readOnly() async throws {
        let place = try await Place().withNotes()
        let error = await #expect(throws: Problem.self) {
            try await place.database.read { try $0.run("INSERT INTO note VALUES (1, 'a')") }
        }
        #expect(error?.code == "store.failed")
    }

    @Test("given a read, when another transaction commits in the middle, then the read sees one moment")
    func oneMoment() async throws {
        let place = try await Place().withNotes()
        let (begun, committed) = (Signal(), Signal())
        async let counts = place.database.read { db in
            let first = try db.integer("SELECT COUNT(*) FROM note")
            begun.give()
            committed.wait()
            return [first, try db.integer("SELECT COUNT(*) FROM note")]
        }
        await begun.arrived()
        try await place.database.write { try $0.run("INSERT INTO note VALUES (1, 'a')") }
        committed.give()
        #expect(try await counts == [0, 0])
        #expect(try await place.count() == 1)
    }

    @Test(
        "given many transactions that read and change one value under a lock, when they run at once, then none is lost")
    func locked() async throws {
        let place = try await Place().withNotes()
        try await place.database.write { try $0.run("INSERT INTO note VALUES (0, '')") }
        let database = place.database
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    try await database.write { db in
                        try db.lock("note")
                        let number = try db.integer("SELECT number FROM note") ?? -1
                        try db.run("UPDATE note SET number = ?", [.integer(Int64(number + 1))])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.integer("SELECT number FROM note") } == 40)
    }

    @Test(
        "given two transactions that wait for each other, when the server ends one, then it is done again and both succeed"
    )
    func deadlock() async throws {
        let place = try await Place().withNotes()
        let database = place.database
        try await database.write { try $0.run("INSERT INTO note VALUES (1, ''), (2, '')") }
        let both = [Signal(), Signal()]
        let turns = Locked([0, 0])
        @Sendable func change(_ own: Int, _ other: Int) async throws {
            try await database.write { db in
                try db.run("UPDATE note SET text = text || ? WHERE number = ?", [.text("x"), .integer(Int64(own + 1))])
                // Only the first time: the one that is done again runs alone.
                if turns.withLock({
                    $0[own] += 1
                    return $0[own]
                }) == 1 {
                    both[own].give()
                    both[other].wait()
                }
                try db.run(
                    "UPDATE note SET text = text || ? WHERE number = ?", [.text("y"), .integer(Int64(other + 1))])
            }
        }
        async let first: Void = change(0, 1)
        async let second: Void = change(1, 0)
        _ = try await (first, second)
        let texts = try await database.read { try $0.texts("SELECT text FROM note ORDER BY number") }
        #expect(texts.map { $0.count } == [2, 2])
        #expect(turns.withLock { $0.reduce(0, +) } > 2)
    }

    @Test(
        "given a statement that the server refuses, when it runs, then the problem names the kind of fault",
        arguments: [
            ("INSERT INTO note VALUES (1, NULL)", "store.conflict"),
            ("INSERT INTO note SELECT 1, 'a' FROM generate_series(1, 2)", "store.conflict"),
            ("SELECT 1 / 0", "store.failed"), ("SELEKT", "store.failed"), ("ALTER SYSTEM SET jit = on", "store.failed"),
            ("DO $$ BEGIN RAISE disk_full; END $$", "store.full"),
        ])
    func refused(sql: String, code: String) async throws {
        let place = try await Place().withNotes()
        let problem = try await place.database.problem { try $0.run(sql) }
        #expect(problem?.kind == .store && problem?.code == code)
        #expect(problem?.cure != nil && problem?.description.contains("\n") == false)
        #expect(problem?.place?.hasPrefix("postgresql://") == true)
    }

    @Test(
        "given a row that another transaction changes, when the wait for it has lasted its limit, then the store is locked"
    )
    func lockLimit() async throws {
        var limits = PostgreSQLLimits()
        limits.lock = 1
        let place = try await Place(limits).withNotes()
        try await place.database.write { try $0.run("INSERT INTO note VALUES (1, '')") }
        let (begun, refused) = (Signal(), Signal())
        let database = place.database
        async let first: Void = database.write { db in
            try db.run("UPDATE note SET text = 'a'")
            begun.give()
            refused.wait()
        }
        await begun.arrived()
        let problem = try await database.problem { try $0.run("UPDATE note SET text = 'b'") }
        refused.give()
        try await first
        #expect(problem?.code == "store.locked")
        #expect(try await database.read { try $0.text("SELECT text FROM note") } == "a")
    }
}
