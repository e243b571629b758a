import Accounts
import Foundation
import Testing
import VerbioTesting

struct AbandonedGuestsTests {
    private let place: AccountPlace
    private let store: AccountDatabase
    private let services: AccountServices

    init() throws {
        place = try AccountPlace()
        store = try place.store()
        let nothing = Nothing()
        services = try AccountServices(
            .init(url: "https://verbio.example.com", tiers: try TierCatalogue.builtIn(), guestsPerHour: 9),
            store: store, sealing: try place.sealing(), issuers: .init(documents: nothing, forms: nothing),
            shared: .init(time: place.time.source), data: NotedData())
    }

    private struct Nothing: DocumentSource, FormSender {
        func document(at url: String) throws -> [UInt8] { throw DocumentFailure("there is none") }
        func post(_ fields: [FormValue], as user: FormUser?, to url: String) throws -> FormReply {
            throw DocumentFailure("there is none")
        }
    }

    @Test("Given guests and people, when sessions have ended, then the guests among them are erased, and no others")
    func erases() async throws {
        let left = try await services.directory.makeGuest().id
        let session = try await services.sessions.begin(left).session
        try await services.sessions.end(session, of: left)
        let present = try await services.directory.makeGuest().id
        _ = try await services.sessions.begin(present)
        let person = try await services.directory.signIn(.ada).account.id
        let closed = try await services.directory.makeGuest().id
        try await services.directory.set(isDisabled: true, of: closed)
        let new = try await services.directory.makeGuest().id
        #expect(try await services.guestsLeft.beginErasure().isEmpty, "a new one has no session yet")
        _ = try await services.sessions.begin(new)
        place.time.advance(by: .seconds(3_600))
        #expect(try await services.guestsLeft.beginErasure() == [left])
        #expect(try await services.guestsLeft.beginErasure().isEmpty)
        #expect(try await services.erasure.finishPending() == 1)
        #expect(try await services.directory.account(left) == nil)
        for id in [present, person, closed, new] { #expect(try await services.directory.account(id) != nil) }
        // Guests that never return.
        place.time.advance(by: .seconds(30 * 86_400))
        #expect(try await services.guestsLeft.beginErasure() == [present, new].sorted())
    }
}
