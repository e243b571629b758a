import Accounts
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Logins of devices over HTTP", .serialized, .timeLimit(.minutes(5)))
struct DeviceLoginTests {
    private func begin(_ server: RunningServer) async throws -> (device: String, user: String) {
        let answer = try await server.post("/api/auth/device", Array(#"{"device":"laptop"}"#.utf8))
        #expect(answer.status == 200 && answer.fields["cache-control"] == "no-store")
        let begun = try JSON.object(answer.body)
        let user = try #require(begun["userCode"] as? String)
        #expect(begun["verificationUri"] as? String == "https://verbio.example.com/#device")
        #expect(begun["verificationUriComplete"] as? String == "https://verbio.example.com/#device/\(user)")
        #expect(begun["expiresIn"] as? Int == 600 && begun["interval"] as? Int == 5)
        return (try #require(begun["deviceCode"] as? String), user)
    }

    private func ask(_ server: RunningServer, _ code: String) async throws -> HTTPConnection.Answer {
        try await server.post("/api/auth/device/token", Array(#"{"deviceCode":"\#(code)"}"#.utf8))
    }

    private func decide(
        _ server: RunningServer, _ person: SignedIn, _ code: String, _ approve: Bool
    ) async throws -> HTTPConnection.Answer {
        try await server.post(
            "/api/auth/device/decision", Array(#"{"userCode":"\#(code)","approve":\#(approve)}"#.utf8),
            fields: [person.field])
    }

    @Test("given a device that waits, when a person approves its code, then it has a session that can be signed out")
    func approves() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let (device, user) = try await begin(server)
            let early = try await ask(server, device)
            #expect(early.status == 400 && early.code == "device.pending" && early.fields["retry-after"] == "5")
            let again = try await ask(server, device)
            #expect(again.status == 400 && again.code == "device.slow-down" && again.fields["retry-after"] == "10")

            let seen = try await server.send(
                "GET", "/api/auth/device/waiting?code=\(user.lowercased())", fields: [ada.field])
            #expect(seen.status == 200)
            #expect(try JSON.object(seen.body)["device"] as? String == "laptop")
            #expect(try await decide(server, ada, user, true).status == 204)
            let answer = try await ask(server, device)
            #expect(answer.status == 200)
            let laptop = try SignedIn(answer)
            #expect(laptop.account == ada.account && laptop.session != ada.session)
            #expect(try await server.send("GET", "/api/conversations", fields: [laptop.field]).status == 200)
            #expect(try await server.refresh(laptop.refresh).status == 200)
            let used = try await ask(server, device)
            #expect(used.status == 400 && used.code == "device.unknown")

            let ended = try await server.send("DELETE", "/api/auth/sessions/\(laptop.session)", fields: [ada.field])
            #expect(ended.status == 204)
            #expect(try await server.send("GET", "/api/conversations", fields: [laptop.field]).code == "token.ended")
            #expect(!server.log.all.contains { $0.contains(device) || $0.contains(user) })
        }
    }

    @Test("given a device that waits, when the person denies it or the code is wrong, then it gets nothing")
    func denies() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let (device, user) = try await begin(server)
            for body in ["{}", #"{"userCode":"\#(user)"}"#, #"{"userCode":"\#(user)","approve":"yes"}"#] {
                let answer = try await server.post(
                    "/api/auth/device/decision", Array(body.utf8), fields: [ada.field])
                #expect(answer.status == 400 && answer.code == "body.malformed")
            }
            let wrong = try await decide(server, ada, "BBBB-BBBB", true)
            #expect(wrong.status == 404 && wrong.code == "device.unknown")
            #expect(try await server.post("/api/auth/device/decision", Array("{}".utf8)).status == 401)
            #expect(try await decide(server, ada, user, false).status == 204)
            let denied = try await ask(server, device)
            #expect(denied.status == 400 && denied.code == "device.denied")
            let late = try await begin(server)
            place.time.advance(by: .seconds(600))
            #expect(try await ask(server, late.device).code == "device.expired")
            for target in ["/api/auth/device", "/api/auth/device/token"] {
                #expect(try await server.post(target, [UInt8](repeating: 0x20, count: 70_000)).status == 413)
                let text = try await server.send("POST", target, fields: ["Content-Type: text/plain"], body: [])
                #expect(text.status == 415)
                let query = try await server.post(target + "?x=1", Array("{}".utf8))
                #expect(query.status == 400 && query.code == "query.unknown")
            }
            let large = try await server.post(
                "/api/auth/device/decision", [UInt8](repeating: 0x20, count: 70_000), fields: [ada.field])
            #expect(large.status == 413)
            let text = try await server.send(
                "POST", "/api/auth/device/decision", fields: [ada.field, "Content-Type: text/plain"], body: [])
            #expect(text.status == 415)
        }
    }

    @Test(
        "given wrong codes, when an account types the eleventh, then it has to wait, and so does an address that begins often"
    )
    func limits() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            for _ in 0..<10 {
                let answer = try await server.send(
                    "GET", "/api/auth/device/waiting?code=BBBBBBBB", fields: [ada.field])
                #expect(answer.status == 404 && answer.code == "device.unknown")
            }
            let answer = try await server.send("GET", "/api/auth/device/waiting?code=BBBBBBBB", fields: [ada.field])
            #expect(answer.status == 429 && answer.code == "device.guesses" && answer.fields["retry-after"] == "600")
        }
        try await AccountPlace.withServer(signInsPerMinute: 2, isTimed: true) { _, server in
            for _ in 0..<2 { _ = try await begin(server) }
            let answer = try await server.post("/api/auth/device", Array("{}".utf8))
            #expect(answer.status == 429 && answer.code == "sign-in.pace")
            #expect(try await ask(server, "vd_x").code == "sign-in.pace")
        }
    }
}
