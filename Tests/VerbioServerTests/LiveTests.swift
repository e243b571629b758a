import Conversations
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Live speech over a WebSocket", .serialized, .timeLimit(.minutes(5)))
struct LiveTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1"

    private func withLive(
        _ service: SampleService = SampleService(), _ more: String = "",
        _ body: (Client, RunningServer) async throws -> Void
    ) async throws {
        try await withServer(service) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target + more)
            #expect(client.status == 101)
            try await body(client, server)
            await client.leave()
        }
    }

    @Test("Given Opus packets without a container, when one cannot be read, then the others are heard at their times")
    func packets() async throws {
        let packets = try SpeechFixtures.opusPackets(of: Recordings.speech())
        try await withServer { server in
            let client = try await Client.upgrade(try await server.open(), "/api/live?from=en&to=es&packets=opus")
            #expect(client.status == 101)
            for (number, packet) in packets.enumerated() {
                // No packet is so long that it holds 240 ms.
                try await client.send(.binary(number == 3 ? [0xFF, 0x3F] : packet))
            }
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(events.count { $0["code"] as? String == "live.packet" } == 1)
            #expect(events.last?["event"] as? String == "conversation.finished")
            let seconds = try #require(events.last?["seconds"] as? Double)
            #expect(abs(seconds - Double(packets.count) * 0.02) < 0.001)
            let answer = try await server.send("POST", "/api/translate?from=en&to=es", body: try Recordings.wav())
            let said = try JSON.object(answer.body).utterances
            let heard = events.filter { $0["event"] as? String == "utterance.recognized" }
            #expect(heard.count == said.count && !heard.isEmpty)
            for (event, utterance) in zip(heard, said) {
                let (start, wanted) = (try #require(event["start"] as? Double), try #require(utterance.start))
                #expect(abs(start - wanted) < 0.1)
            }
            await client.leave()
        }
    }

    @Test("Given speech in pieces of any size, when it ends, then the events are those of the same audio in a request")
    func sameAsRequest() async throws {
        let audio = try Recordings.pcm()
        let service = SampleService()
        try await withLive(service) { client, server in
            for start in stride(from: 0, to: audio.count, by: 1_237) {
                try await client.send(.binary(Array(audio[start..<min(start + 1_237, audio.count)])))
            }
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(events.first?["event"] as? String == "conversation.started")
            #expect(events.last?["event"] as? String == "conversation.finished")
            #expect(events.last?["state"] as? String == "complete")
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&raw=s16le:16000:1&tts=none", body: audio)
            let said = try #require(JSON.object(answer.body)["utterances"] as? [[String: Any]])
            let heard = events.filter { $0["event"] as? String == "utterance.recognized" }
            #expect(
                heard.compactMap { $0["text"] as? String }
                    == said.compactMap { ($0["source"] as? [String: Any])?["text"] as? String })
            #expect(!heard.isEmpty)
            #expect(try await client.frame() == .close(1000))
        }
        // Speech that was not asked for is not made.
        #expect(service.requests.withLock { $0.first?.isSpoken } == false)
        #expect(service.requests.withLock { $0.first?.delivery } == .live)
    }

    @Test("Given a message that is too large, when it is sent, then an event says so before the socket is closed")
    func largeMessage() async throws {
        try await withLive { client, _ in
            try await client.send(.binary([UInt8](repeating: 0, count: 1 << 20 + 1)))
            var frames: [Frame] = []
            while frames.last?.opcode != 8 { frames.append(try await client.frame()) }
            #expect(frames.last == .close(1009))
            let event = try JSON.object(try #require(frames.dropLast().last).payload)
            #expect(event["event"] as? String == "error" && event["code"] as? String == "socket.message")
            #expect((event["detail"] as? String)?.contains("more than 1048576 bytes") == true)
        }
    }

    @Test("Given audio=wav, when an utterance is translated, then its speech comes among the events")
    func spoken() async throws {
        try await withLive(SampleService(), "&audio=wav") { client, _ in
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            let pieces = try await client.events().filter { $0["event"] as? String == "utterance.audio" }
            #expect(!pieces.isEmpty)
            for piece in pieces {
                let encoded = try #require(piece["audio"] as? String)
                let audio = try #require(Data(base64Encoded: encoded))
                #expect(audio.starts(with: Array("RIFF".utf8)))
            }
        }
    }

    @Test("Given orders that name the speaker, when speech follows, then its utterances are of that side")
    func speakers() async throws {
        try await withLive(SampleService(), "&speaker-events=live") { client, _ in
            try await client.send(.text(#"{"type":"speaker","speaker":"other"}"#))
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            let heard = try await client.events().filter { $0["event"] as? String == "utterance.recognized" }
            #expect(!heard.isEmpty)
            #expect(heard.allSatisfy { $0["speaker"] as? String == "other" })
        }
    }

    @Test(
        "Given a pause, when speech comes, then it is silence until the conversation continues",
        arguments: ["continue", "start"]
    )
    func paused(proceed: String) async throws {
        let audio = try Recordings.pcm()
        try await withLive { client, _ in
            // A session hears without that, too.
            try await client.send(.text(#"{"type":"start"}"#))
            try await client.send(.text(#"{"type":"pause"}"#))
            try await client.send(.binary(audio))
            // The order and the sound go different ways, so the sound must have come before the next order.
            var safe = 0
            while safe < audio.count / 2 {
                let event = try #require(try await client.event())
                if event["event"] as? String == "acknowledged" { safe = event["sample"] as? Int ?? 0 }
            }
            try await client.send(.text("{\"type\":\"\(proceed)\"}"))
            try await client.send(.binary(audio))
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(!events.contains { $0["event"] as? String == "error" })
            let heard = events.filter { $0["event"] as? String == "utterance.recognized" }
            #expect(!heard.isEmpty)
            #expect(heard.allSatisfy { ($0["start"] as? Double ?? 0) >= Double(audio.count) / 32_000 })
        }
    }

    @Test(
        "Given an unknown order, when it is sent, then an error is reported and the conversation continues",
        arguments: [
            (#"{"type":"shout"}"#, "live.order"), ("hello", "live.order"), (#"["end"]"#, "live.order"),
            (#"{"type":"speaker","speaker":"user"}"#, "live.speakers"),
            (#"{"type":"played","utterance":1,"piece":1,"at":2}"#, "live.order"), (#"{"type":"played"}"#, "live.order"),
            (#"{"type":"speaker","speaker":"nurse"}"#, "live.order"),
        ])
    func wrongOrder(order: String, code: String) async throws {
        try await withLive { client, _ in
            try await client.send(.text(order))
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(events.filter { $0["event"] as? String == "error" }.compactMap { $0["code"] as? String } == [code])
            #expect(events.last?["state"] as? String == "complete")
        }
    }

    @Test("Given an order to flip, when the utterance is finished, then it is repeated and the conversation continues")
    func flipped() async throws {
        try await withLive { client, _ in
            let audio = try Recordings.pcm()
            try await client.send(.binary(audio))
            while try await client.event()?["event"] as? String != "utterance.finished" {}
            try await client.send(.text(#"{"type":"flip","utterance":1}"#))
            var reopened: [String: Any]?
            while reopened == nil {
                let event = try #require(try await client.event())
                if event["event"] as? String == "utterance.reopened" { reopened = event }
            }
            #expect(reopened?["utterance"] as? Int == 1 && reopened?["speaker"] as? String == "other")
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            let again = events.first { $0["event"] as? String == "utterance.recognized" }
            #expect(again?["utterance"] as? Int == 1 && again?["speaker"] as? String == "other")
            #expect(events.last?["state"] as? String == "complete")
        }
    }

    @Test(
        "Given a conversation that is spoken, when an utterance is flipped and corrected over HTTP, then the answers have it"
    )
    func correctedOverHTTP() async throws {
        try await withLive { client, server in
            try await client.send(.binary(try Recordings.pcm()))
            var id = ""
            while true {
                let event = try #require(try await client.event())
                id = event["conversation"] as? String ?? id
                if event["event"] as? String == "utterance.finished" { break }
            }
            let path = "/api/conversations/\(id)/utterances/1"
            let flipped = try await server.send("POST", path + "/flip", body: [])
            #expect(flipped.status == 200)
            let said = try #require(JSON.object(flipped.body)["utterances"] as? [[String: Any]]).first
            #expect(said?["speaker"] as? String == "other")
            let corrected = try await server.send(
                "PATCH", path, fields: ["Content-Type: application/json", "Accept: text/event-stream"],
                body: Array(#"{"source": "This was said."}"#.utf8))
            #expect(corrected.status == 200)
            let lines = String(decoding: corrected.body, as: UTF8.self)
            #expect(lines.contains("event: utterance.reopened") && lines.contains("This was said."))
            let unknown = try await server.send("POST", "/api/conversations/\(id)/utterances/99/flip", body: [])
            #expect(unknown.status == 404)
            try await client.send(.text(#"{"type":"end"}"#))
            #expect(try await client.events().last?["state"] as? String == "complete")
        }
    }

    @Test("Given no audio, when it ends, then the error names the fault and the socket is closed with 1008")
    func empty() async throws {
        try await withServer { server in
            let client = try await Client.upgrade(try await server.open(), "/api/live?from=en&to=es")
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(events.map { $0["code"] as? String } == ["audio.empty"])
            #expect(try await client.frame().payload.prefix(2) == [0x03, 0xF0])
            await client.leave()
        }
    }

    @Test("Given a client that leaves in the middle, then what it said until then is stored")
    func vanished() async throws {
        let service = SampleService()
        try await withLive(service) { client, _ in
            try await client.send(.binary(try Recordings.pcm()))
            while try await client.event()?["event"] as? String != "utterance.finished" {}
            await client.leave()
            let finished = try #require(try await service.ended.next()).get()
            #expect(finished.state == .interrupted)
            #expect(finished.utterances > 0)
        }
    }

    @Test("Given a server that is being stopped, then the conversation is ended in good order and closed with 1001")
    func stopping() async throws {
        try await withLive { client, server in
            try await client.send(.binary(try Recordings.pcm()))
            while try await client.event()?["event"] as? String != "utterance.finished" {}
            async let stopped: Void = server.stop()
            let events = try await client.events()
            #expect(events.last?["event"] as? String == "conversation.finished")
            #expect(events.last?["state"] as? String == "interrupted")
            // The position up to which the sound is safe may be reported after the last event.
            let close = try await client.closeFrame {}
            #expect(close == .close(1001))
            await client.leave()
            await stopped
        }
    }

    @Test("Given as many conversations as there may be, when one more connects, then it is refused with 503")
    func busy() async throws {
        try await withServer { server in
            var clients: [Client] = []
            for _ in 0..<4 { clients.append(try await Client.upgrade(try await server.open(), Self.target)) }
            #expect(clients.allSatisfy { $0.status == 101 })
            let refused = try await server.open()
            try await refused.send(.head("GET", Self.target, fields: Client.fields))
            let answer = try await refused.answer()
            #expect(answer.status == 503)
            #expect(try JSON.object(answer.body)["code"] as? String == "server.busy")
            await refused.close()
            for client in clients { await client.leave() }
        }
    }
}

extension Client {
    /// The next event; nil if the next message is none.
    func event() async throws -> [String: Any]? {
        let frame = try await frame()
        return frame.opcode == 1 ? try JSON.object(frame.payload) : nil
    }

    /// The events up to the last one of the conversation, or up to an error that ends it.
    func events() async throws -> [[String: Any]] {
        var events: [[String: Any]] = []
        while let event = try await event() {
            events.append(event)
            let name = event["event"] as? String
            let code = event["code"] as? String
            if name == "conversation.finished" || name == "error" && code?.hasPrefix("live.") == false { break }
        }
        return events
    }
}
