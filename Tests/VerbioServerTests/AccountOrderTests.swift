import Accounts
import Conversations
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("The order of steps with accounts", .serialized, .timeLimit(.minutes(5)))
struct AccountOrderTests {
    @Test(
        "given a code of an app, when Apple is down or it is another person's, then the same sign-in still succeeds later"
    )
    func exchangesCodes() async throws {
        try await AccountPlace.withServer { place, server in
            func exchanges(_ subject: String, _ granted: String) {
                place.signsIn(
                    subject, issuer: "https://appleid.apple.com", audience: "com.example.app", nonce: "another one",
                    granted: granted)
            }
            let order = try place.order("ada", more: #","authorizationCode":"good""#)
            place.loseForms()
            let down = try await server.post("/api/auth/apple", order)
            #expect(down.status == 503 && down.code == "identity.issuer", "\(down.text)")
            exchanges("eve", "of-eve")
            let foreign = try await server.post("/api/auth/apple", order)
            #expect(foreign.status == 401 && foreign.code == "identity.refused", "\(foreign.text)")
            #expect(try await place.accounts.directory.accounts(limit: 9).isEmpty)
            exchanges("ada", "of-ada")
            let answer = try await server.post("/api/auth/apple", order)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try await server.post("/api/auth/apple", order).status == 401, "a token signs in once")
            let bad = try place.order("ada", more: #","authorizationCode":"bad""#)
            #expect(try await server.post("/api/auth/apple", bad).status == 401)
            _ = try await place.accounts.erase(try #require(AccountID(try SignedIn(answer).account)))
            #expect(try await place.accounts.revocations.pending() == 1)
        }
    }

    @Test(
        "given a request that was let in, when its account is erased before its store is opened, then no store is made")
    func makesNoStoreAgain() async throws {
        try await AccountPlace.with { place in
            let id = try await place.accounts.directory.makeGuest().id
            let scope = try Scope(id.scopeName)
            let scopes = AccountScopes(
                services: LateServices(services: place.services) { _ = try await place.accounts.erase(id) },
                accounts: place.accounts)
            let refusal = await #expect(throws: Refusal.self) { _ = try await scopes.service(for: scope) }
            #expect(refusal?.problem.code == "token.ended")
            #expect(place.services.scopeNames.isEmpty)
            // A closed account keeps what it has.
            let other = try await place.accounts.directory.makeGuest().id
            try await place.accounts.set(isDisabled: true, of: other)
            let open = AccountScopes(services: place.services, accounts: place.accounts)
            _ = try await open.service(for: try Scope(other.scopeName))
            #expect(place.services.scopeNames == [other.scopeName])
        }
    }

    /// Opens the store of a scope after something else has happened.
    private struct LateServices: ScopedServices {
        let services: SampleServices
        let before: @Sendable () async throws -> Void

        func service(for scope: Scope) async throws -> any ConversationService {
            try await before()
            return services.service(for: scope)
        }

        func scopes() -> [Scope] { services.scopes() }
        func remove(_ scope: Scope) async throws -> Bool { try await services.remove(scope) }
        func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool {
            try await services.move(scope, into: other, named: name)
        }
    }
}
