import Foundation
import Jobs
import PostgreSQL
import ServiceTesting
import Testing
import VerbioTesting

@Suite("The stores of jobs") struct JobComplianceTests {
    @Test("Given jobs on disk, when a promise is checked, then it holds", arguments: JobStoreCompliance.Check.allCases)
    func onDisk(_ check: JobStoreCompliance.Check) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-jobs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await JobStoreCompliance { try JobTable(at: path) }.run(check)
    }

    @Test(
        "Given jobs in PostgreSQL, when a promise is checked, then it holds",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        arguments: JobStoreCompliance.Check.allCases)
    func inPostgreSQL(_ check: JobStoreCompliance.Check) async throws {
        let server = try await PostgreSQLServer.shared()
        try await JobStoreCompliance { try await JobTable(try PostgreSQLDatabase(try await server.database())) }.run(
            check)
    }

    @Test(
        "Given jobs in memory, when a promise is checked, then it holds", arguments: JobStoreCompliance.Check.allCases)
    func inMemory(_ check: JobStoreCompliance.Check) async throws {
        try await JobStoreCompliance { InMemoryJobStore() }.run(check)
    }
}
