import Access
import Accounts
import Foundation
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Accounts over HTTP", .serialized, .timeLimit(.minutes(5)))
struct AccountTests {
    private func conversations(_ server: RunningServer, _ field: String) async throws -> Int {
        let answer = try await server.send("GET", "/api/conversations", fields: [field])
        return (try JSON.object(answer.body)["conversations"] as? [Any])?.count ?? -1
    }

    private func translate(_ server: RunningServer, _ field: String) async throws -> Int {
        try await server.send(
            "POST", "/api/translate?from=en&to=es", fields: [field], body: try Recordings.wav(seconds: 3)
        ).status
    }

    @Test("given two people, when each signs in and translates, then each finds only what is theirs")
    func separatesAccounts() async throws {
        try await AccountPlace.withServer { place, server in
            let answer = try await server.post(
                "/api/auth/apple", place.order("ada", more: #","name":"Ada Lovelace","device":"phone""#))
            #expect(answer.status == 200)
            #expect(answer.fields["cache-control"] == "no-store")
            let body = try JSON.object(answer.body)
            #expect(body["tokenType"] as? String == "Bearer")
            #expect(body["expiresIn"] as? Int == 900)
            #expect(body["isNew"] as? Bool == true)
            let ada = try SignedIn(answer)
            let eve = try await server.signIn(place, "eve")
            #expect(try await translate(server, ada.field) == 200)
            #expect(try await conversations(server, ada.field) == 1)
            #expect(try await conversations(server, eve.field) == 0)
            let profile = try JSON.object(
                try await server.send("GET", "/api/user/profile", fields: [ada.field]).body)
            #expect(profile["id"] as? String == ada.account)
            #expect(profile["name"] as? String == "Ada Lovelace")
            #expect(profile["email"] as? String == "ada@example.com")
            #expect(profile["tier"] as? String == "free")
            #expect(profile["isGuest"] as? Bool == false)
            #expect(try await server.signIn(place, "ada").account == ada.account)
            #expect(try await server.send("GET", "/metrics", fields: [ada.field]).status == 403)
        }
    }

    @Test("given a guest with conversations, when the guest signs in to an account, then that has them, too")
    func movesGuests() async throws {
        try await AccountPlace.withServer(guestsPerHour: 9) { place, server in
            let ada = try await server.signIn(place)
            #expect(try await translate(server, ada.field) == 200)
            for isBusy in [false, true] {
                place.isBusy.withLock { $0 = isBusy }
                let guest = try SignedIn(try await server.beginAsGuest())
                #expect(try await translate(server, guest.field) == 200)
                let before = try await conversations(server, ada.field)
                let again = try await server.signIn(place, fields: [guest.field])
                #expect(again.account == ada.account)
                // The guest's device uses the new tokens from here on.
                #expect(try await server.send("GET", "/api/conversations", fields: [guest.field]).status == 401)
                place.isBusy.withLock { $0 = false }
                if isBusy { #expect(try await place.accounts.erasure.finishPending() == 1) }
                #expect(try await conversations(server, again.field) == before + 1)
                #expect(!place.services.scopeNames.contains("account-" + guest.account))
            }
        }
    }

    @Test("given another issuer of the operator, when a token of it comes, then it signs in without a nonce")
    func signsInWithIssuers() async throws {
        try await AccountPlace.withServer { place, server in
            let order = try place.order(issuer: "https://login.example.com", audience: "app")
            let answer = try await server.post("/api/auth/oidc/keycloak", order)
            #expect(answer.status == 200)
            #expect(try SignedIn(answer).account.utf8.count == 26)
            let again = try await server.post("/api/auth/oidc/keycloak", order)
            #expect(again.status == 401 && again.code == "identity.refused")
            let swapped = try await server.post("/api/auth/apple", order)
            #expect(swapped.status == 401 && swapped.code == "identity.refused")
        }
    }

    @Test("given a sign-in that cannot succeed, when it is sent, then the answer says why and nothing is made")
    func refusesSignIns() async throws {
        try await AccountPlace.withServer { place, server in
            let apple = "/api/auth/apple"
            let good = try place.order()
            let cases: [(String, [UInt8], Int, String)] = [
                ("/api/auth/oidc/google", good, 404, "account.issuer"),
                (apple, Array("[]".utf8), 400, "body.malformed"),
                (apple, Array(#"{"nonce":"x"}"#.utf8), 400, "body.malformed"),
                (apple, try place.order(more: #","tier":"premium""#), 400, "body.malformed"),
                (apple, Array(#"{"identityToken":"a.b.c"}"#.utf8), 401, "identity.refused"),
                (apple, try place.order(audience: "com.example.other"), 401, "identity.refused"),
                (apple, [UInt8](repeating: 0x20, count: 70_000), 413, "body.too-large"),
            ]
            for (target, body, status, code) in cases {
                let answer = try await server.post(target, body)
                #expect(answer.status == status && answer.code == code, "\(target) \(answer.status) \(answer.text)")
            }
            let form = try await server.send("POST", apple, fields: ["Content-Type: text/plain"], body: good)
            #expect(form.status == 415)
            let query = try await server.post(apple + "?x=1", good)
            #expect(query.status == 400 && query.code == "query.unknown")
            #expect(try await place.accounts.directory.accounts(limit: 9).isEmpty)
        }
    }

    @Test(
        "given keys that cannot be fetched, when a person signs in, then the answer is 503 without the address")
    func tellsMissingKeys() async throws {
        try await AccountPlace.withServer { place, server in
            place.loseKeys()
            let answer = try await server.post("/api/auth/apple", place.order())
            #expect(answer.status == 503 && answer.code == "identity.keys")
            #expect(answer.fields["retry-after"] == "10")
            #expect(!answer.text.contains("appleid"))
            #expect(server.log.all.contains { $0.contains("appleid.apple.com/auth/keys answered 503") })
        }
    }

    @Test("given a guest with a conversation, when the guest signs in, then the account and the conversation stay")
    func upgradesGuests() async throws {
        try await AccountPlace.withServer { place, server in
            let guest = try SignedIn(try await server.beginAsGuest())
            #expect(try await translate(server, guest.field) == 200)
            let lost = try await server.post(
                "/api/auth/apple", place.order(), fields: ["Authorization: Bearer \(guest.access)x"])
            #expect(lost.status == 401 && lost.code == "token.invalid")
            let ada = try await server.signIn(place, fields: [guest.field])
            #expect(ada.account == guest.account)
            #expect(try await conversations(server, ada.field) == 1)
        }
    }

    @Test(
        "given the limit of new guests, when one more comes, then it has to wait; without guests, it is refused")
    func limitsGuests() async throws {
        try await AccountPlace.withServer(guestsPerHour: 2) { place, server in
            #expect(try await server.beginAsGuest().status == 200)
            #expect(try await server.beginAsGuest().status == 200)
            let answer = try await server.beginAsGuest()
            #expect(answer.status == 429 && answer.code == "account.guests")
            #expect(answer.fields["retry-after"] == "1800")
            place.time.advance(by: .seconds(1_800))
            #expect(try await server.beginAsGuest().status == 200)
            let malformed = try await server.post("/api/auth/guest", Array(#"{"tier":"pro"}"#.utf8))
            #expect(malformed.status == 400)
            let type = try await server.send("POST", "/api/auth/guest", body: Array("{}".utf8))
            #expect(type.status == 415)
            let large = try await server.post("/api/auth/guest", [UInt8](repeating: 0x20, count: 70_000))
            #expect(large.status == 413)
        }
        try await AccountPlace.withServer(guestsPerHour: 0) { _, server in
            let answer = try await server.beginAsGuest()
            #expect(answer.status == 403 && answer.code == "account.no-guests")
        }
    }

    @Test(
        "given a refresh token, when it is used, then it gives the next ones, and neither token does the other's work")
    func refreshes() async throws {
        try await AccountPlace.withServer { place, server in
            let first = try await server.signIn(place)
            let second = try SignedIn(try await server.refresh(first.refresh))
            #expect(second.session == first.session)
            #expect(try await server.send("GET", "/api/user/profile", fields: [second.field]).status == 200)
            let swapped = try await server.refresh(first.access)
            #expect(swapped.status == 401 && swapped.code == "refresh.unknown")
            let other = try await server.send(
                "GET", "/api/user/profile", fields: ["Authorization: Bearer \(second.refresh)"])
            #expect(other.status == 401 && other.code == "token.invalid")
            place.time.advance(by: .seconds(11))
            let reused = try await server.refresh(first.refresh)
            #expect(reused.status == 401 && reused.code == "refresh.reused")
            let ended = try await server.refresh(second.refresh)
            #expect(ended.status == 401 && ended.code == "refresh.ended")
            let access = try await server.send("GET", "/api/user/profile", fields: [second.field])
            #expect(access.status == 401 && access.code == "token.ended")
            for body in ["{}", #"{"refreshToken":"x","y":1}"#] {
                #expect(try await server.post("/api/auth/refresh", Array(body.utf8)).status == 400)
            }
            let type = try await server.send("POST", "/api/auth/refresh", body: Array("{}".utf8))
            #expect(type.status == 415)
            let large = try await server.post("/api/auth/refresh", [UInt8](repeating: 0x20, count: 70_000))
            #expect(large.status == 413)
        }
    }

    @Test("given one refresh token 20 times at once, when all are answered, then all have the same successor")
    func answersParallelRefreshesAlike() async throws {
        try await AccountPlace.withServer { place, server in
            let token = try await server.signIn(place).refresh
            let successors = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 { group.addTask { try SignedIn(try await server.refresh(token)).refresh } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(successors.count == 1)
            #expect(try await server.refresh(try #require(successors.first)).status == 200)
        }
    }

    @Test("given an access token of 15 minutes, when it is used, then the answer says that it has expired")
    func expires() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            place.time.advance(by: .seconds(900))
            let answer = try await server.send("GET", "/api/conversations", fields: [ada.field])
            #expect(answer.status == 401 && answer.code == "token.expired")
            #expect(answer.fields["www-authenticate"] == "Bearer realm=\"verbio\", error=\"invalid_token\"")
        }
    }

    @Test("given several devices, when they are listed and signed out, then each is out at once, and others stay")
    func endsSessions() async throws {
        try await AccountPlace.withServer { place, server in
            let phone = try await server.signIn(place)
            place.time.advance(by: .seconds(1))
            let laptop = try await server.signIn(place)
            let tablet = try await server.signIn(place)
            let eve = try await server.signIn(place, "eve")
            let list = try JSON.object(
                try await server.send("GET", "/api/auth/sessions", fields: [phone.field]).body)
            let sessions = try #require(list["sessions"] as? [[String: Any]])
            #expect(sessions.count == 3)
            #expect(sessions.filter { $0["isCurrent"] as? Bool == true }.map { $0["id"] as? String } == [phone.session])
            func end(_ session: String, _ field: String) async throws -> Int {
                try await server.send("DELETE", "/api/auth/sessions/\(session)", fields: [field]).status
            }
            #expect(try await end(phone.session, eve.field) == 404)
            #expect(try await end("x", phone.field) == 404)
            #expect(try await end(laptop.session, phone.field) == 204)
            #expect(try await end(laptop.session, phone.field) == 404)
            #expect(try await server.send("GET", "/api/user/profile", fields: [laptop.field]).status == 401)
            let out = try await server.send("POST", "/api/auth/logout", fields: [phone.field])
            #expect(out.status == 200)
            #expect(try JSON.holds(out.body, #"{"ended":1}"#))
            #expect(try await server.send("GET", "/api/user/profile", fields: [phone.field]).code == "token.ended")
            let all = try await server.send("POST", "/api/auth/logout-all", fields: [tablet.field])
            #expect(all.status == 200)
            #expect(try JSON.holds(all.body, #"{"ended":1}"#))
            #expect(try await server.send("GET", "/api/user/profile", fields: [eve.field]).status == 200)
        }
    }

    @Test("given a profile, when fields are changed, then only what is the person's own is taken")
    func changesProfiles() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            func patch(_ body: String, type: String = "application/json") async throws -> HTTPConnection.Answer {
                try await server.send(
                    "PATCH", "/api/user/profile", fields: [ada.field, "Content-Type: \(type)"], body: Array(body.utf8))
            }
            let changed = try await patch(#"{"languages":["pt-BR"],"theme":"dark","formality":"formal"}"#)
            #expect(changed.status == 200)
            let profile = try JSON.object(changed.body)
            #expect(profile["languages"] as? [String] == ["pt-BR"])
            #expect(profile["theme"] as? String == "dark")
            for field in ["tier", "id", "usage", "isGuest", "email"] {
                let answer = try await patch(#"{"\#(field)":"premium"}"#)
                #expect(answer.status == 400 && answer.code == "profile.malformed")
            }
            #expect(try await patch("{}", type: "text/plain").status == 415)
            #expect(try await patch(String(repeating: " ", count: 70_000)).status == 413)
            let now = try JSON.object(try await server.send("GET", "/api/user/profile", fields: [ada.field]).body)
            #expect(now["tier"] as? String == "free")
        }
    }

    @Test(
        "given an account with a conversation, when it is erased, then nothing of it is left, and a receipt proves it")
    func erases() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            #expect(try await translate(server, ada.field) == 200)
            let answer = try await server.send("DELETE", "/api/user/profile", fields: [ada.field])
            #expect(answer.status == 200)
            let body = try JSON.object(answer.body)
            #expect(body["state"] as? String == "erased")
            #expect(((body["receipt"] as? [String: Any])?["hash"] as? String)?.count == 64)
            #expect(try await server.send("GET", "/api/conversations", fields: [ada.field]).code == "token.ended")
            #expect(try await server.refresh(ada.refresh).code == "refresh.unknown")
            let again = try await server.signIn(place)
            #expect(again.account != ada.account)
            #expect(try await conversations(server, again.field) == 0)
            #expect(place.services.scopeNames.contains { $0.contains(ada.account) } == false)
        }
    }

    @Test(
        "given a translation that still runs, when its account is erased, then it is closed at once and erased afterwards"
    )
    func erasesLater() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            place.isBusy.withLock { $0 = true }
            let answer = try await server.send("DELETE", "/api/user/profile", fields: [ada.field])
            #expect(answer.status == 202)
            #expect(try JSON.object(answer.body)["state"] as? String == "pending")
            #expect(try await server.send("GET", "/api/user/profile", fields: [ada.field]).code == "token.ended")
            let closed = try await server.post("/api/auth/apple", place.order())
            #expect(closed.status == 403 && closed.code == "account.disabled")
            place.isBusy.withLock { $0 = false }
            #expect(try await place.accounts.erasure.finishPending() == 1)
            #expect(try await server.signIn(place).account != ada.account)
        }
    }

    @Test("given a tier with 60 requests a minute, when one more comes, then it is refused, until the tier changes")
    func keepsTiers() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            for _ in 0..<60 {
                #expect(try await server.send("GET", "/api/user/profile", fields: [ada.field]).status == 200)
            }
            let refused = try await server.send("GET", "/api/user/profile", fields: [ada.field])
            #expect(refused.status == 429 && refused.code == "limit.requests")
            let eve = try await server.signIn(place, "eve")
            #expect(try await server.send("GET", "/api/user/profile", fields: [eve.field]).status == 200)
            try await place.accounts.directory.set(tier: "pro", of: try #require(AccountID(ada.account)))
            place.time.advance(by: .seconds(1))
            let answer = try await server.send("GET", "/api/user/profile", fields: [ada.field])
            #expect(answer.status == 200 && answer.fields["ratelimit-limit"] == "300")
        }
    }

    @Test("given a ticket of an account, when its session has ended, then the ticket opens nothing")
    func endsTickets() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            func ticket() async throws -> String {
                let answer = try await server.send("POST", "/api/live/tickets", fields: [ada.field])
                return try #require(try JSON.object(answer.body)["ticket"] as? String)
            }
            let (first, second) = (try await ticket(), try await ticket())
            let used = try await server.send("GET", "/api/live?from=en&to=es&ticket=\(first)")
            #expect(used.status != 401, "it opens, and the request is no handshake")
            _ = try await server.send("POST", "/api/auth/logout", fields: [ada.field])
            let refused = try await server.send("GET", "/api/live?from=en&to=es&ticket=\(second)")
            #expect(refused.status == 401 && refused.code == "token.ended")
        }
    }

    @Test("given accounts, when a request has none, or a key instead of an account, then it is refused")
    func demandsAccounts() async throws {
        try await KeyPlace.with { keys in
            try await AccountPlace.with { place in
                try await withServer(services: place.services, policy: place.policy(keys.ring)) { server in
                    let key = try await keys.key()
                    #expect(try await server.send("GET", "/api/conversations", fields: [key]).status == 200)
                    for type in Routes.all where type.access.needsAccount {
                        let target = type.name.path.replacing("{id}", with: "x")
                        let method = type.name.method.rawValue
                        let missing = try await server.send(method, target)
                        #expect(missing.status == 401 && missing.code == "key.missing", "\(method) \(target)")
                        let wrong = try await server.send(method, target, fields: [key])
                        #expect(wrong.status == 403 && wrong.code == "account.needed", "\(method) \(target)")
                    }
                    let ada = try await server.signIn(place)
                    #expect(try await server.send("GET", "/api/user/profile", fields: [ada.field]).status == 200)
                    let unknown = try await server.send(
                        "GET", "/api/conversations", fields: ["Authorization: Bearer vk_x"])
                    #expect(unknown.code == "key.unknown")
                    #expect(!server.log.all.contains { $0.contains(ada.access) || $0.contains(ada.refresh) })
                }
            }
        }
    }

    @Test("given no accounts, when an address of them is called with a key, then there is nothing")
    func offByDefault() async throws {
        try await KeyPlace.with { place in
            try await withServer(policy: place.policy(isRequired: true)) { server in
                let key = try await place.key()
                for type in Routes.all where type.access.needsAccount || type.name.path.hasPrefix("/api/auth/") {
                    let target = type.name.path.replacing("{id}", with: "x").replacing("{issuer}", with: "google")
                    let answer = try await server.send(type.name.method.rawValue, target, fields: [key])
                    #expect(answer.status == 404 && answer.code == "request.no-such-route", "\(target)")
                }
            }
        }
    }
}
