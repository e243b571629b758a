import Access
import Foundation
import PostgreSQL
import ServiceTesting
import Testing
import VerbioTesting

@Suite("The stores of keys and use") struct AccessComplianceTests {
    @Test("Given keys on disk, when a promise is checked, then it holds", arguments: KeyStoreCompliance.Check.allCases)
    func keysOnDisk(_ check: KeyStoreCompliance.Check) async throws {
        try await KeyPlace.with { place in
            try await KeyStoreCompliance { try KeyTable(at: place.file) }.run(check)
        }
    }

    @Test(
        "Given keys in PostgreSQL, when a promise is checked, then it holds",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        arguments: KeyStoreCompliance.Check.allCases)
    func keysInPostgreSQL(_ check: KeyStoreCompliance.Check) async throws {
        let server = try await PostgreSQLServer.shared()
        try await KeyStoreCompliance { try await KeyTable(try PostgreSQLDatabase(try await server.database())) }.run(
            check)
    }

    @Test(
        "Given keys in memory, when a promise is checked, then it holds", arguments: KeyStoreCompliance.Check.allCases)
    func keysInMemory(_ check: KeyStoreCompliance.Check) async throws {
        try await KeyStoreCompliance { InMemoryKeyStore() }.run(check)
    }

    @Test(
        "Given remembered keys, when a promise is checked, then it holds", arguments: KeyStoreCompliance.Check.allCases)
    func rememberedKeys(_ check: KeyStoreCompliance.Check) async throws {
        let time = ManualTime()
        try await KeyStoreCompliance { CachedKeyStore(InMemoryKeyStore(), time: time.source) }.run(check)
    }

    @Test("Given use on disk, when a promise is checked, then it holds", arguments: UseStoreCompliance.Check.allCases)
    func useOnDisk(_ check: UseStoreCompliance.Check) async throws {
        try await KeyPlace.with { place in
            try await UseStoreCompliance { try UseTable(at: place.folder.path + "/use.sqlite") }.run(check)
        }
    }

    @Test(
        "Given use in PostgreSQL, when a promise is checked, then it holds",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        arguments: UseStoreCompliance.Check.allCases)
    func useInPostgreSQL(_ check: UseStoreCompliance.Check) async throws {
        let server = try await PostgreSQLServer.shared()
        try await UseStoreCompliance { try await UseTable(try PostgreSQLDatabase(try await server.database())) }.run(
            check)
    }

    @Test("Given use in memory, when a promise is checked, then it holds", arguments: UseStoreCompliance.Check.allCases)
    func useInMemory(_ check: UseStoreCompliance.Check) async throws {
        try await UseStoreCompliance { InMemoryUseStore() }.run(check)
    }
}
