import Audio
import CurlHTTP
import Foundation
import Language
import Plumbing
import Providers
import SocketClient
import StandIns
import Testing
import VerbioTesting

@testable import ProviderAdapters

@Suite("OpenAI hears speech while it is being said", .serialized, .timeLimit(.minutes(2)))
struct OpenAIRealtimeTests {
    /// The messages of the server in the recorded session.
    private static func recorded() throws -> [(type: String, text: String)] {
        let path = SpeechFixtures.packageRoot + "/Tests/ProviderAdaptersTests/Fixtures/sockets/openai-realtime.jsonl"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard object["from"] as? String == "server", let event = object["event"] as? [String: Any] else {
                return nil
            }
            return (
                try #require(event["type"] as? String),
                String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self)
            )
        }
    }

    private static func recognizer(at port: Int, options: String) throws -> any SpeechRecognizer {
        let catalog = try ProviderCatalog(
            yaml: """
                oa:
                  url: http://127.0.0.1:\(port)/v1
                  key: OA_KEY
                  stt: {wire: openai-transcriptions, model: whisper-1, languages: [en], options: {\(options)}}
                """, at: "test")
        let setup = ProviderSetup(
            catalog: catalog, environment: ["OA_KEY": "secret"], client: HTTPClient(), readFile: { _ in "" })
        return try #require(try setup.recognizer("oa"))
    }

    private static func hear(
        at port: Int, _ pieces: [[Float]], options: String = "realtime: gpt-realtime-whisper"
    ) async throws -> [HeardWords] {
        let streaming = try #require(try recognizer(at: port, options: options).streaming)
        return try await streaming.heard(in: pieces)
    }

    /// What a client has sent up to its `commit`: its messages but the sound, and the bytes of the sound.
    private static func received(
        by peer: SocketStandIn.Peer
    ) async throws -> (messages: [[String: Any]], bytes: [UInt8]) {
        var messages: [[String: Any]] = []
        var bytes: [UInt8] = []
        while case .text(let text)? = try await peer.next() {
            let message = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            if let audio = message["audio"] as? String {
                #expect(message["type"] as? String == "input_audio_buffer.append")
                bytes += Data(base64Encoded: audio) ?? Data()
            } else {
                messages.append(message)
            }
            if message["type"] as? String == "input_audio_buffer.commit" { break }
        }
        return (messages, bytes)
    }

    @Test(
        "Given the recorded session, when an utterance is streamed, then its words come as the contract says",
        arguments: [("", "language"), (", language-field: 'languages[]'", "languages")])
    func recordedSession(more: String, field: String) async throws {
        let messages = try Self.recorded()
        #expect(messages.count > 8)
        let taken = try await SocketStandIn.serving { peer in
            #expect(peer.target == "/v1/realtime?model=gpt-realtime-whisper")
            #expect(peer.fields["authorization"] == "Bearer secret")
            let (sent, bytes) = try await Self.received(by: peer)
            // 0.15 s at 24 kHz.
            #expect(bytes.count == 7_200)
            #expect(sent.map { $0["type"] as? String } == ["session.update", "input_audio_buffer.commit"])
            let session = try #require(sent.first?["session"] as? [String: Any])
            #expect(session["type"] as? String == "transcription")
            let input = try #require((session["audio"] as? [String: Any])?["input"] as? [String: Any])
            #expect(input["turn_detection"] is NSNull)
            #expect((input["format"] as? [String: Any])?["rate"] as? Int == 24_000)
            let transcription = try #require(input["transcription"] as? [String: Any])
            #expect(Set(transcription.keys) == ["model", field])
            for message in messages where !message.type.hasSuffix("failed") && message.type != "error" {
                try await peer.send(message.text)
            }
            while try await peer.next() != nil {}
        } while: { port in
            try await Self.hear(
                at: port, [[Float](repeating: 0.5, count: 1_600), [Float](repeating: -0.5, count: 800)],
                options: "realtime: gpt-realtime-whisper\(more)")
        }
        #expect(taken.map(\.settled) == ["", "", "Good morning."])
        #expect(taken.map(\.open) == ["Good", "Good morning.", ""])
    }

    @Test("Given a failure of the session, then it is thrown with its words")
    func failures() async throws {
        for type in ["error", "conversation.item.input_audio_transcription.failed"] {
            let message = try #require(try Self.recorded().first { $0.type == type })
            try await SocketStandIn.serving { peer in
                _ = try await Self.received(by: peer)
                try await peer.send(message.text)
                while try await peer.next() != nil {}
            } while: { port in
                let error = await #expect(throws: ProviderError.self) { _ = try await Self.hear(at: port, [[0.5]]) }
                #expect(error?.provider == "oa")
            }
        }
    }

    @Test("Given an utterance that is too short for the server, then it has no words and is no failure")
    func tooShort() async throws {
        let taken = try await SocketStandIn.serving { peer in
            _ = try await Self.received(by: peer)
            try await peer.send(
                #"{"type":"error","error":{"type":"invalid_request_error","code":"input_audio_buffer_commit_empty"}}"#)
            while try await peer.next() != nil {}
        } while: { port in
            try await Self.hear(at: port, [[0.5]])
        }
        #expect(taken.isEmpty)
    }

    @Test("Given items that complete out of order, then no settled word is taken back")
    func order() async throws {
        let taken = try await SocketStandIn.serving { peer in
            _ = try await Self.received(by: peer)
            let kind = "conversation.item.input_audio_transcription"
            for message in [
                #"{"type":"\#(kind).delta","item_id":"a","delta":"one"}"#,
                #"{"type":"\#(kind).delta","item_id":"b","delta":"two"}"#,
                #"{"type":"\#(kind).completed","item_id":"b","transcript":"Two."}"#,
                #"{"type":"input_audio_buffer.committed","item_id":"b"}"#,
                #"{"type":"\#(kind).delta","item_id":"a","delta":" more"}"#, #"{"type":"new","item_id":7}"#,
                #"{"type":"\#(kind).completed","item_id":"a","transcript":"One more."}"#,
                #"{"type":"\#(kind).delta","item_id":"a","delta":" late"}"#,
            ] { try await peer.send(message) }
            while try await peer.next() != nil {}
        } while: { port in
            try await Self.hear(at: port, [[0.5]])
        }
        for (one, next) in zip(taken, taken.dropFirst()) { #expect(next.settled.hasPrefix(one.settled)) }
        #expect(taken.prefix(3).map(\.open) == ["one", "one two", "one Two."])
    }

    @Test("Given no model for it, or a proxy, then nothing is streamed")
    func off() throws {
        #expect(try Self.recognizer(at: 1, options: "temperature: '0'").streaming == nil)
        #expect(try Self.recognizer(at: 1, options: "realtime: x").streaming != nil)
    }
}
