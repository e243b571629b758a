import Access
import Accounts
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Accounts for the operator over HTTP", .serialized, .timeLimit(.minutes(5)))
struct AdminTests {
    private func withServer(
        _ body: (AccountPlace, RunningServer, _ key: String, _ other: String) async throws -> Void
    ) async throws {
        try await KeyPlace.with { keys in
            try await AccountPlace.with { place in
                try await VerbioServerTests.withServer(services: place.services, policy: place.policy(keys.ring)) {
                    server in
                    try await body(
                        place, server, try keys.key { $0.permissions = [.admin] },
                        try keys.key { $0.permissions = [.read, .translate, .change, .operate] })
                }
            }
        }
    }

    private func patch(_ server: RunningServer, _ id: String, _ key: String, _ body: String) async throws
        -> HTTPConnection.Answer
    {
        try await server.send(
            "PATCH", "/api/accounts/\(id)", fields: [key, "Content-Type: application/json"], body: Array(body.utf8))
    }

    @Test(
        "given accounts, when the operator lists, changes and erases them, then each change counts for the next request"
    )
    func manages() async throws {
        try await withServer { place, server, key, _ in
            let ada = try SignedIn(
                try await server.post("/api/auth/apple", place.order("ada", more: #","device":"phone""#)))
            for name in ["eve", "bob"] { _ = try await server.signIn(place, name) }
            var (listed, cursor): ([String], String?) = ([], nil)
            repeat {
                let target = "/api/accounts?limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")
                let page = try JSON.object(try await server.send("GET", target, fields: [key]).body)
                let accounts = try #require(page["accounts"] as? [[String: Any]])
                #expect(accounts.count <= 2 && accounts.allSatisfy { $0["sessions"] == nil })
                listed += accounts.map(\.id)
                cursor = page["next_cursor"] as? String
            } while cursor != nil
            #expect(listed.count == 3 && listed == listed.sorted() && listed.contains(ada.account))
            let found = try JSON.object(
                try await server.send("GET", "/api/accounts?email=ADA@example.com", fields: [key]).body)
            #expect((found["accounts"] as? [[String: Any]])?.map(\.id) == [ada.account])
            let one = try JSON.object(
                try await server.send("GET", "/api/accounts/\(ada.account)", fields: [key]).body)
            #expect((one["sessions"] as? [[String: Any]])?.map { $0["device"] as? String } == ["phone"])

            let changed = try JSON.object(try await patch(server, ada.account, key, #"{"tier":"pro"}"#).body)
            #expect(changed["tier"] as? String == "pro" && changed.state == "active")
            let limits = try await server.send("GET", "/api/user/limits", fields: [ada.field])
            #expect(try JSON.object(limits.body)["tier"] as? String == "pro")
            let closed = try JSON.object(try await patch(server, ada.account, key, #"{"isDisabled":true}"#).body)
            #expect(closed.state == "disabled")
            #expect(try await server.send("GET", "/api/user/profile", fields: [ada.field]).code == "token.ended")
            #expect(try await patch(server, ada.account, key, #"{"isDisabled":false}"#).status == 200)
            #expect(try await server.signIn(place).account == ada.account)

            let erased = try await server.send("DELETE", "/api/accounts/\(ada.account)", fields: [key])
            #expect(erased.status == 200)
            #expect(try JSON.object(erased.body).state == "erased")
            let gone = try await server.send("GET", "/api/accounts/\(ada.account)", fields: [key])
            #expect(gone.status == 404 && gone.code == "account.unknown")
        }
    }

    @Test("given no permission or a wrong request, when an account is to be changed, then nothing happens")
    func refuses() async throws {
        try await withServer { place, server, key, other in
            let ada = try await server.signIn(place)
            let requests = [
                ("GET", "/api/accounts"), ("GET", "/api/accounts/\(ada.account)"),
                ("DELETE", "/api/accounts/\(ada.account)"), ("PATCH", "/api/accounts/\(ada.account)"),
            ]
            for (method, target) in requests {
                for field in [other, ada.field] {
                    let answer = try await server.send(method, target, fields: [field])
                    #expect(answer.status == 403 && answer.code == "key.permission", "\(method) \(target)")
                }
                #expect(try await server.send(method, target).status == 401)
            }
            for (body, code) in [
                ("{}", "body.malformed"), (#"{"tier":"gold"}"#, "tiers.unknown"), (#"{"id":"x"}"#, "body.malformed"),
                (#"{"isDisabled":"yes"}"#, "body.malformed"),
            ] {
                let answer = try await patch(server, ada.account, key, body)
                #expect(answer.status == 400 && answer.code == code, "\(body) \(answer.text)")
            }
            #expect(try await patch(server, "x", key, "{}").code == "account.unknown")
            #expect(try await patch(server, ada.account, key, String(repeating: " ", count: 70_000)).status == 413)
            let text = try await server.send(
                "PATCH", "/api/accounts/\(ada.account)", fields: [key, "Content-Type: text/plain"], body: [])
            #expect(text.status == 415)
            place.isBusy.withLock { $0 = true }
            let erased = try await server.send("DELETE", "/api/accounts/\(ada.account)", fields: [key])
            #expect(erased.status == 202)
            #expect(try JSON.object(erased.body).state == "pending")
        }
    }
}
