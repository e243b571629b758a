import Accounts
import Audio
import ConversationTesting
import Conversations
import Coordination
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Export of an account", .serialized, .timeLimit(.minutes(5)))
struct AccountExportTests {
    private func json(_ bytes: [UInt8]?) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try #require(bytes)))
    }

    private func export(_ server: RunningServer, _ person: SignedIn) async throws -> ZipMembers {
        let answer = try await server.send("GET", "/api/user/export", fields: [person.field])
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/zip")
        #expect(answer.fields["cache-control"] == "no-store")
        #expect(answer.fields["content-disposition"]?.contains("verbio-\(person.account).zip") == true)
        return try ZipMembers(answer.body)
    }

    @Test(
        "given two people with conversations, phrases and jobs, when one exports, then all that is theirs comes, and no more"
    )
    func exports() async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with { place in
                try await withServer(services: place.services, policy: place.policy(), jobs: try hall.services()) {
                    server in
                    let ada = try SignedIn(
                        try await server.post(
                            "/api/auth/apple", place.order("ada", more: #","name":"Ada Lovelace","device":"phone""#)))
                    let eve = try await server.signIn(place, "eve")
                    for (person, title) in [(ada, "Ada's talk"), (eve, "Eve's talk")] {
                        let target = "/api/translate?from=en&to=es&title=\(title.replacing(" ", with: "%20"))"
                        let answer = try await server.send(
                            "POST", target, fields: [person.field], body: try Recordings.wav(seconds: 6))
                        #expect(answer.status == 200)
                        let phrase = try await server.post(
                            "/api/phrases",
                            Array(#"{"text":"I am \#(title)","from":"en","to":"es"}"#.utf8), fields: [person.field])
                        #expect(phrase.status == 200, "\(phrase.text)")
                    }
                    let job = try await server.job(fields: [ada.field])
                    _ = try await server.ended(job.id, fields: [ada.field])

                    let profile = try JSON.object(
                        try await server.send("GET", "/api/user/profile", fields: [ada.field]).body)
                    #expect(profile["export"] as? String == "/api/user/export")
                    let members = try await export(server, ada)
                    let told = try #require(try json(members["profile.json"]) as? [String: Any])
                    let account = try #require(told["account"] as? [String: Any])
                    #expect(account["name"] as? String == "Ada Lovelace" && account["isEmailPrivate"] as? Bool == false)
                    #expect(
                        told["identities"] as? [[String: String]]
                            == [["issuer": "https://appleid.apple.com", "subject": "ada"]])
                    let sessions = try #require(try json(members["sessions.json"]) as? [[String: Any]])
                    #expect(sessions.map { $0["device"] as? String } == ["phone"])
                    let usage = try #require(try json(members["usage.json"]) as? [String: Any])
                    #expect((usage["total"] as? [String: Any])?["conversations"] as? Int == 2)
                    let jobs = try #require(try json(members["jobs.json"]) as? [[String: Any]])
                    #expect(jobs.map(\.id) == [job.id] && jobs.map(\.state) == ["done"])
                    let phrases = try #require(try json(members["phrases.json"]) as? [[String: Any]])
                    #expect(phrases.map { $0["text"] as? String } == ["I am Ada's talk"])
                    #expect(members["phrases/\(phrases[0].id).es.wav"]?.starts(with: Array("RIFF".utf8)) == true)
                    let history = try #require(try json(members["history.json"]) as? [[String: Any]])
                    #expect(history.map { $0["event"] as? String } == ["signed-up"])
                    #expect(try json(members["subscriptions.json"]) as? [String] == [])
                    #expect(members["README.txt"] != nil)

                    let folders = Set(
                        members.names.filter { $0.hasPrefix("conversations/") }.map { $0.split(separator: "/")[1] })
                    #expect(folders.count == 2)
                    let scope = place.services.service(for: try .init("account-\(ada.account)"))
                    for summary in try await scope.store.conversations(limit: 9) {
                        let folder = "conversations/\(summary.conversation.id)/"
                        let names = members.names.filter { $0.hasPrefix(folder) }
                        for ending in [".json", ".txt", ".es.srt", ".en.srt", ".es.vtt"] {
                            #expect(names.contains { $0.hasSuffix(ending) }, "\(ending) of \(names)")
                        }
                        let records = try await scope.store.utterances(of: summary.conversation.id, after: 0, limit: 99)
                        #expect(!records.isEmpty)
                        for record in records where record.audio != nil {
                            let sound = members["\(folder)audio/\(record.utterance.sequence).en.wav"]
                            let header = (sound?.count ?? 0) - 2 * record.utterance.range.count
                            #expect((44...128).contains(header), "all samples are there")
                        }
                    }
                    let all = members.names.flatMap { members[$0] ?? [] }
                    #expect(Data(all).range(of: Data("Ada's talk".utf8)) != nil)
                    for secret in ["Eve's talk", "eve@example.com", eve.account, ada.access, ada.refresh] {
                        #expect(Data(all).range(of: Data(secret.utf8)) == nil)
                    }
                }
            }
        }
    }

    @Test(
        "given an answer that a killed server has left, when the next one starts, then it is gone, and those of others stay"
    )
    func removesLeftAnswers() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "verbio-answers-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        func folders() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: root) }
        try FileManager.default.createDirectory(atPath: root + "/left/verbio-1", withIntermediateDirectories: true)
        try Data("all of Ada".utf8).write(to: URL(filePath: root + "/left/verbio-1/answer"))
        let first = try AnswerFolder(in: root)
        let own = try folders()
        #expect(own.count == 1 && own != ["left"])
        let second = try AnswerFolder(in: root)
        #expect(try folders().count == 2)
        let file = try await AnswerFiles(store: InMemoryStore(), folder: first, places: FairLimiter(limit: 1)).file(
            writing: { path in
                #expect(path.hasPrefix(root + "/" + own[0] + "/"))
                try Data("x".utf8).write(to: URL(filePath: path))
            })
        #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/" + own[0]).isEmpty)
        try FileManager.default.createDirectory(atPath: root + "/again", withIntermediateDirectories: true)
        AnswerFolder.removeLeft(in: root)
        #expect(try folders().count == 2)
        withExtendedLifetime((first, second, file)) {}
    }

    @Test("given an account that has made nothing, when it is exported, then its lists are empty")
    func exportsNothing() async throws {
        try await AccountPlace.withServer { place, server in
            let members = try await export(server, try await server.signIn(place))
            for name in ["jobs.json", "phrases.json"] where members[name] != nil {
                #expect(try json(members[name]) as? [String] == [])
            }
            #expect(!members.names.contains { $0.hasPrefix("conversations/") })
        }
    }

    @Test("given a session that has ended, or a query, when the export is requested, then it is refused")
    func refusesOthers() async throws {
        try await AccountPlace.withServer { place, server in
            let ada = try await server.signIn(place)
            _ = try await server.send("POST", "/api/auth/logout", fields: [ada.field])
            let answer = try await server.send("GET", "/api/user/export", fields: [ada.field])
            #expect(answer.status == 401 && answer.code == "token.ended")
            let query = try await server.send(
                "GET", "/api/user/export?x=1", fields: [try await server.signIn(place).field])
            #expect(query.status == 400 && query.code == "query.unknown")
        }
    }

    @Test(
        "given an export that is being written, when the account asks for another one, then it is refused, and others are not"
    )
    func oneAtATime() async throws {
        let exports = AccountExports(LocalCoordination())
        let place = try AccountPlace()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        let (ada, eve) = (
            try await place.accounts.directory.makeGuest().id, try await place.accounts.directory.makeGuest().id
        )
        let (begun, gate) = (Gate(), Gate())
        async let first = exports.run(ada) {
            begun.open()
            await gate.wait()
            return 1
        }
        await begun.wait()
        await #expect(throws: Refusal.self) { try await exports.run(ada) { 2 } }
        #expect(try await exports.run(eve) { 3 } == 3)
        gate.open()
        #expect(try await first == 1)
        #expect(try await exports.run(ada) { 4 } == 4)
    }
}
