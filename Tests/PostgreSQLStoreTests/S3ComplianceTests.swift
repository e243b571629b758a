import ConversationTesting
import Conversations
import Testing
import VerbioTesting

@Suite(
    "Conversations in PostgreSQL with audio in S3", .timeLimit(.minutes(10)),
    .enabled(if: AudioPlace.isInstalled, "\(AudioPlace.isMissing)"))
struct S3ComplianceTests {
    @Test(
        "Given audio in S3, when a promise of a store is checked, then it holds",
        arguments: StoreCompliance.Check.allCases)
    func conversations(_ check: StoreCompliance.Check) async throws {
        try await StoreCompliance { try await AudioPlace().store() }.run(check)
    }

    @Test(
        "Given audio in S3, when a promise of phrases is checked, then it holds",
        arguments: PhraseStoreCompliance.Check.allCases)
    func phrases(_ check: PhraseStoreCompliance.Check) async throws {
        try await PhraseStoreCompliance { try await AudioPlace().store() }.run(check)
    }

    @Test(
        "Given audio in S3, when a promise of scopes is checked, then it holds",
        arguments: ScopeCompliance.Check.allCases)
    func scopes(_ check: ScopeCompliance.Check) async throws {
        try await ScopeCompliance { try await AudioPlace().stores() }.run(check)
    }
}
