import ConversationTesting
import Conversations
import Foundation
import NIOCore
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// `Idempotency-Key`.
@Suite("Requests that are sent again", .serialized, .timeLimit(.minutes(5)))
struct RepeatTests {
    private typealias Object = [String: Any]
    private static let json = ["Content-Type: application/json"]
    private static let text = Array(#"{"text":"Where is the station?","from":"en","to":"es"}"#.utf8)

    private func send(
        _ server: RunningServer, _ key: String, _ target: String = "/api/translate", fields: [String] = json,
        body: [UInt8] = text
    ) async throws -> HTTPConnection.Answer {
        try await server.send("POST", target, fields: fields + ["Idempotency-Key: \(key)"], body: body)
    }

    private func code(_ answer: HTTPConnection.Answer) throws -> String? {
        try JSON.object(answer.body)["code"] as? String
    }

    @Test(
        "given a key, when the same text is sent again, then it is the same conversation, and another text is refused")
    func texts() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let first = try await send(server, "k1")
            #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil)
            let again = try await send(server, "k1")
            #expect(again.status == 200 && again.fields["idempotency-replayed"] == "true")
            #expect(again.body == first.body && service.requests.withLock { $0.count } == 1)
            // The order of the fields makes no other request.
            let turned = try await send(
                server, "k1", body: Array(#"{"to":"es","from":"en","text":"Where is the station?"}"#.utf8))
            #expect(turned.body == first.body)
            let other = try await send(server, "k1", body: Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8))
            #expect(other.status == 422)
            #expect(try code(other) == "idempotency.other")
            let elsewhere = try await send(server, "k1", "/api/phrases")
            #expect(elsewhere.status == 422)
            // Another key is another request, and so is one without a key.
            let second = try await send(server, "k2")
            #expect(try JSON.object(second.body).conversation("id") != JSON.object(first.body).conversation("id"))
            #expect(try await service.store.conversations(limit: 9).count == 2)
            // After the conversation has been deleted, nothing of it can be found.
            let id = try #require(try JSON.object(first.body).conversation("id"))
            #expect(try await server.send("DELETE", "/api/conversations/\(id)").status == 204)
            let anew = try JSON.object(try await send(server, "k1").body)
            #expect(anew.conversation("id") != id && anew.utterances.count == 1)
        }
    }

    @Test("given a key, when the same recording is sent again, then it is not translated again, whatever its form")
    func recordings() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 4)
            let target = "/api/translate?from=en&to=es"
            let first = try await send(server, "audio", target, fields: [], body: wav)
            let again = try await send(server, "audio", target, fields: [], body: wav)
            #expect(first.status == 200 && again.body == first.body)
            let events = try await send(server, "audio", target, fields: ["Accept: text/event-stream"], body: wav)
            #expect(events.fields["content-type"] == "text/event-stream; charset=utf-8")
            #expect(events.text.contains("event: conversation.started"))
            #expect(events.text.contains("event: utterance.translated"))
            #expect(events.text.contains("event: conversation.finished"))
            #expect(service.requests.withLock { $0.count } == 1)
            let other = try await send(server, "audio", target + "&title=a", fields: [], body: wav)
            #expect(other.status == 422)
            let longer = try await send(server, "audio", target, fields: [], body: try Recordings.wav(seconds: 5))
            #expect(longer.status == 422)
            let captions = try await send(server, "srt", target + "&formats=srt", fields: [], body: wav)
            let same = try await send(server, "srt", target + "&formats=srt", fields: [], body: wav)
            #expect(captions.text.hasPrefix("1\n") && same.body == captions.body)
            let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n"
            let form = Array(head.utf8) + wav + Array("\r\n--b--\r\n".utf8)
            let type = ["Content-Type: multipart/form-data; boundary=b"]
            let sent = try await send(server, "form", target, fields: type, body: form)
            #expect(try await send(server, "form", target, fields: type, body: form).body == sent.body)
            #expect(service.requests.withLock { $0.count } == 3)
        }
    }

    @Test(
        "given a request that is being done, when it is sent again, then the answer is 409; a client that leaves ends nothing"
    )
    func open() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 4)
            let fields = ["Idempotency-Key: k"]
            let first = try await server.open()
            try await first.send(.head("POST", "/api/translate?from=en&to=es", fields: fields, length: wav.count))
            try await first.send(wav)
            _ = try await service.begun.next()
            let second = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            #expect(second.status == 409 && second.fields["retry-after"] == "1")
            #expect(try code(second) == "idempotency.open")
            await first.close()
            gate.open()
            let finished = try #require(try await service.ended.next())
            #expect(try finished.get().state == .complete)
            var answer = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            while answer.status == 409 {
                answer = try await send(server, "k", "/api/translate?from=en&to=es", fields: [], body: wav)
            }
            #expect(answer.status == 200 && answer.fields["idempotency-replayed"] == "true")
            #expect(try JSON.object(answer.body).conversation("state") == "complete")
            #expect(service.requests.withLock { $0.count } == 1)
        }
    }

    @Test(
        "given a key, when a server of the same store restarts, then the conversation is found; after a day it is not")
    func restart() async throws {
        let store = InMemoryStore()
        let time = ManualTime()
        let first = try await withServer(SampleService(store: store), time: time.source) { server in
            try await send(server, "k")
        }
        let service = SampleService(store: store)
        try await withServer(service, time: time.source) { server in
            let again = try await send(server, "k")
            #expect(again.body == first.body)
            #expect(service.requests.withLock { $0.isEmpty })
            time.advance(by: .seconds(86_400))
            let later = try await send(server, "k")
            #expect(later.body != first.body)
        }
    }

    @Test("given a phrase with a key, when it is sent again, then the answer says so; another one with it is refused")
    func phrases() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let first = try await send(server, "p", "/api/phrases")
            #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil)
            let again = try await send(server, "p", "/api/phrases")
            #expect(again.body == first.body && again.fields["idempotency-replayed"] == "true")
            #expect(service.calls.count == 2)
            // With another key it is another request, although it makes nothing new.
            #expect(try await send(server, "q", "/api/phrases").fields["idempotency-replayed"] == nil)
            let other = try await send(
                server, "p", "/api/phrases", body: Array(#"{"text":"Hello","from":"en","to":"es"}"#.utf8))
            #expect(other.status == 422)
            #expect(try code(other) == "idempotency.other")
        }
    }

    @Test("given a phrase with a key, when it failed or was deleted, then sending it again makes it and is no replay")
    func phrasesMadeAnew() async throws {
        let fails = Locked(true)
        let service = SampleService(
            hooks: .init(opening: { if fails.withLock({ $0 }) { throw Problem(.provider, "phrase.synthesis", "no") } }))
        try await withServer(service) { server in
            #expect(try await send(server, "p", "/api/phrases").status == 503)
            fails.withLock { $0 = false }
            let made = try await send(server, "p", "/api/phrases")
            #expect(made.status == 200 && made.fields["idempotency-replayed"] == nil)
            let id = try #require(try JSON.object(made.body)["id"] as? String)
            #expect(try await server.send("DELETE", "/api/phrases/\(id)").status == 204)
            #expect(try await send(server, "p", "/api/phrases").fields["idempotency-replayed"] == nil)
            #expect(try await send(server, "p", "/api/phrases").fields["idempotency-replayed"] == "true")
        }
    }

    private static func form(_ fields: [(String, String)]) throws -> [UInt8] {
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
        body += try Recordings.wav(seconds: 4) + Array("\r\n".utf8)
        for (name, value) in [("model", "whisper-1"), ("language", "en")] + fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        return body + Array("--b--\r\n".utf8)
    }

    @Test(
        "given a key, when a recording is sent again for its text, then the text is there, and not made again",
        arguments: ["transcriptions", "translations"], ["json", "verbose_json", "srt", "text"])
    func transcripts(path: String, format: String) async throws {
        let service = SampleService()
        let type = ["Content-Type: multipart/form-data; boundary=b"]
        try await withServer(service) { server in
            let body = try Self.form([("response_format", format)])
            let first = try await send(server, "t", "/v1/audio/\(path)", fields: type, body: body)
            #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil, "\(first.text)")
            let again = try await send(server, "t", "/v1/audio/\(path)", fields: type, body: body)
            #expect(again.status == 200 && again.fields["idempotency-replayed"] == "true")
            #expect(again.body == first.body && service.requests.withLock { $0.count } == 1)
            let other = try await send(server, "t", "/v1/audio/\(path)", fields: type, body: try Self.form([]))
            #expect(other.status == 400 && other.text.contains("idempotency.other"))
        }
    }

    @Test("given a key, when events of a transcript are requested again, then they have the same text")
    func streamedTranscripts() async throws {
        let service = SampleService()
        let type = ["Content-Type: multipart/form-data; boundary=b"]
        try await withServer(service) { server in
            var texts: [String] = []
            for _ in 0..<2 {
                let body = try Self.form([("stream", "true")])
                var answer = try await send(server, "s", "/v1/audio/transcriptions", fields: type, body: body)
                // The run lasts a moment longer than its last event.
                while answer.status == 409 {
                    answer = try await send(server, "s", "/v1/audio/transcriptions", fields: type, body: body)
                }
                #expect(answer.fields["content-type"] == "text/event-stream; charset=utf-8")
                let lines = answer.text.split(separator: "\n").map(String.init)
                texts.append(try #require(lines.last { $0.contains("text.done") }))
            }
            #expect(texts[0] == texts[1] && service.requests.withLock { $0.count } == 1)
        }
    }

    @Test("given a key, when a text is to be spoken again, then it is the same speech, and no engine is called")
    func speech() async throws {
        let spoken = Locked(0)
        let service = SampleService(hooks: .init(opening: { spoken.withLock { $0 += 1 } }))
        try await withServer(service) { server in
            func body(_ text: String, _ more: String = "") -> [UInt8] {
                Array(#"{"model":"tts-1","input":"\#(text)","voice":"alloy","response_format":"wav"\#(more)}"#.utf8)
            }
            for more in ["", #","stream_format":"sse""#] {
                let first = try await send(server, "v\(more.count)", "/v1/audio/speech", body: body("Hello", more))
                let again = try await send(server, "v\(more.count)", "/v1/audio/speech", body: body("Hello", more))
                #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil)
                #expect(again.fields["idempotency-replayed"] == "true" && again.body == first.body)
                #expect(again.fields["content-type"] == first.fields["content-type"])
            }
            #expect(spoken.withLock { $0 } == 2)
            let other = try await send(server, "v0", "/v1/audio/speech", body: body("Bye"))
            #expect(other.status == 400 && other.text.contains("idempotency.other"))
            _ = try await server.send("POST", "/v1/audio/speech", fields: Self.json, body: body("Hello"))
            #expect(spoken.withLock { $0 } == 3)
        }
    }

    @Test("given a text that is being spoken, when it is sent again with its key, then the answer is 409")
    func openSpeech() async throws {
        let gate = Gate()
        let begun = BoundedChannel<Void>(capacity: 1)
        let service = SampleService(
            hooks: .init(opening: {
                try await begun.send(())
                await gate.wait()
            }))
        try await withServer(service) { server in
            let body = Array(#"{"model":"tts-1","input":"Hello","voice":"alloy","response_format":"wav"}"#.utf8)
            async let first = send(server, "o", "/v1/audio/speech", body: body)
            _ = try await begun.next()
            let second = try await send(server, "o", "/v1/audio/speech", body: body)
            #expect(second.status == 409 && second.text.contains("idempotency.open"))
            gate.open()
            #expect(try await first.status == 200)
        }
    }

    @Test("given a key, when an utterance is to be turned round again, then it stays turned, also after another turn")
    func flip() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let wav = try Recordings.wav(seconds: 4)
            let first = try await send(server, "audio", "/api/translate?from=en&to=es", fields: [], body: wav)
            let id = try #require(try JSON.object(first.body).conversation("id"))
            let target = "/api/conversations/\(id)/utterances/1/flip"
            func side(_ answer: HTTPConnection.Answer) throws -> String? {
                #expect(answer.status == 200)
                return (try JSON.object(answer.body)["utterances"] as? [Object])?.first?["speaker"] as? String
            }
            func turn(_ key: String, _ query: String = "") async throws -> HTTPConnection.Answer {
                try await send(server, key, target + query, fields: [], body: [])
            }
            #expect(try side(await turn("a")) == "other")
            #expect(try side(await turn("a")) == "other")
            #expect(try side(await turn("b")) == "user")
            let late = try await turn("a")
            #expect(try side(late) == "user" && late.fields["idempotency-replayed"] == "true")
            #expect(try side(await turn("c", "?speaker=other")) == "other")
            #expect(try side(await turn("c", "?speaker=other")) == "other")
            for (key, query) in [("c", ""), ("c", "?speaker=user"), ("audio", "")] {
                let other = try await turn(key, query)
                #expect(try other.status == 422 && code(other) == "idempotency.other")
            }
            // The events of the turns that were done, and of no other.
            let log = try await service.store.events(of: ConversationID(rawValue: id), after: 0, limit: 1_000)
            #expect(log.count { $0.event.name == "utterance.reopened" && $0.event.utterance == 1 } == 3)
        }
    }

    @Test("given a key, when a provider is to be checked again, then the findings are those of before")
    func check() async throws {
        try await withServer { server in
            func check(_ key: String, _ query: String = "") async throws -> HTTPConnection.Answer {
                try await send(server, key, "/api/providers/deepl/check" + query, fields: [], body: [])
            }
            let first = try await check("p")
            let again = try await check("p")
            #expect(first.status == 200 && first.fields["idempotency-replayed"] == nil)
            #expect(again.fields["idempotency-replayed"] == "true" && again.body == first.body)
            let other = try await check("p", "?stage=translation")
            #expect(try other.status == 422 && code(other) == "idempotency.other")
        }
    }

    @Test("given more answers than are kept, when it is looked for, then the oldest is gone, and all of it after a day")
    func keptAnswers() {
        let kept = KeptAnswers(most: 10)
        for (name, size) in [("s a", 4), ("s b", 4), ("s c", 4), ("s d", 11)] {
            kept.keep(name, .init(type: "audio/wav", bytes: .init(repeating: 0, count: size)), at: 1_000)
        }
        func names(at time: Int64) -> [String] {
            ["s a", "s b", "s c", "s d"].filter { kept.answer($0, at: time) != nil }
        }
        #expect(names(at: 1_001) == ["s b", "s c"])
        kept.keep("s b", .init(type: "audio/ogg", bytes: .init(repeating: 0, count: 8)), at: 2_000)
        #expect(names(at: 2_001) == ["s b"] && kept.answer("s b", at: 2_001)?.type == "audio/ogg")
        #expect(names(at: 2_000 + RequestRepeats.lifetime) == [])
    }

    @Test("given answers of two scopes, when one of them keeps more and more, then those of the other stay")
    func keptAnswersOfScopes() {
        let kept = KeptAnswers(most: 10)
        kept.keep("zenith a", .init(type: "audio/wav", bytes: .init(repeating: 0, count: 3)), at: 1)
        for number in 0..<20 {
            kept.keep("acme \(number)", .init(type: "audio/wav", bytes: .init(repeating: 0, count: 3)), at: 2)
        }
        #expect(kept.answer("zenith a", at: 3) != nil)
        #expect((0..<20).filter { kept.answer("acme \($0)", at: 3) != nil } == [18, 19])
    }

    @Test(
        "given a field that is no key, when it is sent, then the answer says what a key is",
        arguments: ["", "a b", "é", String(repeating: "k", count: 256), "a\r\nIdempotency-Key: b"])
    func malformed(key: String) async throws {
        try await withServer { server in
            let answer = try await send(server, key)
            #expect(answer.status == 400)
            #expect(try code(answer) == "idempotency.key")
        }
    }

    @Test("given two tenants, when both send the same key, then each has a conversation of its own")
    func tenants() async throws {
        try await KeyPlace.with { place in
            let keys = [try await place.key("acme"), try await place.key("zenith")]
            try await withServer(policy: place.policy(isRequired: true)) { server in
                var ids: Set<String> = []
                for key in keys {
                    let answer = try await send(server, "same", fields: Self.json + [key])
                    ids.insert(try #require(try JSON.object(answer.body).conversation("id")))
                }
                #expect(ids.count == 2)
            }
        }
    }
}
