import AccountTesting
import Accounts
import Foundation
import PostgreSQL
import Testing
import VerbioTesting

@Suite("The stores of accounts") struct AccountComplianceTests {
    @Test(
        "Given accounts on disk, when a promise is checked, then it holds",
        arguments: AccountStoreCompliance.Check.allCases)
    func onDisk(_ check: AccountStoreCompliance.Check) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-accounts-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await AccountStoreCompliance { try AccountDatabase(at: path) }.run(check)
    }

    @Test(
        "Given accounts in PostgreSQL, when a promise is checked, then it holds",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        arguments: AccountStoreCompliance.Check.allCases)
    func inPostgreSQL(_ check: AccountStoreCompliance.Check) async throws {
        let server = try await PostgreSQLServer.shared()
        try await AccountStoreCompliance {
            try await AccountDatabase(try PostgreSQLDatabase(try await server.database()))
        }.run(check)
    }

    @Test(
        "Given accounts in memory, when a promise is checked, then it holds",
        arguments: AccountStoreCompliance.Check.allCases)
    func inMemory(_ check: AccountStoreCompliance.Check) async throws {
        try await AccountStoreCompliance { InMemoryAccountStore() }.run(check)
    }
}
