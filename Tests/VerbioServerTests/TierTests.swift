import Access
import Accounts
import Audio
import Conversations
import Coordination
import Foundation
import Interpreting
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Tiers over HTTP", .serialized, .timeLimit(.minutes(5)))
struct TierTests {
    private static func tiers(
        minutes: String = "unlimited", longest: String = "unlimited", providers: String = "all", voices: String = "all",
        history: String = "unlimited"
    ) throws -> TierCatalogue {
        func tier(_ name: String, _ minutes: String) -> String {
            """
            \(name): { minutes-a-month: \(minutes), longest-file: \(longest), sessions: 1, providers: \(providers),
              voices: \(voices), history-days: \(history), requests-a-minute: unlimited }
            """
        }
        return try TierCatalogue(
            yaml: tier("free", minutes) + "\n" + tier("pro", "unlimited") + "\n", at: "tiers.yaml")
    }

    @Test(
        "given minutes of a month, when fifty recordings come at once, then no more are heard, and another tier counts at once"
    )
    func months() async throws {
        var configuration = ServerConfiguration.test()
        configuration.concurrentTranslations = 60
        try await AccountPlace.withServer(tiers: try Self.tiers(minutes: "0.5"), configuration: configuration) {
            place, server in
            let ada = try await server.signIn(place)
            let answers = try await withThrowingTaskGroup(of: HTTPConnection.Answer.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await server.send(
                            "POST", MonthlySpeech.translation, fields: [ada.field],
                            body: try MonthlySpeech.speech(number))
                    }
                }
                return try await group.reduce(into: [HTTPConnection.Answer]()) { $0.append($1) }
            }
            let used = try #require(try await MonthlySpeech.limits(server, ada)["minutesUsed"] as? Double)
            #expect(used <= 0.5 && used > 0.4, "\(used)")
            #expect(answers.count { $0.status == 200 } <= 15)
            let refused = answers.filter { $0.status != 200 }
            #expect(!refused.isEmpty && refused.allSatisfy { $0.status == 429 && $0.code == "limit.month" })
            let wait = try #require(refused.first?.fields["retry-after"].flatMap { Int($0) })
            #expect(wait > 0 && wait <= 31 * 86_400)
            try await place.accounts.directory.set(tier: "pro", of: try #require(AccountID(ada.account)))
            place.time.advance(by: .seconds(1))
            let next = try await server.send(
                "POST", MonthlySpeech.translation, fields: [ada.field], body: try MonthlySpeech.speech(99))
            #expect(next.status == 200)
            let limits = try await MonthlySpeech.limits(server, ada)
            #expect(limits["tier"] as? String == "pro" && limits["minutesPerMonth"] == nil)
        }
    }

    @Test("given the longest recording of a tier, when a longer one comes, then it is 413 and what was heard is stored")
    func longRecordings() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(longest: "1")) { place, server in
            let ada = try await server.signIn(place)
            let short = try await server.send(
                "POST", MonthlySpeech.translation, fields: [ada.field], body: try MonthlySpeech.speech(1, seconds: 20))
            #expect(short.status == 200)
            let parts = try (2..<5).flatMap { try MonthlySpeech.speech($0, seconds: 24) }
            let long = try await server.send("POST", MonthlySpeech.translation, fields: [ada.field], body: parts)
            #expect(long.status == 413 && long.code == "limit.length", "\(long.text)")
            #expect(long.fields["retry-after"] == nil)
        }
    }

    @Test("given providers of a tier, when the server would call others, then no call is made and the answer is 403")
    func foreignProviders() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(providers: "[whisper]", voices: "[anna]")) {
            place, server in
            let ada = try await server.signIn(place)
            let answer = try await server.send(
                "POST", MonthlySpeech.translation, fields: [ada.field], body: try MonthlySpeech.speech(1))
            #expect(answer.status == 403 && answer.code == "limit.provider", "\(answer.text)")
            let usage = try await server.send("GET", "/api/usage", fields: [ada.field])
            #expect(usage.text.contains("\"calls\":0"))
            let voice = try await server.post(
                "/v1/audio/speech", Array(#"{"model":"tts-1","input":"Hello","voice":"eve"}"#.utf8), fields: [ada.field]
            )
            #expect(voice.status == 403 && voice.text.contains("limit.voice"), "\(voice.text)")
            let limits = try await MonthlySpeech.limits(server, ada)
            #expect(limits["providers"] as? [String] == ["whisper"] && limits["voices"] as? [String] == ["anna"])
        }
    }

    @Test("given a live session, when its account gets a tier without the providers, then no more of them is called")
    func liveChange() async throws {
        func tier(_ name: String, _ providers: String) -> String {
            """
            \(name): { minutes-a-month: unlimited, longest-file: unlimited, sessions: 1, providers: \(providers),
              voices: all, history-days: unlimited, requests-a-minute: unlimited }
            """
        }
        let tiers = try TierCatalogue(yaml: tier("free", "all") + "\n" + tier("pro", "[whisper]"), at: "tiers.yaml")
        try await AccountPlace.withServer(tiers: tiers, isTimed: true) { place, server in
            let ada = try await server.signIn(place)
            let client = try await Client.upgrade(
                try await server.open(), "/api/live?from=en&to=es&raw=s16le:16000:1&tts=none", fields: [ada.field])
            func outcome(_ number: Int) async throws -> String? {
                let silence = [UInt8](repeating: 0, count: 64_000)
                for piece in [try MonthlySpeech.speech(number), silence] { try await client.send(.binary(piece)) }
                while let event = try await client.event() {
                    if event["event"] as? String == "utterance.finished" { return event["outcome"] as? String }
                }
                return nil
            }
            #expect(try await outcome(0) == "text-only")
            try await place.accounts.directory.set(tier: "pro", of: try #require(AccountID(ada.account)))
            var last: String? = "text-only"
            for number in 1...50 where last == "text-only" {
                place.time.advance(by: LiveSessions.checkInterval)
                last = try await outcome(number)
            }
            #expect(last == "failed")
            await client.leave()
        }
    }

    @Test("given voices of a tier, when none is named, then one of these speaks, and no other one is listed")
    func effectiveVoices() async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with(tiers: try Self.tiers(voices: "[sim-es-low, sim]")) { place in
                try await withServer(services: place.services, policy: place.policy(), jobs: try hall.services()) {
                    server in
                    let ada = try await server.signIn(place)
                    func spoken(_ to: String) async throws -> [String: Any] {
                        let job = try await server.job("from=en&to=\(to)&speak=true", fields: [ada.field])
                        return try await server.ended(job.id, fields: [ada.field])
                    }
                    func listed() async throws -> [String] {
                        let answer = try await server.send("GET", "/v1/audio/voices", fields: [ada.field])
                        let voices = try JSON.object(answer.body)["voices"] as? [[String: Any]]
                        return voices?.compactMap { $0["id"] as? String } ?? []
                    }
                    #expect(try await listed() == ["sim"])
                    let scope = place.services.service(for: try .init("account-\(ada.account)"))
                    let done = try await spoken("es")
                    #expect(done.state == "done", "\(done)")
                    let conversation = try #require(try await scope.store.conversations(limit: 1).first).conversation
                    #expect(conversation.settings.speech.voice?.contains("sim-es-low") == true)
                    let failed = try await spoken("fr")
                    #expect(failed.state == "failed" && failed.errorCode == "limit.voice", "\(failed)")
                    let text = try await server.job("from=en&to=fr", fields: [ada.field])
                    #expect(try await server.ended(text.id, fields: [ada.field]).state == "done")
                    func speech(_ language: String) async throws -> HTTPConnection.Answer {
                        try await server.post(
                            "/v1/audio/speech",
                            Array(#"{"model":"m","input":"Hi","voice":"alloy","language":"\#(language)"}"#.utf8),
                            fields: [ada.field])
                    }
                    #expect(try await speech("en").status == 200)
                    let silent = try await speech("fr")
                    #expect(silent.status == 403 && silent.text.contains("limit.voice"))
                    // What was spoken with another voice before stays as it was, and is not spoken again.
                    var limits = AccessLimits()
                    limits.voices = ["other"]
                    let permit = try await place.meter.begin(
                        .translation,
                        for: Principal(identity: .key(id: "k"), scope: .local, permissions: [], limits: limits))
                    let rewriting = RewritingRequest(
                        conversation: conversation, sequence: 1, texts: CorrectedTexts(source: "Something else."))
                    let problem = await #expect(throws: Problem.self) {
                        try await scope.rewrite(rewriting, control: RunControl(allowance: permit)) { _ in }
                    }
                    #expect(problem?.code == "limit.voice")
                    await permit.end()
                }
            }
            try await AccountPlace.withServer { place, server in
                let answer = try await server.send(
                    "GET", "/v1/audio/voices", fields: [try await server.signIn(place).field])
                #expect(answer.text.contains("\"sim\""))
            }
        }
    }

    @Test("given a recording that is known to be too long, when its job begins, then no provider is called")
    func knownLength() async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with(tiers: try Self.tiers(longest: "1")) { place in
                try await withServer(services: place.services, policy: place.policy(), jobs: try hall.services()) {
                    server in
                    let ada = try await server.signIn(place)
                    let sound = try Recordings.speech(seconds: 20)
                    let job = try await server.job(
                        fields: [ada.field], body: SpeechFixtures.wav(sound + sound + sound + sound))
                    let failed = try await server.ended(job.id, fields: [ada.field])
                    #expect(failed.state == "failed" && failed.errorCode == "limit.length", "\(failed)")
                    let scope = place.services.service(for: try .init("account-\(ada.account)"))
                    #expect((scope as? SampleService)?.calls == [])
                    #expect(try await MonthlySpeech.limits(server, ada)["minutesUsed"] as? Double == 0)
                }
            }
        }
    }

    @Test(
        "given used-up minutes or foreign providers, when a language is to be detected, then the recognizer is not called"
    )
    func detection() async throws {
        func form() throws -> [UInt8] {
            Array("--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nm\r\n".utf8)
                + Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
                + (try Recordings.wav(seconds: 4)) + Array("\r\n--b--\r\n".utf8)
        }
        for (tiers, code) in [
            (try Self.tiers(providers: "[whisper]"), "limit.provider"),
            (try Self.tiers(minutes: "0.02"), "limit.month"),
            (try Self.tiers(), "\"text\""),
        ] {
            try await AccountPlace.with(tiers: tiers, hooks: .init(detects: true)) { place in
                try await withServer(services: place.services, policy: place.policy()) { server in
                    let ada = try await server.signIn(place)
                    if code == "limit.month" {
                        let used = try await server.send(
                            "POST", MonthlySpeech.translation, fields: [ada.field],
                            body: try MonthlySpeech.speech(1, seconds: 4))
                        #expect(used.status == 429)
                    }
                    let answer = try await server.send(
                        "POST", "/v1/audio/transcriptions",
                        fields: [ada.field, "Content-Type: multipart/form-data; boundary=b"], body: try form())
                    #expect(answer.text.contains(code), "\(answer.text)")
                    let scope = place.services.service(for: try .init("account-\(ada.account)"))
                    let calls = (scope as? SampleService)?.calls.count
                    #expect(calls == (code.contains("limit") ? 0 : 1))
                }
            }
        }
    }

    @Test(
        "given sign-ins through a trusted proxy, when one client is too fast, then another one behind it is not slowed down"
    )
    func pacesClientsBehindProxies() async throws {
        for isTrusted in [true, false] {
            var configuration = ServerConfiguration.test()
            configuration.proxies = [isTrusted ? "127.0.0.1" : "192.0.2.1"].compactMap(AddressRange.init)
            try await AccountPlace.withServer(signInsPerMinute: 2, configuration: configuration, isTimed: true) {
                _, server in
                func status(_ clients: String) async throws -> Int {
                    try await server.post(
                        "/api/auth/refresh", Array(#"{"refreshToken":"vr_guess"}"#.utf8),
                        fields: ["X-Forwarded-For: \(clients)"]
                    ).status
                }
                // What a client writes itself stands before what the proxy has seen, and changes nothing.
                var answers: [Int] = []
                for number in 0..<3 { answers.append(try await status("10.0.0.\(number), 203.0.113.9")) }
                #expect(answers == [401, 401, 429])
                let other = try await status("203.0.113.10")
                #expect(other == (isTrusted ? 401 : 429))
            }
        }
    }

    @Test(
        "given many sign-ins from one address, when more come, then they have to wait, and signed-in people do not notice"
    )
    func pacesAddresses() async throws {
        try await AccountPlace.withServer(signInsPerMinute: 3, isTimed: true) { place, server in
            let ada = try await server.signIn(place)
            for _ in 0..<2 { #expect(try await server.refresh("vr_guess").status == 401) }
            for target in ["refresh", "apple", "guest", "oidc/keycloak"] {
                let answer = try await server.post("/api/auth/\(target)", Array("{}".utf8))
                #expect(answer.status == 429 && answer.code == "sign-in.pace")
                #expect(answer.fields["retry-after"] == "20")
            }
            for target in ["start", "callback"] {
                #expect(try await server.send("GET", "/api/auth/hub/\(target)").status == 429)
            }
            #expect(try await server.send("POST", "/api/auth/hub/callback").status == 429)
            #expect(try await server.send("GET", "/api/user/profile", fields: [ada.field]).status == 200)
            place.time.advance(by: .seconds(20))
            #expect(try await server.refresh(ada.refresh).status == 200)
        }
    }

    @Test("given many addresses that have waited, when others come, then they are forgotten and floods stay slow")
    func forgetsAddresses() async throws {
        let time = ManualTime()
        let coordination = LocalCoordination(time: time.source)
        let pace = AddressPace("test", 1, per: .seconds(60), coordination)
        for number in 0..<30_000 {
            #expect(try await pace.take("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)") == nil)
        }
        #expect(try await pace.take("10.0.117.47") != nil)
        #expect(try await pace.take("2001:db8::1") == nil)
        #expect(try await pace.take("2001:db8::2") != nil, "one client has a whole network")
        #expect(try await pace.take("2001:db8:0:1::2") == nil)
        #expect(try await pace.take(nil) == nil)
        time.advance(by: .seconds(60))
        for number in 0..<70_000 {
            #expect(try await pace.take("11.\(number >> 16).\(number >> 8 & 255).\(number & 255)") == nil)
        }
        #expect(try await pace.take("10.0.117.47") == nil)
        #expect(coordination.count(of: "pace") < 80_000)
    }

    @Test(
        "given a store that cannot be opened and a closed account, when the hour comes, then others expire all the same"
    )
    func passesOverBrokenStores() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(history: "2")) { place, server in
            var scopes: [String] = []
            for (number, name) in ["ada", "eve", "bob"].enumerated() {
                let person = try await server.signIn(place, name)
                let answer = try await server.send(
                    "POST", MonthlySpeech.translation, fields: [person.field], body: try MonthlySpeech.speech(number))
                #expect(answer.status == 200)
                scopes.append("account-\(person.account)")
            }
            scopes.sort()
            let closed = try #require(AccountID(scope: scopes[1]))
            try await place.accounts.directory.set(isDisabled: true, of: closed)
            let expired = ExpiredHistories(
                accounts: place.accounts, services: BrokenServices(services: place.services, broken: scopes[0]),
                turn: KeptTurn("histories", LocalCoordination(), time: place.time.source), logger: server.log.logger,
                time: place.time.source)
            let now = place.time.source.wallClockMilliseconds()
            place.time.advance(by: .milliseconds(1_700_000_000_000 - now) + .seconds(3 * 86_400))
            #expect(try await expired.removeExpired() == 2)
            #expect(server.log.all.contains { $0.contains("cannot be removed") && $0.contains(scopes[0]) })
        }
    }

    /// Services of which one scope is damaged.
    private struct BrokenServices: ScopedServices {
        let services: SampleServices
        let broken: String

        func service(for scope: Scope) async throws -> any ConversationService {
            if scope.name == broken { throw Problem(.store, "store.damaged", "the store is damaged") }
            return services.service(for: scope)
        }

        func scopes() -> [Scope] { services.scopes() }
        func remove(_ scope: Scope) async throws -> Bool { try await services.remove(scope) }
        func move(_ scope: Scope, into other: Scope, named name: String) async throws -> Bool {
            try await services.move(scope, into: other, named: name)
        }
    }

    @Test("given conversations older than the tier keeps them, when the hour comes, then these alone are removed")
    func removesOldConversations() async throws {
        try await AccountPlace.withServer(tiers: try Self.tiers(history: "2")) { place, server in
            let ada = try await server.signIn(place)
            #expect(
                try await server.send(
                    "POST", MonthlySpeech.translation, fields: [ada.field], body: try MonthlySpeech.speech(1)
                ).status
                    == 200)
            let expired = ExpiredHistories(
                accounts: place.accounts, services: place.services,
                turn: KeptTurn("histories", LocalCoordination(), time: place.time.source), logger: server.log.logger,
                time: place.time.source)
            #expect(try await expired.removeExpired() == 0)
            let scope = place.services.service(for: try .init("account-\(ada.account)"))
            let conversation = try #require(try await scope.store.conversations(limit: 1).first).conversation
            place.time.advance(by: .milliseconds(conversation.createdAt - place.time.source.wallClockMilliseconds()))
            place.time.advance(by: .seconds(2 * 86_400))
            #expect(try await expired.removeExpired() == 0)
            place.time.advance(by: .seconds(1))
            #expect(try await expired.removeExpired() == 1)
            #expect(try await scope.store.conversations(limit: 9).isEmpty)
        }
    }
}
