import Foundation
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@testable import VerbioServer

/// The Wyoming protocol, as Home Assistant speaks it.
@Suite("The Wyoming protocol", .serialized, .timeLimit(.minutes(5)))
struct WyomingTests {
    private struct Event {
        var type: String
        var data: [String: Any]
        var payload: [UInt8]
    }

    /// A client on its own connection.
    private struct Client {
        let connection: HTTPConnection

        init(_ server: RunningServer) async throws {
            let begin = "wyoming: listening on port "
            var line: String?
            while line == nil {
                await Task.yield()
                line = server.log.all.first { $0.hasPrefix(begin) }
            }
            let port = Int(line?.dropFirst(begin.count).prefix { $0.isNumber } ?? "")
            connection = try await .open(try #require(port))
        }

        func send(_ type: String, _ data: [String: Any] = [:], payload: [UInt8] = [], isSplit: Bool = true) async throws
        {
            var head: [String: Any] = ["type": type, "version": "1.10.0"]
            let bytes = try JSONSerialization.data(withJSONObject: data)
            // Older clients have the data in the line.
            if isSplit { head["data_length"] = bytes.count } else { head["data"] = data }
            if !payload.isEmpty { head["payload_length"] = payload.count }
            let line = try JSONSerialization.data(withJSONObject: head)
            try await connection.send(Array(line) + [10] + (isSplit ? Array(bytes) : []) + payload)
        }

        func next() async throws -> Event {
            var line: [UInt8] = []
            while true {
                let byte = try await connection.take(1)[0]
                if byte == 10 { break }
                line.append(byte)
            }
            let head = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            let data = try await connection.take(head["data_length"] as? Int ?? 0)
            let payload = try await connection.take(head["payload_length"] as? Int ?? 0)
            return Event(
                type: try #require(head["type"] as? String),
                data: try #require(try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any]),
                payload: payload)
        }

        /// Sends a recording: 16 kHz, 16 bits, mono.
        func say(_ samples: [UInt8], chunk: Int = 2_048, isSplit: Bool = true) async throws {
            let format = ["rate": 16_000, "width": 2, "channels": 1]
            try await send("audio-start", format, isSplit: isSplit)
            for start in stride(from: 0, to: samples.count, by: chunk) {
                let piece = Array(samples[start..<min(start + chunk, samples.count)])
                try await send("audio-chunk", format, payload: piece, isSplit: isSplit)
            }
            try await send("audio-stop", isSplit: isSplit)
        }
    }

    private static var configuration: ServerConfiguration {
        var configuration = ServerConfiguration.test()
        configuration.wyomingPort = 0
        return configuration
    }

    @Test("given a program that asks what there is, then languages and voices are named")
    func description() async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            let client = try await Client(server)
            try await client.send("describe")
            let info = try await client.next()
            #expect(info.type == "info")
            let recognition = (info.data["asr"] as? [[String: Any]])?.first
            let model = (recognition?["models"] as? [[String: Any]])?.first
            #expect((model?["languages"] as? [String])?.contains("en") == true)
            let voices = (info.data["tts"] as? [[String: Any]])?.first?["voices"] as? [[String: Any]]
            #expect(voices?.first?["name"] as? String == "sim")
            for member in ["name", "description", "attribution", "installed", "version"] {
                #expect(recognition?[member] != nil && model?[member] != nil && voices?.first?[member] != nil)
            }
            try await client.send("ping", ["text": "a"])
            let pong = try await client.next()
            #expect(pong.type == "pong" && pong.data["text"] as? String == "a")
        }
    }

    @Test(
        "given speech in pieces of any size, when it has ended, then its text is answered, and is a conversation",
        arguments: [(1_000, true), (40_000, true), (2_048, false)])
    func recognition(chunk: Int, isSplit: Bool) async throws {
        let service = SampleService()
        try await withServer(service, configuration: Self.configuration) { server in
            let client = try await Client(server)
            let samples = Array(try Recordings.wav(seconds: 4).dropFirst(44))
            try await client.send("transcribe", ["language": "en", "name": "auto"], isSplit: isSplit)
            try await client.say(samples, chunk: chunk, isSplit: isSplit)
            let transcript = try await client.next()
            #expect(transcript.type == "transcript" && transcript.data["language"] as? String == "en")
            #expect((transcript.data["text"] as? String)?.isEmpty == false)
            let list = try JSON.object(try await server.send("GET", "/api/conversations").body)
            #expect((list["conversations"] as? [Any])?.count == 1)
            // The connection can be used again.
            try await client.say(samples)
            #expect(try await client.next().data["text"] as? String == transcript.data["text"] as? String)
        }
    }

    @Test("given a text, when it is to be spoken, then its sound comes in pieces")
    func speech() async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            let client = try await Client(server)
            try await client.send("synthesize", ["text": "Water and bread", "voice": ["name": "sim"]])
            let start = try await client.next()
            #expect(start.type == "audio-start" && start.data["width"] as? Int == 2)
            var bytes = 0
            var event = try await client.next()
            while event.type == "audio-chunk" {
                #expect(event.data["rate"] as? Int == start.data["rate"] as? Int && !event.payload.isEmpty)
                bytes += event.payload.count
                event = try await client.next()
            }
            #expect(event.type == "audio-stop" && bytes > 0 && bytes % 2 == 0)
        }
    }

    @Test("given what cannot be done, then the client is told why, and the connection stays")
    func refusals() async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            let client = try await Client(server)
            let samples = [UInt8](repeating: 0, count: 3_200)
            try await client.send("transcribe", ["language": "xx"])
            try await client.say(samples)
            #expect(try await client.next().data["code"] as? String == "language.unknown")
            try await client.send("audio-start", ["rate": 1, "width": 9, "channels": 1])
            #expect(try await client.next().data["code"] as? String == "wyoming.audio")
            try await client.send("synthesize", ["text": ""])
            #expect(try await client.next().data["code"] as? String == "wyoming.text")
            try await client.send("detect", ["names": ["okay"]])
            try await client.send("ping")
            #expect(try await client.next().type == "pong")
        }
    }

    @Test("given what is no event, then the client is told why, and the connection is closed")
    func malformed() async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            for text in [
                "GET / HTTP/1.1\r\n\r\n", #"{"type":"ping","data_length":-1}"# + "\n",
                #"{"type":"ping","payload_length":99999999}"# + "\n", String(repeating: "a", count: 1_200_000),
            ] {
                let client = try await Client(server)
                try await client.connection.send(text)
                #expect(try await client.next().data["code"] as? String == "wyoming.event")
                #expect(await client.connection.rest().isEmpty)
            }
        }
    }

    @Test("given a client that leaves in the middle of its speech, when the server ends, then nothing runs")
    func leaving() async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            let client = try await Client(server)
            try await client.send("audio-start", ["rate": 16_000, "width": 2, "channels": 1])
            try await client.send("audio-chunk", ["rate": 16_000, "width": 2, "channels": 1], payload: [0, 0])
            await client.connection.close()
        }
    }

    @Test(
        "given more clients than places that do nothing, also in the middle of their speech, then a new one is answered",
        arguments: [false, true])
    func silence(isSpeech: Bool) async throws {
        try await withServer(SampleService(), configuration: Self.configuration) { server in
            var silent: [Client] = []
            for _ in 0...WyomingServer.mostConnections {
                let client = try await Client(server)
                if isSpeech { try await client.send("audio-start", ["rate": 16_000, "width": 2, "channels": 1]) }
                silent.append(client)
            }
            let client = try await Client(server)
            try await client.send("ping", ["text": "here"])
            #expect(try await client.next().data["text"] as? String == "here")
            for client in silent { await client.connection.close() }
        }
    }

    @Test("given a server with a key, when a client comes, then it is refused, because the protocol knows no keys")
    func keys() async throws {
        try await KeyPlace.with { keys in
            _ = try await keys.key()
            try await withServer(SampleService(), configuration: Self.configuration, policy: keys.policy()) { server in
                let client = try await Client(server)
                try await client.send("describe")
                let refusal = try await client.next()
                #expect(refusal.type == "error" && refusal.data["code"] as? String == "key.missing")
            }
        }
    }
}
