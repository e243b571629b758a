import AccountTesting
import Accounts
import Foundation
import Testing
import VerbioTesting

@Suite("The stores of accounts") struct AccountComplianceTests {
    @Test(
        "Given accounts on disk, when a promise is checked, then it holds",
        arguments: AccountStoreCompliance.Check.allCases)
    func onDisk(_ check: AccountStoreCompliance.Check) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-accounts-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await AccountStoreCompliance { try AccountFile(at: path) }.run(check)
    }

    @Test(
        "Given accounts in memory, when a promise is checked, then it holds",
        arguments: AccountStoreCompliance.Check.allCases)
    func inMemory(_ check: AccountStoreCompliance.Check) async throws {
        try await AccountStoreCompliance { InMemoryAccountStore() }.run(check)
    }
}
