import ConversationTesting
import Conversations
import PostgreSQLStore
import Testing
import VerbioTesting

@Suite("Conversations in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct ComplianceTests {
    @Test(
        "Given a database, when a promise of a store is checked, then it holds",
        arguments: StoreCompliance.Check.allCases)
    func conversations(_ check: StoreCompliance.Check) async throws {
        try await StoreCompliance { try await StorePlace().store() }.run(check)
    }

    @Test(
        "Given a database, when a promise of a spool is checked, then it holds",
        arguments: SpoolCompliance.Check.allCases)
    func spools(_ check: SpoolCompliance.Check) async throws {
        try await SpoolCompliance { try await StorePlace().store() }.run(check)
    }

    @Test(
        "Given a database, when a promise of phrases is checked, then it holds",
        arguments: PhraseStoreCompliance.Check.allCases)
    func phrases(_ check: PhraseStoreCompliance.Check) async throws {
        try await PhraseStoreCompliance { try await StorePlace().store() }.run(check)
    }

    @Test("Given a database, when requests are remembered, then the promises of their store hold")
    func requests() async throws { try await RequestStoreCompliance(try await StorePlace().store()).run() }

    @Test(
        "Given a database, when a promise of scopes is checked, then it holds",
        arguments: ScopeCompliance.Check.allCases)
    func scopes(_ check: ScopeCompliance.Check) async throws {
        try await ScopeCompliance { try await StorePlace().stores() }.run(check)
    }
}
