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

@Suite("Deepgram hears speech while it is being said", .serialized, .timeLimit(.minutes(2)))
struct DeepgramStreamTests {
    /// The messages of the server in the recorded session.
    private static func recorded() throws -> [String] {
        let path =
            SpeechFixtures.packageRoot + "/Tests/ProviderAdaptersTests/Fixtures/sockets/deepgram-listen.jsonl"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard object["from"] as? String == "server", let event = object["event"] else { return nil }
            return String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self)
        }
    }

    private static let request = RecognitionRequest(
        audio: [], language: .en, context: CallContext(conversation: "c", utterance: 1))

    private func recognizer(at port: Int) throws -> any SpeechRecognizer {
        let catalog = try ProviderCatalog(
            yaml: """
                dg:
                  url: http://127.0.0.1:\(port)/base?tag=t
                  key: DG_KEY
                  stt: {wire: deepgram, model: nova-3, languages: [en], options: {smart_format: "true"}}
                """, at: "test")
        let setup = ProviderSetup(
            catalog: catalog, environment: ["DG_KEY": "secret"], client: HTTPClient(), readFile: { _ in "" })
        return try #require(try setup.recognizer("dg"))
    }

    private func hear(at port: Int, pieces: [[Float]]) async throws -> [HeardWords] {
        let streaming = try #require(try recognizer(at: port).streaming)
        let sound = BoundedChannel<[Float]>(capacity: 100)
        for piece in pieces { _ = sound.trySend(piece) }
        sound.finish()
        let taken = Locked<[HeardWords]>([])
        try await streaming.hear(Self.request, sound) { text in taken.withLock { $0.append(text) } }
        return taken.withLock { $0 }
    }

    @Test(
        "Given the recorded session, when an utterance is streamed, then settled and open text come as the contract says"
    )
    func recordedSession() async throws {
        let messages = try Self.recorded()
        #expect(messages.count > 5)
        let (bytes, ended) = (Locked(0), Locked(false))
        let taken = try await SocketStandIn.serving { peer in
            #expect(
                peer.target
                    == "/base/v1/listen?channels=1&encoding=linear16&interim_results=true&language=en&model=nova-3"
                    + "&punctuate=true&sample_rate=16000&smart_format=true&tag=t")
            #expect(peer.fields["authorization"] == "Token secret")
            while let message = try await peer.next() {
                switch message {
                case .binary(let sound): bytes.withLock { $0 += sound.count }
                case .text(let text):
                    #expect(text == #"{"type":"CloseStream"}"#)
                    ended.withLock { $0 = true }
                default: break
                }
                if ended.withLock({ $0 }) { break }
            }
            for message in messages { try await peer.send(message) }
            try await peer.close(1_000)
            _ = try await peer.next()
        } while: { port in
            try await hear(
                at: port, pieces: [[Float](repeating: 0.5, count: 1_600), [Float](repeating: -1, count: 800)])
        }
        #expect(bytes.withLock { $0 } == 4_800)
        #expect(taken.map(\.settled) == ["", "Good morning."])
        #expect(taken.map(\.open) == ["good", ""])
        #expect(taken.map(\.seconds) == [0.6, 1.2])
    }

    @Test(
        "Given a server that refuses, then the failure is of the class that the same answer to a request has",
        arguments: [(401, ProviderError.Failure.unauthorized), (402, .quota), (429, .throttled), (503, .transient)])
    func refused(status: Int, failure: ProviderError.Failure) async throws {
        try await SocketStandIn.serving(refusing: (status, #"{"err_code":"X","err_msg":"no"}"#)) { _ in
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port, pieces: [[0]]) }
            #expect(error?.failure == failure)
            #expect(error?.provider == "dg")
        }
    }

    @Test("Given something that is no message of the contract, then the answer is unusable")
    func garbage() async throws {
        try await SocketStandIn.serving { peer in
            try await peer.send("not JSON")
            while try await peer.next() != nil {}
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await hear(at: port, pieces: [[0]]) }
            #expect(error?.failure == .unusable)
        }
    }

    @Test("Given messages with unknown or missing members, then they are passed over")
    func lenient() async throws {
        let taken = try await SocketStandIn.serving { peer in
            for message in [
                #"{"type":"Fresh","channel":[0,1]}"#, #"{"type":"Results"}"#,
                #"{"type":"Results","is_final":null,"channel":{"alternatives":[]}}"#,
                #"{"type":"Results","is_final":"yes","channel":{"alternatives":[{"transcript":"so"}]}}"#,
                #"{"type":"Results","is_final":true,"channel":{"alternatives":[{"transcript":"So."}]}}"#,
                #"{"type":"Results","is_final":true,"channel":{"alternatives":[{"transcript":"Then"}]}}"#,
            ] { try await peer.send(message) }
            try await peer.close(1_000)
            _ = try await peer.next()
        } while: { port in
            try await hear(at: port, pieces: [[0]])
        }
        #expect(taken.map(\.settled) == ["", "So.", "So. Then"])
        #expect(taken.map(\.open) == ["so", "", ""])
    }

    @Test("Given a proxy, then nothing is streamed, because sockets take no way through one")
    func proxy() throws {
        var setup = ProviderSetup(
            catalog: try ProviderCatalog.builtIn(), environment: ["DEEPGRAM_API_KEY": "k"], client: HTTPClient(),
            readFile: { _ in "" })
        #expect(try setup.recognizer("deepgram")?.streaming != nil)
        setup.sockets = nil
        #expect(try setup.recognizer("deepgram")?.streaming == nil)
    }
}
