package import Access
package import Accounts
internal import Conversations
internal import Plumbing
package import VerbioService

/// What the service keeps for accounts: the contents of their scopes, what was counted, and answers that a killed server left.
package struct AccountContents: AccountData {
    private let scopes: any ScopeData
    private let meter: UseMeter
    private let answers: String

    /// - Parameters:
    ///   - meter: counts what accounts use.
    ///   - answers: the folder of ``AnswerFolder``.
    package init(scopes: any ScopeData, meter: UseMeter, answers: String) {
        self.scopes = scopes
        self.meter = meter
        self.answers = answers
    }

    package func remove(_ id: AccountID, leaving marks: [String]) async throws {
        AnswerFolder.removeLeft(in: answers)
        try await scopes.remove(try Scope(id.scopeName))
        try await meter.forget(id.text, leaving: marks.map(UseMark.init))
    }

    package func recall(_ marks: [String], for id: AccountID) async throws {
        try await meter.recall(marks.map(UseMark.init), for: id.text)
    }

    package func move(_ id: AccountID, to successor: AccountID) async throws {
        try await scopes.move(try Scope(id.scopeName), into: try Scope(successor.scopeName), named: successor.text)
        try await meter.move(id.text, to: successor.text)
    }
}
