import Audio
import CurlHTTP
import Foundation
import Language
import Plumbing
import Providers
import SocketClient
import StandIns
import Testing

@testable import ProviderAdapters

@Suite("OpenAI translates speech into speech", .serialized, .timeLimit(.minutes(2)))
struct OpenAITranslationTests {
    private static let pair = (try? LanguagePair(from: .en, to: .es)) ?? LanguagePair.pairs(of: [.en, .es])[0]

    private static func translator(at port: Int, options: String = "source-model: gpt-realtime-whisper") throws
        -> any Translator
    {
        let setup = ProviderSetup(
            catalog: try ProviderCatalog(
                yaml: """
                    oa:
                      url: http://127.0.0.1:\(port)/v1
                      key: OA_KEY
                      mt: {wire: openai-realtime-translation, model: gpt-realtime-translate, options: {\(options)}}
                    """, at: "test"), environment: ["OA_KEY": "a-secret"], client: HTTPClient(), readFile: { _ in "" })
        return try #require(try setup.translator("oa"))
    }

    /// - Parameter samples: at 16 kHz.
    private static func interpret(
        at port: Int, options: String = "source-model: gpt-realtime-whisper", samples: Int = 4_000
    ) async throws -> (answer: SpeechTranslation, heard: [String]) {
        let engine = try #require(try translator(at: port, options: options).speechTranslator)
        let heard = Locked<[String]>([])
        let answer = try await engine.interpret(
            SpeechTranslationRequest(
                speech: UtteranceSpeech(samples: [Float](repeating: 0.5, count: samples), hash: "a"), pair: pair,
                context: CallContext(conversation: "c", utterance: 1))
        ) { text in heard.withLock { $0.append(text) } }
        return (answer, heard.withLock { $0 })
    }

    /// What a client has sent: its messages without the sound, and the bytes of each frame.
    private final class Sent: Sendable {
        let messages = Locked<[String]>([])
        let frames = Locked<[Int]>([])
    }

    /// The side of the server, which answers `session.close` with the messages.
    private static func serve(_ peer: SocketStandIn.Peer, _ messages: [String], noting sent: Sent = Sent()) async throws
    {
        try await peer.send(
            #"{"type":"session.created","event_id":"e0","session":{"id":"sess_1","type":"translation"}}"#)
        while case .text(let text)? = try await peer.next() {
            let message = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            if message["type"] as? String == "session.input_audio_buffer.append" {
                sent.frames.withLock { $0.append(Data(base64Encoded: message["audio"] as? String ?? "")?.count ?? -1) }
                continue
            }
            sent.messages.withLock { $0.append(text) }
            switch message["type"] as? String {
            case "session.update":
                #expect(sent.frames.withLock { $0 }.isEmpty)
                try await peer.send(#"{"type":"session.updated","event_id":"e1","session":{"id":"sess_1"}}"#)
            case "session.close": for message in messages { try await peer.send(message) }
            default: break
            }
        }
    }

    /// A frame of 200 ms whose samples are all the same.
    private static func audio(_ sample: Int16, more: String = "") -> String {
        let bytes = PCM16.littleEndianBytes([Int16](repeating: sample, count: 4_800))
        return #"{"type":"session.output_audio.delta","delta":"\#(Data(bytes).base64EncodedString())"\#(more)}"#
    }

    private static let closed = #"{"type":"session.closed","event_id":"e9"}"#

    @Test("Given a session, when an utterance is translated, then both texts and the voice come as the contract says")
    func whole() async throws {
        let sent = Sent()
        let (answer, heard) = try await SocketStandIn.serving { peer in
            #expect(peer.target == "/v1/realtime/translations?model=gpt-realtime-translate")
            #expect(peer.fields["authorization"] == "Bearer a-secret")
            try await Self.serve(
                peer,
                [
                    #"{"type":"session.input_transcript.delta","delta":"Good","elapsed_ms":200}"#,
                    #"{"type":"session.output_transcript.delta","delta":"Buenos","elapsed_ms":200}"#,
                    Self.audio(0, more: #","sample_rate":24000,"channels":1,"format":"pcm16","elapsed_ms":200"#),
                    #"{"type":"session.input_transcript.delta","delta":" morning.","elapsed_ms":400}"#,
                    #"{"type":"session.something.new","delta":7}"#,
                    Self.audio(5_000), Self.audio(-5_000),
                    #"{"type":"session.output_transcript.delta","delta":" días. ","elapsed_ms":600}"#,
                    Self.audio(3), Self.audio(0), Self.closed,
                ], noting: sent)
        } while: { port in
            try await Self.interpret(at: port)
        }
        #expect(answer.source == "Good morning." && answer.text == "Buenos días.")
        #expect(heard == ["Good", "Good morning."])
        #expect(answer.voice == "gpt-realtime-translate")
        // 0.25 s are two frames.
        #expect(answer.usage == Usage(audioSeconds: 0.4))
        // 0.4 s of voice, with a tenth of the silence before and after.
        let speech = try #require(answer.speech)
        #expect(speech.sampleRate == 24_000)
        #expect((14_399...14_401).contains(speech.samples.count))
        #expect(speech.samples.first == 0)
        #expect(speech.samples.contains(5_000))
        #expect(speech.samples.contains(-5_000))
        #expect(sent.frames.withLock { $0 } == [9_600, 9_600])
        let input = #"{"noise_reduction":null,"transcription":{"model":"gpt-realtime-whisper"}}"#
        let update = #"{"session":{"audio":{"input":\#(input),"output":{"language":"es"}}},"type":"session.update"}"#
        #expect(sent.messages.withLock { $0 } == [update, #"{"type":"session.close"}"#])
    }

    @Test("Given no model for what was said, and a kind of microphone, then the session is asked for just that")
    func options() async throws {
        let sent = Sent()
        let (answer, _) = try await SocketStandIn.serving { peer in
            try await Self.serve(
                peer, [#"{"type":"session.output_transcript.delta","delta":"Hola"}"#, Self.audio(0), Self.closed],
                noting: sent)
        } while: { port in
            try await Self.interpret(at: port, options: "noise-reduction: far-field")
        }
        #expect(answer.source == nil && answer.text == "Hola" && answer.speech == nil, "silence is no voice")
        let input = #"{"noise_reduction":{"type":"far_field"},"transcription":null}"#
        let update = #"{"session":{"audio":{"input":\#(input),"output":{"language":"es"}}},"type":"session.update"}"#
        #expect(sent.messages.withLock { $0 }.first == update)
    }

    @Test("Given a text and its sound, when a translation is asked for as of any translator, then only the text comes")
    func plain() async throws {
        let translation = try await SocketStandIn.serving { peer in
            try await Self.serve(
                peer,
                [
                    #"{"type":"session.output_transcript.delta","delta":"Hola"}"#, Self.audio(900), Self.closed,
                ])
        } while: { port in
            let translator = try Self.translator(at: port)
            #expect(translator.capabilities.hearsSpeech)
            return try await translator.translate(
                TranslationRequest(
                    text: "Hello", pair: Self.pair, context: CallContext(conversation: "c", utterance: 1)
                ) {
                    $0.speech = UtteranceSpeech(samples: [Float](repeating: 0.1, count: 16_000), hash: "a")
                }
            ) { _ in }
        }
        #expect(translation.text == "Hola" && translation.usage == Usage(audioSeconds: 1))
        let error = await #expect(throws: ProviderError.self) {
            try await Self.translator(at: 1).translate(
                TranslationRequest(
                    text: "Hello", pair: Self.pair, context: CallContext(conversation: "c", utterance: 1))
            ) { _ in }
        }
        #expect(error?.failure == .unsupported && error?.stage == .translation)
    }

    @Test(
        "Given an answer that is none, when it comes, then the failure has its class",
        arguments: [
            (
                #"{"type":"error","error":{"type":"invalid_request_error","code":"invalid_api_key","message":"no a-secret"}}"#,
                ProviderError.Failure.unauthorized
            ),
            (#"{"type":"error","error":{"type":"server_error","message":"sorry"}}"#, .transient),
            (#"{"type":"session.output_audio.delta","delta":"!"}"#, .unusable),
            (#"{"type":"session.output_audio.delta","delta":"AAAA","format":"opus"}"#, .unusable),
            (#"{"type":"session.output_audio.delta","delta":"AAAA","sample_rate":8000}"#, .unusable),
            ("no JSON", .unusable),
        ])
    func failures(message: String, failure: ProviderError.Failure) async throws {
        try await SocketStandIn.serving { peer in
            try await Self.serve(peer, [message])
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await Self.interpret(at: port) }
            #expect(error?.failure == failure && error?.provider == "oa" && error?.stage == .translation)
            #expect(error?.message.contains("a-secret") == false)
        }
    }

    @Test("Given a socket that closes before the session, then nothing of it counts as an answer")
    func cut() async throws {
        try await SocketStandIn.serving { peer in
            _ = try await peer.next()
            try await peer.send(#"{"type":"session.updated"}"#)
            try await peer.send(#"{"type":"session.output_transcript.delta","delta":"Hola"}"#)
            try await peer.close(1_000)
        } while: { port in
            let error = await #expect(throws: ProviderError.self) { _ = try await Self.interpret(at: port) }
            #expect(error?.failure == .transient)
        }
    }

    @Test("Given a voice without an end, when it goes on, then it is refused")
    func endless() async throws {
        try await SocketStandIn.serving { peer in
            try await Self.serve(
                peer, [String](repeating: Self.audio(100), count: 160) + [Self.closed])
        } while: { port in
            let error = await #expect(throws: ProviderError.self) {
                _ = try await Self.interpret(at: port, samples: 3_200)
            }
            #expect(error?.failure == .unusable && error?.message.contains("more than 30 s") == true)
        }
    }

    @Test("Given the languages that it speaks, when its pairs are read, then Arabic is only heard")
    func pairs() throws {
        let pairs = try Self.translator(at: 1).capabilities.pairs
        #expect(pairs.contains(try LanguagePair(from: .ar, to: .en)) && !pairs.contains { $0.to == .ar })
        #expect(Set(pairs.map(\.to)).count == 13)
        #expect(Set(pairs.map(\.from)).isSuperset(of: LanguageCode.tested))
    }
}
