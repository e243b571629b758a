import Access
import Conversations
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Live speech without WebSocket, and speech in binary messages", .serialized, .timeLimit(.minutes(5)))
struct LiveExchangeTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1"

    /// A client that sends chunks and reads events on one connection.
    private static func begin(
        _ server: RunningServer, _ more: String = "", fields: [String] = []
    ) async throws -> HTTPConnection {
        let connection = try await server.open()
        try await connection.send(
            .head("POST", target + more, fields: fields + ["Transfer-Encoding: chunked"]))
        let answer = try await connection.head()
        #expect(answer.status == 200 && answer.fields["content-type"] == "text/event-stream; charset=utf-8")
        return connection
    }

    private static func rest(_ connection: HTTPConnection) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        while let event = try await connection.realEvent() { events.append(event) }
        return events
    }

    private static func order(_ server: RunningServer, _ token: String, _ text: String) async throws -> Int {
        try await server.send(
            "POST", "/api/live/\(token)", fields: ["Content-Type: application/json"], body: Array(text.utf8)
        ).status
    }

    @Test("given speech in chunks, when events come at the same time, then they are numbered and those of a request")
    func exchange() async throws {
        let audio = try Recordings.pcm()
        try await withServer { server in
            let connection = try await Self.begin(server)
            let session = try #require(try await connection.realEvent())
            #expect(session.event == "session" && session.id == nil)
            var early: [ServerSentEvent] = []
            for start in stride(from: 0, to: audio.count, by: 3_200) {
                try await connection.sendChunk(Array(audio[start..<min(start + 3_200, audio.count)]))
            }
            // What was said is reported before the speech has ended.
            while early.last?.event != "utterance.recognized" {
                early.append(try #require(try await connection.realEvent()))
            }
            try await connection.sendLastChunk()
            let events = early + (try await Self.rest(connection))
            #expect(events.last?.event == "closed")
            #expect(try JSON.object(events.last?.data)["code"] as? Int == 1000)
            let numbered = events.compactMap { $0.id.flatMap { Int($0) } }
            #expect(numbered == Array(1...numbered.count))
            let heard = events.filter { $0.event == "utterance.recognized" }
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1", body: audio)
            #expect(
                try heard.map { try JSON.object($0.data)["text"] as? String }
                    == JSON.object(answer.body).utterances.map(\.source))
            #expect(!heard.isEmpty)
        }
    }

    @Test("given a session, when orders come beside it, then they are carried out, and wrong ones are refused")
    func orders() async throws {
        try await withServer { server in
            let connection = try await Self.begin(server, "&speaker-events=live")
            let session = try JSON.object(try await connection.realEvent()?.data)
            let token = try #require(session["session"] as? String)
            #expect(try await Self.order(server, token, #"{"type":"speaker","speaker":"other"}"#) == 204)
            #expect(try await Self.order(server, token, #"{"type":"shout"}"#) == 400)
            #expect(try await Self.order(server, token + "x", #"{"type":"end"}"#) == 404)
            try await connection.sendChunk(try Recordings.pcm())
            try await connection.sendLastChunk()
            let heard = try await Self.rest(connection).filter { $0.event == "utterance.recognized" }
            #expect(!heard.isEmpty)
            for event in heard { #expect(try JSON.object(event.data)["speaker"] as? String == "other") }
            #expect(try await Self.order(server, token, #"{"type":"end"}"#) == 404)
        }
    }

    @Test("given a resumable session, when its connection breaks, then the next one continues without loss")
    func resumed() async throws {
        let half = try Recordings.pcm()
        let audio = half + half
        try await withServer { server in
            var connection = try await Self.begin(server, "&resumable=true")
            let first = try JSON.object(try await connection.realEvent()?.data)
            let token = try #require(first["session"] as? String)
            #expect(first["bytes"] as? Int == 0)
            var events: [ServerSentEvent] = []
            try await connection.sendChunk(half)
            while events.last?.event != "utterance.recognized" {
                events.append(try #require(try await connection.realEvent()))
            }
            await connection.close()
            let last = events.compactMap { $0.id.flatMap { Int($0) } }.last ?? 0
            connection = try await Self.begin(
                server, "&session=\(token)", fields: ["Last-Event-ID: \(last)"])
            let again = try JSON.object(try await connection.realEvent()?.data)
            let taken = try #require(again["bytes"] as? Int)
            try await connection.sendChunk(Array(audio[taken...]))
            try await connection.sendLastChunk()
            while let event = try await connection.realEvent() {
                events.append(event)
                if event.event == "conversation.finished", let id = event.id {
                    #expect(try await Self.order(server, token, #"{"type":"seen","seq":\#(id)}"#) == 204)
                }
            }
            #expect(events.last?.event == "closed")
            let numbered = events.compactMap { $0.id.flatMap { Int($0) } }
            #expect(numbered == Array(1...numbered.count))
            let whole = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1", body: audio)
            #expect(
                try events.filter { $0.event == "utterance.recognized" }.map {
                    try JSON.object($0.data)["text"] as? String
                } == JSON.object(whole.body).utterances.map(\.source))
        }
    }

    @Test(
        "given a connection with an event that waits, when it is cut off, then the event and the reason are still sent")
    func cutOff() async throws {
        let connection = ExchangeConnection(
            RequestBody(buffer: ByteBuffer()), within: .init(bytes: 1, patience: .seconds(60)), time: .patient)
        try await connection.send(.text(#"{"event":"pause"}"#))
        connection.cutOff(.policy, reason: "key.revoked")
        connection.cutOff(.policy, reason: "live.taken-over")
        let told = Locked("")
        try await connection.answer(every: .seconds(60)) { _ in }.body.write(Written(text: told))
        let frames = told.withLock { $0 }.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        #expect(frames.count == 2 && frames.first?.hasPrefix("event: pause") == true, "\(frames)")
        #expect(frames.last?.contains(#""code":1008,"event":"closed","reason":"key.revoked""#) == true, "\(frames)")
    }

    /// Keeps what is written.
    private struct Written: ResponseBodyWriter {
        let text: Locked<String>

        mutating func write(_ buffer: ByteBuffer) async throws {
            text.withLock { $0 += String(buffer: buffer) }
        }

        consuming func finish(_ trailers: HTTPFields?) async throws {}
    }

    @Test("given a session whose key is revoked, then its last event says so")
    func revoked() async throws {
        try await KeyPlace.with { place in
            let clock = ManualTime()
            // The clock runs fast, and the client sends nothing.
            try await withServer(
                time: clock.source, configuration: .test(patience: .seconds(1_000_000)),
                policy: place.policy(isRequired: true)
            ) { server in
                let key = try await place.key("acme")
                let connection = try await Self.begin(server, fields: [key])
                #expect(try await connection.realEvent()?.event == "session")
                let id = try #require(await place.ring.store.keys().first { key.contains($0.id) }?.id)
                _ = try await place.ring.revoke(id)
                let isOver = Locked(false)
                async let rest: [ServerSentEvent] = {
                    defer { isOver.withLock { $0 = true } }
                    return try await Self.rest(connection)
                }()
                while !isOver.withLock({ $0 }) {
                    clock.advance(by: LiveSessions.checkInterval)
                    await Task.yield()
                }
                let last = try await rest.last
                #expect(last?.event == "closed")
                let told = try JSON.object(last?.data)
                #expect(told["code"] as? Int == 1008 && told["reason"] as? String == "key.revoked")
                await connection.close()
            }
        }
    }

    @Test(
        "given a resumable session, when the server is stopped, then its client confirms the last event and the session ends"
    )
    func stopped() async throws {
        try await withServer { server in
            let connection = try await Self.begin(server, "&resumable=true")
            let token = try #require(try JSON.object(try await connection.realEvent()?.data)["session"] as? String)
            try await connection.sendChunk(try Recordings.pcm())
            while try await connection.realEvent()?.event != "utterance.finished" {}
            await server.stop()
            var last: ServerSentEvent?
            while let event = try await connection.realEvent() {
                last = event
                guard event.event == "conversation.finished", let id = event.id else { continue }
                #expect(try await Self.order(server, token, #"{"type":"seen","seq":\#(id)}"#) == 204)
            }
            #expect(last?.event == "closed")
            #expect(try JSON.object(last?.data)["code"] as? Int == 1001)
        }
    }

    @Test("given more audio than is taken, then an event says so, and what was said until then is finished")
    func tooLong() async throws {
        let audio = try Recordings.pcm()
        try await withServer(configuration: .test(maximumBodyBytes: audio.count)) { server in
            let connection = try await Self.begin(server)
            try await connection.sendChunk(audio)
            try await connection.sendChunk([0, 0])
            let events = try await Self.rest(connection)
            let error = events.first { $0.event == "error" }
            #expect(try JSON.object(error?.data)["code"] as? String == "body.too-large")
            #expect(events.contains { $0.event == "utterance.finished" })
            #expect(events.suffix(2).map(\.event) == ["conversation.finished", "closed"])
            await connection.close()
        }
    }

    @Test("given a client that leaves in the middle, then what it said is kept and the session ends")
    func left() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await Self.begin(server)
            try await connection.sendChunk(try Recordings.pcm())
            while try await connection.realEvent()?.event != "conversation.started" {}
            await connection.close()
            let ended = try #require(try await service.ended.next())
            #expect(try ended.get().state == .interrupted)
        }
    }

    @Test(
        "given binary=true, when an utterance is spoken, then each event is followed by the bytes that it announces",
        arguments: ["pcm", "opus"])
    func binary(audio: String) async throws {
        try await withServer { server in
            let target = Self.target + "&binary=true&audio=\(audio)"
            let client = try await Client.upgrade(try await server.open(), target)
            #expect(client.status == 101)
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            var pieces = 0
            var spoken = 0.0
            while true {
                let frame = try await client.frame()
                if frame.opcode == 8 { break }
                guard frame.opcode == 1 else { continue }
                let event = try JSON.object(frame.payload)
                guard event["event"] as? String == "utterance.audio" else { continue }
                #expect(event["audio"] == nil)
                let bytes = try await client.frame()
                #expect(bytes.opcode == 2 && bytes.payload.count == event["bytes"] as? Int)
                let seconds = try #require(event["seconds"] as? Double)
                let rate = try #require(event["sampleRate"] as? Int)
                if audio == "pcm" {
                    #expect(event["type"] as? String == "audio/pcm")
                    #expect(abs(Double(bytes.payload.count) - seconds * Double(rate) * 2) <= 2)
                } else {
                    #expect(bytes.payload.starts(with: Array("OggS".utf8)))
                }
                pieces += 1
                spoken += seconds
            }
            #expect(pieces > 0 && spoken > 0.5)
            await client.leave()
        }
    }
}
