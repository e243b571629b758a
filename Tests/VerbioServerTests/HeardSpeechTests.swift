import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// `POST /v1/audio/speech` while the voice is still speaking.
@Suite("Speech that is heard while it is made", .serialized, .timeLimit(.minutes(2)))
struct HeardSpeechTests {
    private static let json = ["Content-Type: application/json"]

    private static func body(_ format: String, _ more: String = "") -> [UInt8] {
        Array(
            #"{"model":"m","input":"Where is the station?","voice":"alloy","response_format":"\#(format)"\#(more)}"#
                .utf8
        )
    }

    /// Begins a request.
    private func ask(_ server: RunningServer, _ body: [UInt8]) async throws -> HTTPConnection {
        let connection = try await server.open()
        try await connection.send(.head("POST", "/v1/audio/speech", fields: Self.json, length: body.count))
        try await connection.send(body)
        return connection
    }

    /// The same speech, made whole: with a key it is kept.
    private func whole(_ server: RunningServer, _ format: String) async throws -> [UInt8] {
        try await server.send(
            "POST", "/v1/audio/speech", fields: Self.json + ["Idempotency-Key: \(format)"], body: Self.body(format)
        ).body
    }

    @Test(
        "given a voice that is still speaking, when it has said something, then the client has it; together it is the whole",
        arguments: ["wav", "pcm", "opus"])
    func pieces(format: String) async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(speaking: { await gate.wait() }))
        try await withServer(service) { server in
            let connection = try await ask(server, Self.body(format))
            let head = try await connection.head()
            #expect(head.status == 200 && head.fields["content-length"] == nil)
            var heard = try #require(try await connection.chunk())
            #expect(heard.count > 80)
            gate.open()
            while let chunk = try await connection.chunk() { heard += chunk }
            let whole = try await whole(server, format)
            switch format {
            case "pcm": #expect(heard == whole)
            case "wav":
                // The length is not known when the header is sent.
                #expect(heard.dropFirst(80) == whole.dropFirst(80) && heard[76..<80] == [255, 255, 255, 255])
            default: #expect(heard.starts(with: Array("OggS".utf8)) && whole.starts(with: Array("OggS".utf8)))
            }
        }
    }

    @Test(
        "given one tenant whose speeches have all places, when another one comes, then it waits for its turn and is not refused"
    )
    func turns() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(speaking: { await gate.wait() }))
        try await KeyPlace.with { place in
            let (one, other) = (try await place.key("acme"), try await place.key("umbrella"))
            var configuration = ServerConfiguration.test()
            (configuration.concurrentTranslations, configuration.waitingTranslations) = (1, 2)
            try await withServer(service, configuration: configuration, policy: place.policy(isRequired: true)) {
                server in
                func ask(_ key: String) async throws -> HTTPConnection {
                    let connection = try await server.open()
                    let body = Self.body("wav")
                    try await connection.send(
                        .head("POST", "/v1/audio/speech", fields: Self.json + [key], length: body.count))
                    try await connection.send(body)
                    return connection
                }
                let first = try await ask(one)
                #expect(try await first.head().status == 200)
                let second = try await ask(other)
                for _ in 0..<5 { _ = try await server.send("GET", "/api/health") }
                gate.open()
                #expect(try await second.head().status == 200)
                for connection in [first, second] { while try await connection.chunk() != nil {} }
            }
        }
    }

    @Test("given a voice that is still speaking, when events are requested, then the first comes before its end")
    func events() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(speaking: { await gate.wait() }))
        try await withServer(service) { server in
            let connection = try await ask(server, Self.body("pcm", #","stream_format":"sse""#))
            #expect(try await connection.head().status == 200)
            var event = try await connection.event()
            var heard: [UInt8] = []
            #expect(event?.data?.contains("speech.audio.delta") == true)
            gate.open()
            while let data = event?.data, data.contains("speech.audio.delta") {
                let object = try JSON.object(Array(data.utf8))
                let audio = try #require(object["audio"] as? String)
                heard += try #require(Data(base64Encoded: audio))
                event = try await connection.event()
            }
            #expect(event?.data?.contains("speech.audio.done") == true)
            let whole = try await whole(server, "pcm")
            #expect(heard == whole)
        }
    }

    @Test("given the service of the program, when a text is spoken, then what is heard is the whole speech")
    func program() async throws {
        try await withServer(SampleService(hooks: .init(speaksAsProgram: true))) { server in
            let heard = try await server.send("POST", "/v1/audio/speech", fields: Self.json, body: Self.body("pcm"))
            #expect(heard.status == 200 && heard.fields["content-length"] == nil)
            let whole = try await whole(server, "pcm")
            #expect(heard.body == whole && !whole.isEmpty)
        }
    }

    @Test("given a voice that fails in the middle, then events report it, and audio has no proper end")
    func failure() async throws {
        let service = SampleService(
            hooks: .init(speaking: { throw Problem(.provider, "phrase.synthesis", "mouth: no voice") }))
        try await withServer(service) { server in
            let events = try await server.send(
                "POST", "/v1/audio/speech", fields: Self.json, body: Self.body("pcm", #","stream_format":"sse""#))
            #expect(events.text.contains("speech.audio.delta") && !events.text.contains("speech.audio.done"))
            #expect(events.text.contains("event: error\ndata: {\"error\":{\"code\":\"phrase.synthesis\""))
            let connection = try await ask(server, Self.body("pcm"))
            #expect(try await connection.head().status == 200)
            await #expect(throws: HTTPConnection.Ended.self) { while try await connection.chunk() != nil {} }
        }
    }

    @Test("given a client that leaves in the middle, then the speech is finished, and its place is free again")
    func leaving() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(speaking: { await gate.wait() }))
        var configuration = ServerConfiguration.test()
        configuration.concurrentTranslations = 1
        try await withServer(service, configuration: configuration) { server in
            let connection = try await ask(server, Self.body("pcm"))
            #expect(try await connection.head().status == 200)
            let full = try await server.send("POST", "/v1/audio/speech", fields: Self.json, body: Self.body("wav"))
            #expect(full.status == 503)
            await connection.close()
            gate.open()
            var status = 503
            while status == 503 {
                status = try await server.send(
                    "POST", "/v1/audio/speech", fields: Self.json, body: Self.body("wav")
                ).status
            }
            #expect(status == 200)
        }
    }
}
