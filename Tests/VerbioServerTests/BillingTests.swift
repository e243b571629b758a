import Accounts
import Crypto
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Billing over HTTP", .serialized, .timeLimit(.minutes(5)))
struct BillingTests {
    private func send(_ server: RunningServer, _ body: String, at time: Int, secret: String = "whsec_test") async throws
        -> HTTPConnection.Answer
    {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        let signature = code.map { String(format: "%02x", $0) }.joined()
        return try await server.post(
            "/api/billing/stripe", Array(body.utf8), fields: ["Stripe-Signature: t=\(time),v1=\(signature)"])
    }

    private func tier(_ server: RunningServer, _ person: SignedIn) async throws -> String? {
        let answer = try await server.send("GET", "/api/user/profile", fields: [person.field])
        return try JSON.object(answer.body)["tier"] as? String
    }

    @Test(
        "given a purchase at Stripe, when its event comes, then the tier counts at once, and a forged event changes nothing"
    )
    func setsTiers() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let now = 1_700_000_000 + Int(place.time.now.seconds)
            #expect(try await tier(server, ada) == "free")
            let event = """
                {"id":"evt_1","type":"customer.subscription.created","created":\(now),"data":{"object":{"id":"sub_1",\
                "status":"active","metadata":{"account":"\(ada.account)"},"items":{"data":[{"price":{"id":"pro.monthly"},\
                "current_period_end":\(now + 86_400)}]}}}}
                """
            let forged = try await send(server, event, at: now, secret: "whsec_guess")
            #expect(forged.status == 400 && forged.code == "billing.signature")
            #expect(try await tier(server, ada) == "free")
            #expect(try await send(server, event, at: now).status == 204)
            #expect(try await tier(server, ada) == "pro")
            #expect(try await send(server, event, at: now).status == 204)
            let malformed = try await send(server, "{}", at: now)
            #expect(malformed.status == 400 && malformed.code == "billing.malformed")
            let large = try await server.post("/api/billing/stripe", [UInt8](repeating: 0x20, count: 300_000))
            #expect(large.status == 413)
            #expect(try await server.post("/api/billing/apple", Array("{}".utf8)).status == 404)
        }
    }

    @Test("given an account, when its purchase token is requested twice, then both are the same, and another's is not")
    func givesTokens() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let eve = try await server.signIn(place, "eve")
            func token(_ person: SignedIn) async throws -> String? {
                let answer = try await server.send("POST", "/api/user/purchase-token", fields: [person.field])
                return try JSON.object(answer.body)["token"] as? String
            }
            let first = try #require(try await token(ada))
            #expect(UUID(uuidString: first) != nil)
            #expect(try await token(ada) == first)
            #expect(try await token(eve) != first)
        }
    }
}
