import Audio
import ConversationTesting
import Conversations
import Foundation
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// `/api/phrases`.
@Suite("The phrase book over HTTP", .serialized, .timeLimit(.minutes(5)))
struct PhraseTests {
    private typealias Object = [String: Any]
    private static let json = ["Content-Type: application/json"]
    private static let pharmacy = #""text":"Where is the pharmacy?","from":"en","to":"es""#

    private func add(_ fields: String, _ server: RunningServer) async throws -> HTTPConnection.Answer {
        try await server.send("POST", "/api/phrases", fields: Self.json, body: Array("{\(fields)}".utf8))
    }

    private func list(_ query: String, _ server: RunningServer) async throws -> [Object] {
        let answer = try await server.send("GET", "/api/phrases\(query)")
        #expect(answer.status == 200)
        return try #require(try JSON.object(answer.body)["phrases"] as? [Object])
    }

    @Test("given a sentence, when it is added, then it is translated and spoken once, and fetched without a call")
    func life() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await add(Self.pharmacy + #","tags":["travel","health"]"#, server)
            #expect(answer.status == 200)
            let phrase = try JSON.object(answer.body)
            #expect(
                Set(phrase.keys) == [
                    "id", "text", "translation", "from", "to", "tags", "flags", "createdAt", "audio", "seconds",
                ])
            let id = try #require(phrase["id"] as? String)
            #expect(phrase["tags"] as? [String] == ["health", "travel"])
            #expect(phrase["from"] as? String == "en" && phrase["to"] as? String == "es")
            #expect(service.calls.count == 2)
            // The same again is not paid for, and gets one more tag.
            let again = try JSON.object(try await add(Self.pharmacy + #","tags":["city"]"#, server).body)
            #expect(again["tags"] as? [String] == ["city", "health", "travel"])
            #expect(service.calls.count == 2)

            let audio = try #require(phrase["audio"] as? String)
            #expect(audio == "/api/phrases/\(id)/audio")
            let voice = try await server.send("GET", audio)
            #expect(voice.status == 200 && voice.fields["content-type"] == "audio/wav" && voice.body.count > 1_000)
            let part = try await server.send("GET", audio, fields: ["Range: bytes=0-9"])
            #expect(part.status == 206 && part.body == Array(voice.body[..<10]))
            let tag = try #require(voice.fields["etag"])
            #expect(try await server.send("GET", audio, fields: ["If-None-Match: \(tag)"]).status == 304)
            #expect(try await server.send("GET", audio, fields: ["Range: bytes=\(voice.body.count)-"]).status == 416)
            let packed = try await server.send("GET", audio + "?format=opus")
            #expect(packed.fields["content-type"] == "audio/ogg; codecs=opus")

            #expect(try await server.send("DELETE", "/api/phrases/\(id)").status == 204)
            for (method, target) in [("GET", audio), ("DELETE", "/api/phrases/\(id)")] {
                let gone = try await server.send(method, target)
                #expect(gone.status == 404)
                #expect(try JSON.object(gone.body)["code"] as? String == "phrase.unknown")
            }
            #expect(try await list("", server).isEmpty)
            #expect(service.calls.count == 2)
        }
    }

    @Test("given a phrase, when another voice is named, then it alone is spoken again, and an unknown voice is refused")
    func voices() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let first = try JSON.object(try await add(Self.pharmacy, server).body)
            let audio = try #require(first["audio"] as? String)
            let usual = try await server.send("GET", audio).body
            let answer = try await add(Self.pharmacy + #","voice":"sim-en-low,sim-es-high""#, server)
            #expect(answer.status == 200)
            #expect(service.calls.count == 3, "the translation is kept")
            #expect(try await server.send("GET", audio).body != usual)
            _ = try await add(Self.pharmacy + #","voice":"sim-es-high""#, server)
            #expect(service.calls.count == 3, "the same voice is not paid for again")
            let unknown = try await add(Self.pharmacy + #","voice":"anna""#, server)
            #expect(unknown.status == 400 && unknown.code == "synthesizer.voice", "\(unknown.text)")
        }
    }

    @Test("given the same sentence from many clients at once, when it is added, then it is translated once")
    func together() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answers = try await withThrowingTaskGroup(of: HTTPConnection.Answer.self) { group in
                for _ in 0..<4 { group.addTask { try await add(Self.pharmacy, server) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 && $0.body == answers[0].body })
            #expect(service.calls.count == 2)
        }
    }

    @Test(
        "given an utterance, when it is kept as a phrase, then its texts and its voice are the phrase's, without a call"
    )
    func keeping() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let made = try await server.send(
                "POST", "/api/translate?from=en&to=es&speak=true", body: try Recordings.wav(seconds: 6))
            let document = try JSON.object(made.body)
            let id = try #require(document.conversation("id"))
            let answer = try await add(#""conversation":"\#(id)","utterance":2,"tags":["said"]"#, server)
            #expect(answer.status == 200)
            let phrase = try JSON.object(answer.body)
            #expect(phrase["text"] as? String == document.utterances[1].source)
            #expect(phrase["translation"] as? String == document.utterances[1].translation)
            let audio = try #require(phrase["audio"] as? String)
            let voice = try await server.send("GET", audio)
            let said = try await server.send(
                "GET", "/api/conversations/\(id)/utterances/2/audio?of=translation")
            #expect(voice.body == said.body)
            #expect(service.calls.isEmpty)
            // The phrase has the voice, whatever becomes of the conversation.
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 204)
            #expect(try await server.send("GET", audio).body == voice.body)
            for (fields, status, code) in [
                (#""conversation":"\#(id)","utterance":2"#, 404, "conversation.unknown"),
                (#""conversation":"x","utterance":2"#, 404, "conversation.unknown"),
            ] {
                let refused = try await add(fields, server)
                #expect(refused.status == status)
                #expect(try JSON.object(refused.body)["code"] as? String == code)
            }
        }
    }

    @Test("given an utterance without a translation, when it is kept, then the answer says so")
    func untranslated() async throws {
        try await withServer { server in
            let made = try await server.send(
                "POST", "/api/translate?from=en&mt=none", body: try Recordings.wav(seconds: 4))
            let id = try #require(try JSON.object(made.body).conversation("id"))
            for (number, status, code) in [(1, 409, "phrase.untranslated"), (99, 404, "utterance.unknown")] {
                let refused = try await add(#""conversation":"\#(id)","utterance":\#(number)"#, server)
                #expect(refused.status == status)
                #expect(try JSON.object(refused.body)["code"] as? String == code)
            }
        }
    }

    @Test("given a phrase without a voice, when its voice is fetched, then no engine is called")
    func silent() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let phrase = Phrase(
                text: "Hello", translation: "Hola", pair: StoreSamples.pair, createdAt: 1_700_000_000_000)
            try await service.store.save(phrase)
            let listed = try #require(try await list("", server).first)
            #expect(listed["audio"] == nil && listed["seconds"] == nil)
            let voice = try await server.send("GET", "/api/phrases/\(phrase.id)/audio")
            #expect(voice.status == 404)
            #expect(try JSON.object(voice.body)["code"] as? String == "phrase.silent")
            #expect(service.calls.isEmpty)
        }
    }

    /// Phrases with these texts, the first of which is the oldest.
    private func book(_ texts: [String], in service: SampleService) async throws {
        for (index, text) in texts.enumerated() {
            try await service.store.save(
                Phrase(
                    text: text, translation: "(\(text))", pair: StoreSamples.pair,
                    tags: index.isMultiple(of: 2) ? ["even"] : [], createdAt: 1_700_000_000_000 + Int64(index / 2)))
        }
    }

    @Test("given phrases, when they are filtered and paged, then each that fits is listed once, the oldest first")
    func listing() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let texts = ["A café", "A tea", "Two cafés", "火车站在哪里", "Nothing"]
            try await book(texts, in: service)
            func found(_ query: String) async throws -> [String] {
                try await list(query, server).compactMap { $0["text"] as? String }
            }
            let all = try await found("")
            #expect(Set(all) == Set(texts) && all.last == "Nothing")
            #expect(try await found("?tag=even") == ["A café", "Two cafés", "Nothing"])
            #expect(try await found("?q=CAFE") == ["A café", "Two cafés"])
            #expect(try await found("?q=%E7%81%AB%E8%BD%A6&tag=even") == [])
            #expect(try await found("?q=%E7%81%AB%E8%BD%A6") == ["火车站在哪里"])
            #expect(try await found("?tag=nothing") == [])
            var (paged, cursor): ([String], String?) = ([], "")
            while let next = cursor {
                let page = try JSON.object(
                    try await server.send("GET", "/api/phrases?limit=2" + (next.isEmpty ? "" : "&cursor=\(next)")).body)
                paged += (page["phrases"] as? [Object] ?? []).compactMap { $0["text"] as? String }
                cursor = page["next_cursor"] as? String
            }
            #expect(paged == all)
        }
    }

    @Test("given a day, when its phrase is requested, then it is the same all day, and days differ")
    func today() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let none = try JSON.object(try await server.send("GET", "/api/phrases/today?date=2026-11-26").body)
            #expect(none["date"] as? String == "2026-11-26" && none["phrase"] is NSNull)
            try await book((0..<20).map { "phrase \($0)" }, in: service)
            func text(_ day: String) async throws -> String {
                let answer = try JSON.object(try await server.send("GET", "/api/phrases/today?date=\(day)").body)
                #expect(answer["date"] as? String == day)
                return try #require((answer["phrase"] as? Object)?["text"] as? String)
            }
            var chosen: [String] = []
            for day in 1...30 {
                let date = "2026-11-\(day < 10 ? "0" : "")\(day)"
                chosen.append(try await text(date))
                #expect(try await text(date) == chosen.last)
            }
            #expect(Set(chosen).count > 10)
            // One phrase more takes few of the days.
            try await service.store.save(
                Phrase(text: "new", translation: "nuevo", pair: StoreSamples.pair, createdAt: 1_800_000_000_000))
            var changed = 0
            for day in 1...30 {
                let now = try await text("2026-11-\(day < 10 ? "0" : "")\(day)")
                if now != chosen[day - 1] {
                    changed += 1
                    #expect(now == "new")
                }
            }
            #expect(changed < 10)
            let today = try JSON.object(try await server.send("GET", "/api/phrases/today").body)
            #expect(CalendarDay(today["date"] as? String ?? "") != nil && today["phrase"] is Object)
        }
    }
}
