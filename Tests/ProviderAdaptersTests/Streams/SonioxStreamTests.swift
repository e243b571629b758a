import Audio
import CurlHTTP
import Language
import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

@testable import ProviderAdapters

@Suite("Soniox hears speech while it is being said", .serialized, .timeLimit(.minutes(2)))
struct SonioxStreamTests {
    private func recognizer(at port: Int, options: String = "{realtime: stt-rt-v5, terms: 'Kestrel, Ng'}") throws
        -> any SpeechRecognizer
    {
        let setup = ProviderSetup(
            catalog: try ProviderCatalog(
                yaml: """
                    so:
                      url: http://127.0.0.1:\(port)
                      key: SO_KEY
                      stt: {wire: soniox, model: stt-async-v5, options: \(options)}
                    """, at: "test"), environment: ["SO_KEY": "a-secret"], client: HTTPClient(), readFile: { _ in "" })
        return try #require(try setup.recognizer("so"))
    }

    private func hear(at port: Int, pieces: [[Float]] = [[0]]) async throws -> [HeardWords] {
        let streaming = try #require(try recognizer(at: port).streaming)
        return try await streaming.heard(in: pieces)
    }

    private static let messages = [
        #"{"tokens":[{"text":"Goo","is_final":false}],"final_audio_proc_ms":0,"total_audio_proc_ms":300}"#,
        #"{"tokens":[{"text":"Good","is_final":true},{"text":" mor","is_final":false}],"total_audio_proc_ms":600}"#,
        #"{"tokens":[],"total_audio_proc_ms":"x","fresh":1}"#,
        #"{"tokens":[{"text":" mor","is_final":true},{"text":"ning.","is_final":true},{"text":"<end>","is_final":true}],"total_audio_proc_ms":900}"#,
        #"{"tokens":[],"final_audio_proc_ms":900,"total_audio_proc_ms":900,"finished":true}"#,
    ]

    @Test("Given a session, when an utterance is streamed, then final tokens are settled and the others open")
    func session() async throws {
        let bytes = Locked(0)
        let taken = try await SocketStandIn.serving { peer in
            #expect(peer.target == "/transcribe-websocket" && peer.fields["authorization"] == nil)
            var first: String?
            while let message = try await peer.next() {
                switch message {
                case .binary(let sound): bytes.withLock { $0 += sound.count }
                case .text(let text) where first == nil: first = text
                case .text(let text):
                    #expect(text.isEmpty)
                    for message in Self.messages { try await peer.send(message) }
                default: break
                }
            }
            #expect(
                first == #"{"api_key":"a-secret","audio_format":"pcm_s16le","context":{"terms":["Kestrel","Ng"]},"#
                    + #""language_hints":["en"],"language_hints_strict":true,"model":"stt-rt-v5","num_channels":1,"#
                    + #""sample_rate":16000}"#)
        } while: { port in
            try await hear(
                at: port, pieces: [[Float](repeating: 0.5, count: 1_600), [Float](repeating: -1, count: 800)])
        }
        #expect(bytes.withLock { $0 } == 4_800)
        #expect(taken.map(\.settled) == ["", "Good", "Good", "Good morning."])
        #expect(taken.map(\.open) == ["Goo", " mor", "", ""])
        #expect(taken.map(\.seconds) == [0.3, 0.6, nil, 0.9])
    }

    @Test(
        "Given an error message, then the failure is of the class that the same status of a request has",
        arguments: [(401, ProviderError.Failure.unauthorized), (402, .quota), (429, .throttled), (503, .transient)])
    func refused(code: Int, failure: ProviderError.Failure) async throws {
        try await SocketStandIn.serving { peer in
            try await peer.send(#"{"tokens":[],"error_code":\#(code),"error_message":"no a-secret"}"#)
            while try await peer.next() != nil {}
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port) }
            #expect(error?.failure == failure && error?.provider == "so")
            #expect(error?.message.contains("a-secret") == false && error?.message.hasPrefix("\(code) ") == true)
        }
    }

    @Test("Given something that is no message of the contract, then the answer is unusable")
    func garbage() async throws {
        try await SocketStandIn.serving { peer in
            try await peer.send("not JSON")
            while try await peer.next() != nil {}
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port) }
            #expect(error?.failure == .unusable)
        }
    }

    @Test("Given no model for streams, or no sockets, then nothing is streamed")
    func without() throws {
        #expect(try recognizer(at: 1, options: "{terms: a}").streaming == nil)
        #expect(try recognizer(at: 1).streaming != nil)
    }
}
