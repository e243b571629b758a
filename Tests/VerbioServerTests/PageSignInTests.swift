import Accounts
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// The console's way to sign in: what a browser sends and gets.
@Suite("Signing in on the page over HTTP", .serialized, .timeLimit(.minutes(5)))
struct PageSignInTests {
    /// The cookies of one browser.
    private struct Browser {
        static let mark = "X-Verbio-Page: 1"
        var cookies: [String: String] = [:]

        var field: String {
            "Cookie: " + cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }

        mutating func take(_ answer: HTTPConnection.Answer) {
            for line in (answer.fields["set-cookie"] ?? "").split(separator: "\n") {
                let pair = line.prefix { $0 != ";" }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                cookies[String(pair[0])] = line.contains("Max-Age=0") ? nil : String(pair[1])
            }
        }

        /// Follows the button of an issuer.
        mutating func start(_ server: RunningServer, _ issuer: String = "hub", query: String = "") async throws
            -> [String: String]
        {
            let answer = try await server.send("GET", "/api/auth/\(issuer)/start\(query)", fields: [field])
            #expect(answer.status == 303)
            take(answer)
            var components = URLComponents(string: answer.fields["location"] ?? "")
            components?.fragment = nil
            let items = (components?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
            return Dictionary(items, uniquingKeysWith: { first, _ in first })
        }

        /// Comes back from the issuer.
        mutating func comeBack(_ server: RunningServer, state: String, code: String = "good") async throws -> String? {
            let answer = try await server.send(
                "GET", "/api/auth/hub/callback?code=\(code)&state=\(state)&session_state=x&scope=openid",
                fields: [field, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"])
            #expect(answer.status == 303)
            take(answer)
            return answer.fields["location"]
        }

        mutating func signIn(
            _ place: AccountPlace, _ server: RunningServer, as subject: String = "ada", query: String = ""
        ) async throws -> String? {
            let asked = try await start(server, query: query)
            place.signsIn(subject, nonce: asked["nonce"] ?? "")
            return try await comeBack(server, state: asked["state"] ?? "")
        }

        /// What the page does when it is loaded.
        mutating func refresh(_ server: RunningServer, fields: [String] = [mark]) async throws -> HTTPConnection.Answer
        {
            let answer = try await server.post("/api/auth/refresh", Array("{}".utf8), fields: fields + [field])
            take(answer)
            return answer
        }
    }

    private func profile(_ server: RunningServer, _ answer: HTTPConnection.Answer) async throws -> [String: Any] {
        let token = try JSON.object(answer.body)["accessToken"] as? String ?? ""
        return try JSON.object(
            try await server.send("GET", "/api/user/profile", fields: ["Authorization: Bearer \(token)"]).body)
    }

    @Test("given a person at the issuer, when the browser returns, then only the page of this browser is signed in")
    func signsIn() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            let ways = try JSON.object(try await server.send("GET", "/api/auth/ways").body)
            #expect(ways["guests"] as? Bool == true)
            let issuers = try #require(ways["issuers"] as? [[String: String]])
            #expect(issuers.map { $0["title"] } == ["Apple", "The Hub"])
            #expect(issuers.last?["start"] == "/api/auth/hub/start")
            let begun = try await server.send("GET", "/api/auth/hub/start?device=phone")
            let cookie = begun.fields["set-cookie"] ?? ""
            #expect(cookie.hasPrefix("__Host-verbio-sign-in="))
            #expect(cookie.hasSuffix("; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax"))
            #expect(begun.fields["location"]?.contains("https://verbio.example.com") == false)
            let asked = try await browser.start(server, query: "?device=phone")
            #expect(asked["redirect_uri"] == "https://verbio.example.com/api/auth/hub/callback")
            place.signsIn("ada", nonce: asked["nonce"] ?? "")
            var other = Browser()
            #expect(try await other.comeBack(server, state: asked["state"] ?? "") == "/#sign-in/refused")
            #expect(other.cookies.isEmpty)
            #expect(try await browser.comeBack(server, state: asked["state"] ?? "") == "/#sign-in/done")
            #expect(Array(browser.cookies.keys) == ["__Host-verbio-session"])

            let answer = try await browser.refresh(server)
            #expect(answer.status == 200)
            #expect(
                answer.fields["set-cookie"]?.hasSuffix(
                    "; Path=/; Max-Age=15552000; Secure; HttpOnly; SameSite=Strict") == true)
            #expect(try JSON.object(answer.body)["refreshToken"] == nil)
            #expect(try await profile(server, answer)["email"] as? String == "ada@example.com")
            let token = try JSON.object(answer.body)["accessToken"] as? String ?? ""
            let bearer = "Authorization: Bearer \(token)"
            let list = try await server.send("GET", "/api/auth/sessions", fields: [bearer])
            #expect(list.text.contains("\"device\":\"phone\""))
            #expect(!server.log.all.contains { $0.contains("good") || $0.contains(asked["state"] ?? "-") })

            let out = try await server.send("POST", "/api/auth/logout", fields: [bearer, Browser.mark])
            browser.take(out)
            #expect(browser.cookies.isEmpty)
            #expect(try await browser.refresh(server).code == "refresh.unknown")
        }
    }

    @Test("given the page's cookie, when it comes without the page's field or twice, then it opens nothing")
    func needsTheMark() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            #expect(try await browser.signIn(place, server) == "/#sign-in/done")
            #expect(try await browser.refresh(server, fields: []).code == "body.malformed")
            let twice = try await server.post(
                "/api/auth/refresh", Array("{}".utf8), fields: [Browser.mark, browser.field, browser.field])
            #expect(twice.status == 401 && twice.code == "refresh.unknown")
            #expect(
                try await server.send("GET", "/api/user/profile", fields: [browser.field, Browser.mark]).status == 401)
            let preflight = try await server.send(
                "OPTIONS", "/api/auth/refresh",
                fields: ["Origin: https://evil.example", "Access-Control-Request-Headers: x-verbio-page"])
            #expect(preflight.fields["access-control-allow-headers"] == nil)
            #expect(try await browser.refresh(server).status == 200)
        }
    }

    @Test("given an issuer that answers with a form, when another site's page sends it, then the cookie decides")
    func takesForms() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            let begun = try await server.send("GET", "/api/auth/apple/start")
            #expect(begun.fields["set-cookie"]?.hasSuffix("Secure; HttpOnly; SameSite=None") == true)
            let asked = try await browser.start(server, "apple")
            #expect(asked["response_mode"] == "form_post")
            place.signsIn(
                "eve", issuer: "https://appleid.apple.com", audience: "com.example.app", nonce: asked["nonce"] ?? "")
            let cross = [
                "Origin: https://appleid.apple.com", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document", "Content-Type: application/x-www-form-urlencoded",
            ]
            let form = Array(
                "state=\(asked["state"] ?? "")&code=good&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Eve%22%2C%22lastName%22%3A%22B.%22%7D%7D"
                    .utf8)
            let foreign = try await server.send("POST", "/api/auth/apple/callback", fields: cross, body: form)
            #expect(foreign.fields["location"] == "/#sign-in/refused")
            let answer = try await server.send(
                "POST", "/api/auth/apple/callback", fields: cross + [browser.field], body: form)
            #expect(answer.status == 303 && answer.fields["location"] == "/#sign-in/done")
            browser.take(answer)
            #expect(try await profile(server, try await browser.refresh(server))["name"] as? String == "Eve B.")
            let json = try await server.post("/api/auth/apple/callback", Array("{}".utf8))
            #expect(json.status == 415)
            let large = try await server.send(
                "POST", "/api/auth/apple/callback", fields: [cross[4]], body: [UInt8](repeating: 0x61, count: 70_000))
            #expect(large.status == 413)
            #expect(
                try await server.send("POST", "/api/auth/apple/callback", fields: Array(cross.prefix(2)), body: form)
                    .status == 403)
        }
    }

    @Test("given a sign-in that fails at the issuer, when the browser returns, then the page shows what happened")
    func tellsFailures() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            var asked = try await browser.start(server)
            let state = asked["state"] ?? ""
            let cancelled = try await server.send(
                "GET", "/api/auth/hub/callback?error=access_denied&state=\(state)", fields: [browser.field])
            #expect(cancelled.fields["location"] == "/#sign-in/cancelled")
            asked = try await browser.start(server)
            #expect(try await browser.comeBack(server, state: asked["state"] ?? "", code: "bad") == "/#sign-in/refused")
            asked = try await browser.start(server)
            place.loseForms()
            #expect(try await browser.comeBack(server, state: asked["state"] ?? "") == "/#sign-in/unavailable")
            #expect(server.log.all.contains { $0.contains("an issuer does not answer issuer=hub") })
            for issuer in ["google", "keycloak"] {
                for target in ["start", "callback"] {
                    let answer = try await server.send("GET", "/api/auth/\(issuer)/\(target)")
                    #expect(answer.status == 404 && answer.code == "account.issuer")
                }
            }
            #expect(try await server.send("GET", "/api/auth/hub/callback?code=1&code=2").code == "query.repeated")
            #expect(try await server.send("GET", "/api/auth/hub/start?next=x").code == "query.unknown")
        }
    }

    @Test("given a guest on the page, when the guest signs in, then the account stays")
    func upgradesGuests() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            let guest = try await server.post("/api/auth/guest", Array("{}".utf8), fields: [Browser.mark])
            browser.take(guest)
            #expect(try JSON.object(guest.body)["refreshToken"] == nil)
            let id = try SignedIn(guest).account
            #expect(try await browser.signIn(place, server) == "/#sign-in/done")
            let signedIn = try await browser.refresh(server)
            let profile = try await profile(server, signedIn)
            #expect(profile["id"] as? String == id && profile["isGuest"] as? Bool == false)
            let bearer = "Authorization: Bearer \(try JSON.object(signedIn.body)["accessToken"] as? String ?? "")"
            let list = try JSON.object(try await server.send("GET", "/api/auth/sessions", fields: [bearer]).body)
            #expect((list["sessions"] as? [Any])?.count == 1)
        }
    }

    @Test(
        "given a signed-in person, when another identity is linked, then both sign in, unless it belongs to somebody else"
    )
    func links() async throws {
        try await AccountPlace.withServer { place, server in
            var browser = Browser()
            #expect(try await browser.signIn(place, server, query: "?link=true") == "/#sign-in/refused")
            #expect(browser.cookies.isEmpty)
            let ada = try await server.signIn(place)
            let eve = try await server.signIn(place, "eve")
            browser.cookies["__Host-verbio-session"] = ada.refresh
            #expect(try await browser.signIn(place, server, as: "ada-hub", query: "?link=true") == "/#sign-in/linked")
            let profile = try JSON.object(
                try await server.send("GET", "/api/user/profile", fields: [ada.field]).body)
            #expect(profile["issuers"] as? [String] == ["https://appleid.apple.com", "https://hub.example.com"])
            var second = Browser()
            #expect(try await second.signIn(place, server, as: "ada-hub") == "/#sign-in/done")
            #expect(try await self.profile(server, try await second.refresh(server))["id"] as? String == ada.account)
            second.cookies["__Host-verbio-session"] = eve.refresh
            #expect(try await second.signIn(place, server, as: "ada-hub", query: "?link=true") == "/#sign-in/taken")

            let order = try place.order("eve-cloak", issuer: "https://login.example.com", audience: "app")
            #expect(try await server.post("/api/auth/link/keycloak", order).status == 401)
            #expect(try await server.post("/api/auth/link/keycloak", order, fields: [eve.field]).status == 200)
            let again = try place.order(
                "eve-cloak", issuer: "https://login.example.com", audience: "app", more: #","device":"x""#)
            place.time.advance(by: .seconds(1))
            let fresh = try place.order("eve-cloak", issuer: "https://login.example.com", audience: "app")
            let taken = try await server.post("/api/auth/link/keycloak", fresh, fields: [ada.field])
            #expect(taken.status == 409 && taken.code == "account.identity-taken")
            #expect(try await server.post("/api/auth/link/keycloak", again, fields: [ada.field]).status == 401)
            #expect(try await server.post("/api/auth/link/google", fresh, fields: [ada.field]).code == "account.issuer")
            for (body, status) in [([UInt8](repeating: 0x20, count: 70_000), 413), (Array("{}".utf8), 400)] {
                #expect(try await server.post("/api/auth/link/hub", body, fields: [ada.field]).status == status)
            }
            let type = try await server.send("POST", "/api/auth/link/hub", fields: [ada.field], body: Array("{}".utf8))
            #expect(type.status == 415)
        }
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            place.loseKeys()
            let order = try place.order("x", issuer: "https://login.example.com", audience: "app")
            #expect(try await server.post("/api/auth/link/keycloak", order, fields: [ada.field]).status == 503)
        }
    }
}
