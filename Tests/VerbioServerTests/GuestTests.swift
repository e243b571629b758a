import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Guests over HTTP", .serialized, .timeLimit(.minutes(5)))
struct GuestTests {
    @Test(
        "given a guest who has signed in to an account that was there, when the request comes again, then the answer says why"
    )
    func repeatsGuestSignIn() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            let guest = try SignedIn(try await server.beginAsGuest())
            #expect(try await server.signIn(place, fields: [guest.field]).account == ada.account)
            place.time.advance(by: .seconds(60))
            let again = try await server.post("/api/auth/apple", place.order(), fields: [guest.field])
            #expect(again.status == 401 && again.code == "token.ended")
            #expect(again.text.contains("the guest has signed in to another account already"))
            let late = try SignedIn(try await server.beginAsGuest())
            place.time.advance(by: .seconds(3_600))
            let expired = try await server.post("/api/auth/apple", place.order(), fields: [late.field])
            #expect(expired.status == 401 && expired.code == "token.expired")
        }
    }

    @Test("given one address that makes guests again and again, then it has to wait, and another address does not")
    func limitsGuestsOfAddress() async throws {
        var configuration = ServerConfiguration.test()
        configuration.proxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        try await AccountPlace.withServer(guestsPerHour: 50, configuration: configuration, isTimed: true) {
            place, server in
            let (one, other) = ("X-Forwarded-For: 10.0.0.1", "X-Forwarded-For: 10.0.0.2")
            func begin(_ field: String) async throws -> HTTPConnection.Answer {
                try await server.post("/api/auth/guest", Array("{}".utf8), fields: [field])
            }
            for _ in 0..<5 { #expect(try await begin(one).status == 200) }
            let answer = try await begin(one)
            #expect(answer.status == 429 && answer.code == "account.guests")
            #expect(answer.text.contains("from this address"))
            #expect(answer.fields["retry-after"] == "720")
            #expect(try await begin(other).status == 200)
            place.time.advance(by: .seconds(720))
            #expect(try await begin(one).status == 200)
        }
    }
}
