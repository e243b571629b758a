import Foundation
import Jobs
import ServiceTesting
import Testing
import VerbioTesting

@Suite("The stores of jobs") struct JobComplianceTests {
    @Test("Given jobs on disk, when a promise is checked, then it holds", arguments: JobStoreCompliance.Check.allCases)
    func onDisk(_ check: JobStoreCompliance.Check) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-jobs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await JobStoreCompliance { try JobFile(at: path) }.run(check)
    }

    @Test(
        "Given jobs in memory, when a promise is checked, then it holds", arguments: JobStoreCompliance.Check.allCases)
    func inMemory(_ check: JobStoreCompliance.Check) async throws {
        try await JobStoreCompliance { InMemoryJobStore() }.run(check)
    }
}
