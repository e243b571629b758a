import Access
import Accounts
import Conversations
import Foundation
import Jobs
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Preferences of accounts", .serialized, .timeLimit(.minutes(5)))
struct PreferenceTests {
    private static func tiers(voices: String) throws -> TierCatalogue {
        func tier(_ name: String, _ voices: String) -> String {
            """
            \(name): { minutes-a-month: unlimited, longest-file: unlimited, sessions: 5, providers: all, voices: \(voices),
              history-days: unlimited, requests-a-minute: unlimited }
            """
        }
        return try TierCatalogue(yaml: tier("free", voices) + "\n" + tier("pro", "all") + "\n", at: "tiers.yaml")
    }

    private func patch(_ server: RunningServer, _ person: SignedIn, _ body: String) async throws {
        let answer = try await server.send(
            "PATCH", "/api/user/profile", fields: [person.field, "Content-Type: application/json"],
            body: Array(body.utf8))
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func asked(_ place: AccountPlace, _ person: SignedIn) throws -> ConversationRequest {
        let service = place.services.service(for: try .init("account-\(person.account)")) as? SampleService
        return try #require(service?.requests.withLock { $0.last })
    }

    @Test(
        "given a voice and a form of address in the profile, when something is translated, then they count where none is named"
    )
    func counts() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(voices: "[sim-es-high, sim-es-low]")) { place, server in
            let ada = try await server.signIn(place)
            try await patch(server, ada, #"{"voice":"sim-es-high","formality":"informal"}"#)
            func translate(_ more: String = "") async throws -> (HTTPConnection.Answer, ConversationRequest?) {
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es\(more)", fields: [ada.field],
                    body: try Recordings.wav(seconds: 3))
                return (answer, answer.status == 200 ? try asked(place, ada) : nil)
            }
            let plain = try #require(try await translate().1)
            #expect(
                plain.voice == nil && plain.preferredVoice == "sim-es-high,sim-es-low" && plain.formality == .informal)
            let named = try #require(try await translate("&voice=sim-es-low&formality=formal").1)
            #expect(named.voice == "sim-es-low" && named.formality == .formal)
            let refused = try await translate("&voice=sim-es-middle").0
            #expect(refused.status == 403 && refused.code == "limit.voice")
            // English has one form of address, so each conversation would say that the profile changes nothing.
            let english = try await server.send(
                "POST", "/api/translate?from=es&to=en", fields: [ada.field], body: try Recordings.wav(seconds: 3))
            #expect(english.status == 200)
            #expect(try asked(place, ada).formality == nil)
            let written = try await server.post(
                "/api/translate", Array(#"{"text":"Hello.","from":"en","to":"es"}"#.utf8), fields: [ada.field])
            #expect(written.status == 200)
            #expect(try asked(place, ada).preferredVoice == "sim-es-high,sim-es-low")

            let client = try await Client.upgrade(
                try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1&audio=wav", fields: [ada.field])
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            _ = try await client.events()
            await client.leave()
            let live = try asked(place, ada)
            #expect(
                live.delivery == .live && live.preferredVoice == "sim-es-high,sim-es-low" && live.formality == .informal
            )

            // A change counts for the next request.
            try await patch(server, ada, #"{"voice":null,"formality":null}"#)
            let cleared = try #require(try await translate().1)
            #expect(cleared.preferredVoice == "sim-es-high,sim-es-low" && cleared.formality == nil)
        }
    }

    @Test(
        "given a voice in the profile that the tier lacks, when something is translated, then another one speaks, until the tier has it"
    )
    func keepsToTheTier() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(voices: "[sim-es-low]")) { place, server in
            let ada = try await server.signIn(place)
            try await patch(server, ada, #"{"voice":"sim-es-high"}"#)
            func preferred() async throws -> String? {
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es", fields: [ada.field], body: try Recordings.wav(seconds: 3))
                #expect(answer.status == 200)
                return try asked(place, ada).preferredVoice
            }
            #expect(try await preferred() == "sim-es-low")
            try await place.accounts.directory.set(tier: "pro", of: try #require(AccountID(ada.account)))
            place.time.advance(by: .seconds(1))
            #expect(try await preferred() == "sim-es-high")
        }
    }

    @Test(
        "given jobs, when they are done, then the voice of the profile has spoken, one that is named instead of it, and one that cannot speak the language not",
        arguments: [
            ("sim-es-high", "", "sim-es-high"), ("sim-es-high", "&voice=sim-es-low", "sim-es-low"),
            ("sim-fr-high", "", "sim-es-low"), ("no such voice", "", "sim-es-low"),
        ])
    func jobs(profile: String, query: String, spoken: String) async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with { place in
                try await withServer(services: place.services, policy: place.policy(), jobs: try hall.services()) {
                    server in
                    let ada = try await server.signIn(place)
                    try await patch(server, ada, #"{"voice":"\#(profile)"}"#)
                    let job = try await server.job("from=en&to=es&formats=wav\(query)", fields: [ada.field])
                    let done = try await server.ended(job.id, fields: [ada.field])
                    #expect(done.state == "done", "\(done)")
                    let store = place.services.service(for: try .init("account-\(ada.account)")).store
                    let conversation = try #require(try await store.conversations(limit: 1).first).conversation
                    let records = try await store.utterances(of: conversation.id, after: 0, limit: 9)
                    #expect(Set(records.compactMap { $0.speech?.voice }) == [spoken])
                }
            }
        }
    }

    @Test(
        "given a job that names a voice, when there is none of that name, then it fails, and its error lists the voices"
    )
    func unknownVoice() async throws {
        try await JobHall.with { hall in
            try await withServer(jobs: try hall.services()) { server in
                let job = try await server.job("from=en&to=es&formats=wav&voice=nobody")
                let done = try await server.ended(job.id)
                #expect(done.state == "failed" && done.errorCode == "synthesizer.voice", "\(done)")
                let long = String(repeating: "v", count: 301)
                let answer = try await server.send(
                    "POST", "/api/jobs?from=en&to=es&voice=\(long)", body: try Recordings.wav(seconds: 3))
                #expect(answer.status == 400 && answer.code == "query.value")
            }
        }
    }

    @Test("given a job of an account, when its tier changes or it is closed before the job begins, then that counts")
    func laterTiers() async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with(tiers: try Self.tiers(voices: "[sim-es-low]")) { place in
                try await withServer(services: place.services, policy: place.policy(), jobs: try hall.services()) {
                    server in
                    let (ada, eve) = (try await server.signIn(place), try await server.signIn(place, "eve"))
                    let id = try #require(AccountID(ada.account))
                    try await place.accounts.directory.set(tier: "pro", of: id)
                    place.time.advance(by: .seconds(1))
                    let named = "from=en&to=es&formats=wav&voice=sim-es-high"
                    let refused = try await server.send(
                        "POST", "/api/jobs?\(named)", fields: [eve.field], body: try Recordings.wav(seconds: 3))
                    #expect(refused.status == 403 && refused.code == "limit.voice")
                    let allowed = try await server.job(named, fields: [ada.field])
                    #expect(try await server.ended(allowed.id, fields: [ada.field]).state == "done")
                    let check = PrincipalCheck(policy: place.policy())
                    let found = try await check.owner(
                        of: JobOwner(
                            Principal(
                                identity: .account(id: ada.account, session: ada.session),
                                scope: try .init("account-\(ada.account)"), permissions: [], limits: .init())))
                    let owner = try #require(found)
                    #expect(owner.limits.voices == nil)
                    try await place.accounts.directory.set(tier: "free", of: id)
                    #expect(try await check.owner(of: JobOwner(owner))?.limits.voices == ["sim-es-low"])
                    try await place.accounts.directory.set(isDisabled: true, of: id)
                    await #expect(throws: Refusal.self) { try await check.owner(of: JobOwner(owner)) }
                }
            }
        }
    }
}
