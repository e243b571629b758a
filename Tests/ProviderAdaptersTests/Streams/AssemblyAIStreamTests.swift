import Audio
import CurlHTTP
import Language
import Plumbing
import Providers
import StandIns
import Testing

@testable import ProviderAdapters

@Suite("AssemblyAI hears speech while it is being said", .serialized, .timeLimit(.minutes(2)))
struct AssemblyAIStreamTests {
    private func recognizer(at port: Int, options: String = "realtime: universal-3-5-pro") throws
        -> any SpeechRecognizer
    {
        let setup = ProviderSetup(
            catalog: try ProviderCatalog(
                yaml: """
                    aai:
                      url: http://127.0.0.1:\(port)
                      key: AAI_KEY
                      stt: {wire: assemblyai, model: universal-2, options: {\(options)}}
                    """, at: "test"), environment: ["AAI_KEY": "a-secret"], client: HTTPClient(), readFile: { _ in "" })
        return try #require(try setup.recognizer("aai"))
    }

    private func hear(
        at port: Int, pieces: [[Float]] = [[0]], options: String = "realtime: universal-3-5-pro"
    ) async throws -> [HeardWords] {
        let streaming = try #require(try recognizer(at: port, options: options).streaming)
        return try await streaming.heard(in: pieces)
    }

    /// Serves one session: says `Begin`, and answers `Terminate` with the messages.
    private static func serve(
        _ peer: SocketStandIn.Peer, _ messages: [String], bytes: Locked<[Int]> = Locked([])
    ) async throws {
        try await peer.send(#"{"type":"Begin","id":"5d0b7d5b","expires_at":1796000000}"#)
        while let message = try await peer.next() {
            switch message {
            case .binary(let sound): bytes.withLock { $0.append(sound.count) }
            case .text(let text):
                #expect(text == #"{"type":"Terminate"}"#)
                for message in messages { try await peer.send(message) }
            default: break
            }
        }
    }

    private static let termination =
        #"{"type":"Termination","audio_duration_seconds":1,"session_duration_seconds":2}"#

    private static func word(_ text: String, _ end: Int, final: Bool = true) -> String {
        #"{"start":0,"end":\#(end),"text":"\#(text)","confidence":0.9,"word_is_final":\#(final)}"#
    }

    private static func turn(
        _ number: Int, _ transcript: String, _ words: [String], end: Bool = false, formatted: Bool = false
    ) -> String {
        #"{"type":"Turn","turn_order":\#(number),"turn_is_formatted":\#(formatted),"end_of_turn":\#(end),"#
            + #""transcript":"\#(transcript)","end_of_turn_confidence":0.5,"#
            + #""words":[\#(words.joined(separator: ","))],"utterance":""}"#
    }

    @Test("Given a session, when an utterance is streamed, then final words are settled and the others open")
    func session() async throws {
        let bytes = Locked<[Int]>([])
        let taken = try await SocketStandIn.serving { peer in
            let target: String =
                "/v3/ws?sample_rate=16000&encoding=pcm_s16le&speech_model=universal-3-5-pro"
                + "&language_codes=%5B%22en%22%5D"
            #expect(peer.target == target)
            #expect(peer.fields["authorization"] == "a-secret")
            try await Self.serve(
                peer,
                [
                    #"{"type":"SpeechStarted","timestamp":100}"#,
                    Self.turn(0, "", [Self.word("good", 300, final: false)]),
                    Self.turn(0, "good", [Self.word("good", 300), Self.word("mor", 500, final: false)]),
                    #"{"type":"Heartbeat","fresh":1}"#,
                    Self.turn(0, "good morning", [Self.word("good", 300), Self.word("morning", 600)], end: true),
                    Self.turn(
                        0, "Good morning.", [Self.word("Good", 300), Self.word("morning.", 600)], end: true,
                        formatted: true),
                    Self.turn(0, "good", [Self.word("good", 300)]),
                    Self.turn(1, "How", [Self.word("How", 900, final: false)]),
                    Self.turn(1, "How are you?", [Self.word("you?", 1_200)], end: true), Self.termination,
                ], bytes: bytes)
        } while: { port in
            // 40 ms, 30 ms, 2.5 s and 10 ms: no message has less than 50 ms or more than a second.
            try await hear(
                at: port,
                pieces: [640, 480, 40_000, 160].map { [Float](repeating: 0.5, count: $0) })
        }
        #expect(
            taken.map(\.settled) == [
                "", "good", "good morning", "Good morning.", "Good morning.", "Good morning. How are you?",
            ])
        #expect(taken.map(\.open) == ["good", " mor", "", "", " How", ""])
        #expect(taken.map(\.seconds) == [0.3, 0.5, 0.6, 0.6, 0.9, 1.2])
        let sizes = bytes.withLock { $0 }
        #expect(sizes.allSatisfy { (1_600...32_000).contains($0) })
        // The sound, and silence up to 50 ms at its end.
        #expect(sizes.reduce(0, +) == 83_840)
    }

    @Test("Given options for the end of a turn and an older model, then they go into the address")
    func options() async throws {
        let taken = try await SocketStandIn.serving { peer in
            let target: String =
                "/v3/ws?sample_rate=16000&encoding=pcm_s16le&speech_model=universal-streaming-english"
                + "&format_turns=true&end_of_turn_confidence_threshold=0.7&min_turn_silence=200&max_turn_silence=900"
                + "&keyterms_prompt=%5B%22Kestrel%22%2C%22Ng%22%5D"
            #expect(peer.target == target)
            try await Self.serve(peer, [Self.turn(0, "only text", [], end: false), Self.termination])
        } while: { port in
            try await hear(
                at: port,
                options: "realtime: universal-streaming-english, terms: 'Kestrel, Ng', end-of-turn-confidence: 0.7, "
                    + "min-turn-silence: 200, max-turn-silence: 900")
        }
        #expect(taken.map(\.settled) == [""] && taken.map(\.open) == ["only text"])
    }

    @Test(
        "Given an error, then the failure is of the class of its code",
        arguments: [
            (1_008, "Unauthorized Connection: invalid token a-secret", ProviderError.Failure.unauthorized),
            (1_008, "Unauthorized Connection: Too many concurrent sessions", .throttled),
            (1_008, "Unauthorized Connection: Insufficient funds", .quota),
            (3_005, "Session Cancelled: An error occurred", .transient), (3_006, "Invalid JSON: x", .rejected),
            (3_007, "Input Duration Violation: 25.0 ms", .rejected),
            (3_008, "Session Expired: Maximum session duration exceeded", .transient),
            (3_009, "Unauthorized Connection: Too many concurrent sessions", .throttled),
        ])
    func failures(code: Int, text: String, failure: ProviderError.Failure) async throws {
        try await SocketStandIn.serving { peer in
            try await peer.send(#"{"type":"Error","error_code":\#(code),"error":"\#(text)"}"#)
            // If the server left at once, its message could be lost with the connection.
            while try await peer.next() != nil {}
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port) }
            #expect(error?.failure == failure && error?.provider == "aai")
            #expect(error?.message.hasPrefix("\(code) ") == true && error?.message.contains("a-secret") == false)
        }
    }

    @Test("Given a socket that closes without a message, or garbage, then it is a failure")
    func closings() async throws {
        for (code, failure) in [(1_008, ProviderError.Failure.rejected), (3_005, .transient)] {
            try await SocketStandIn.serving { peer in
                try await peer.close(UInt16(code), "gone")
            } while: { port in
                let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port) }
                #expect(error?.failure == failure)
            }
        }
        try await SocketStandIn.serving { peer in
            try await peer.send("not JSON")
            while try await peer.next() != nil {}
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port) }
            #expect(error?.failure == .unusable)
        }
    }

    @Test("Given no model for streams, then nothing is streamed")
    func without() throws {
        #expect(try recognizer(at: 1, options: "terms: a").streaming == nil)
        #expect(try recognizer(at: 1).streaming != nil)
    }
}
