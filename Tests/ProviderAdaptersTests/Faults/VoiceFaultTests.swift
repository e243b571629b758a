import Audio
import Foundation
import Providers
import StandIns
import Testing
import VerbioTesting

/// What is accepted as a voice and what is not, whatever media type the answer states.
@Suite(.serialized, .timeLimit(.minutes(5))) struct VoiceFaultTests {
    /// 45 letters.
    private static let sentence = "Buenas tardes y bienvenidos al museo de la ciudad antigua."
    private static let question = "¿Dónde es la canal?"

    /// A tone at 24 kHz.
    private static func tone(milliseconds: Int) -> [UInt8] {
        PCM16.littleEndianBytes((0..<24 * milliseconds).map { Int16($0 % 200 * 50 - 5_000) })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var body: [UInt8]
        var text = sentence
        /// nil if it is a voice.
        var failure: ProviderError.Failure?
        var testDescription: String { name }

        init(_ name: String, _ body: [UInt8], text: String = sentence, _ failure: ProviderError.Failure?) {
            (self.name, self.body, self.text, self.failure) = (name, body, text, failure)
        }

        init(_ name: String, words: String, _ failure: ProviderError.Failure) {
            self.init(name, Array(words.utf8), failure)
        }
    }

    private static let cases = [
        Case(
            "an error", words: #"{"error": {"message": "something went wrong", "type": "server_error"}} "#, .transient),
        Case("an error in Chinese", words: #"{"error":{"message":"服务器出错了"}}"#, .transient),
        Case("a short error", words: #"{"detail":"no"}"#, .transient),
        Case("JSON that is no error", words: #"{"audio": null, "request_id": "0123456789"}"#, .unusable),
        Case(
            "a page", words: "<!DOCTYPE html><html><body>Sign in to the network first, please</body></html> ", .unusable
        ),
        Case("plain words", words: "upstream connect error or disconnect before headers", .unusable),
        Case("plain words in Russian", words: "сервер временно недоступен, попробуйте позже", .unusable),
        Case("plain words in Arabic", words: "الخادم غير متاح مؤقتا، حاول مرة أخرى لاحقا", .unusable),
        Case("a WAV", SpeechFixtures.wav([Int16](repeating: 900, count: 48_000), rate: 24_000), nil),
        Case("a WAV of silence", SpeechFixtures.wav([Int16](repeating: 0, count: 48_000), rate: 24_000), .unusable),
        Case("Ogg", Array("OggS".utf8) + [UInt8](repeating: 7, count: 48_000), .unusable),
        Case("silence", [UInt8](repeating: 0, count: 96_000), .unusable),
        Case("silence with noise in its last digit", (0..<96_000).map { $0 % 4 == 0 ? 1 : 0 }, .unusable),
        Case("silence for a mark", [UInt8](repeating: 0, count: 9_600), text: "…", nil),
        Case("a voice", tone(milliseconds: 3_000), nil),
        Case("a fast voice", tone(milliseconds: 1_500), nil),
        Case("a word", tone(milliseconds: 120), text: "Sí.", nil),
        Case("a short sentence in Chinese", tone(milliseconds: 900), text: "你好，欢迎来到博物馆。", nil),
        Case("a tenth of a second for a sentence", tone(milliseconds: 100), .unusable),
        Case("the shortest sound there is", tone(milliseconds: 20), text: "И", nil),
        Case("less than a millisecond for a word", Array(tone(milliseconds: 1).prefix(34)), text: "Sí.", .unusable),
        Case("eight milliseconds for a word", tone(milliseconds: 8), text: "Buenos días.", .unusable),
        Case("eight milliseconds for a number", tone(milliseconds: 8), text: "12", .unusable),
        Case("eight milliseconds for a mark", tone(milliseconds: 8), text: "…", nil),
        Case("silence for a number", [UInt8](repeating: 0, count: 96_000), text: "12", .unusable),
        Case("a minute for a question", tone(milliseconds: 60_000), text: question, .unusable),
        Case("a number, a quarter as fast as usual", tone(milliseconds: 28_000), text: "999 999 999 999", nil),
        Case("letters that are spelled as slowly", tone(milliseconds: 12_000), text: "WWW", nil),
        Case("signs for words as slowly", tone(milliseconds: 9_000), text: "承る志", nil),
        Case("a sentence as slowly", tone(milliseconds: 14_000), nil),
        Case("200 bytes for a sentence", Array(tone(milliseconds: 10).prefix(200)), .unusable),
    ]

    @Test(
        "Given compressed samples, whose end could be missing unnoticed, when a voice is requested, then they are refused",
        arguments: ["elevenlabs-tts", "openai-tts", "deepgram-tts", "azure-tts"])
    func compressed(name: String) async throws {
        // The beginning of a gzip stream: a block that is stored as it is, and is not the last one.
        let voice = Array(Self.tone(milliseconds: 1_200).prefix(60_000))
        let (low, high) = (UInt8(voice.count & 0xFF), UInt8(voice.count >> 8))
        let cut: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, low, high, ~low, ~high] + voice
        let answer = StandInAnswer.body(200, type: "audio/pcm", cut, headers: [("Content-Encoding", "gzip")])
        try await withStandIn(answer) { server in
            let outcome = await AdapterCases.named(name).adapter(at: server.url).call(Self.sentence)
            #expect(outcome.failure == .unusable, "\(outcome)")
            #expect(server.requests.allSatisfy { $0[header: "accept-encoding"] == "identity" })
        }
    }

    @Test(arguments: cases, ["audio/pcm", "application/octet-stream", ""])
    func bare(_ fault: Case, _ type: String) async throws {
        let head = "HTTP/1.1 200 OK\r\n" + (type.isEmpty ? "" : "Content-Type: \(type)\r\n")
        let answer = StandInAnswer(Array("\(head)Content-Length: \(fault.body.count)\r\n\r\n".utf8) + fault.body)
        for name in ["elevenlabs-tts", "openai-tts", "deepgram-tts", "azure-tts"] {
            let outcome = try await withStandIn(answer) { server in
                await AdapterCases.named(name).adapter(at: server.url).call(fault.text)
            }
            #expect(outcome.failure == fault.failure, "\(name): \(outcome.error.map { "\($0)" } ?? "spoken")")
            #expect(outcome.isAnswer == (fault.failure == nil))
        }
    }

    @Test(
        "given a recording instead of bare samples or a WAV, whatever its name is, then it is the voice",
        .enabled(if: EncodedVoice.canBeMade, "ffmpeg is not installed"), arguments: EncodedVoice.allCases)
    func recordings(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        let pieces = stride(from: 0, to: bytes.count, by: 1_777).map { Array(bytes[$0...].prefix(1_777)) }
        for (name, type) in [("openai-tts", "audio/pcm"), ("openai-tts-wav", "audio/wav"), ("azure-tts", "text/html")] {
            let outcome = try await withStandIn(.chunked(type: type, pieces)) { server in
                await AdapterCases.named(name).adapter(at: server.url).call(Self.sentence)
            }
            #expect(outcome.failure == nil, "\(name), \(type): \(outcome)")
            let rate = try #require(outcome.synthesis?.sampleRate)
            #expect(abs(Double(outcome.samples.count) / Double(rate) - EncodedVoice.seconds) < 0.12)
        }
    }

    @Test(
        "given base64 of any recording in a document, then it is the voice", arguments: [EncodedVoice.wavFloat, .mp3])
    func encoded(_ kind: EncodedVoice) async throws {
        let text = #"{"audioContent":"\#(Data(try kind.bytes()).base64EncodedString())"}"#
        let outcome = try await withStandIn(.json(200, text)) { server in
            await AdapterCases.named("google-tts").adapter(at: server.url).call(Self.sentence)
        }
        #expect(outcome.failure == nil, "\(outcome)")
    }

    @Test(
        "given a recording that lacks its end, in a whole answer or in one that breaks off, then the call is made again",
        .enabled(if: EncodedVoice.canBeMade, "ffmpeg is not installed"),
        arguments: [EncodedVoice.wav, .wav24, .mp3, .opus, .vorbis, .flac, .m4aIndexFirst, .webm])
    func cutRecordings(_ kind: EncodedVoice) async throws {
        let bytes = try kind.bytes()
        for part in [0.3, 0.6, 0.95] {
            let half = Array(bytes.prefix(Int(Double(bytes.count) * part)))
            let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(bytes.count)\r\n\r\n"
            let answers = [
                StandInAnswer.body(200, type: "audio/mpeg", half),
                StandInAnswer(Array(head.utf8) + half, ending: .close),
            ]
            for answer in answers {
                let outcome = try await withStandIn(answer) { server in
                    await AdapterCases.named("openai-tts").adapter(at: server.url).call(Self.sentence)
                }
                #expect(outcome.failure?.isRetryable == true, "\(part): \(outcome)")
            }
        }
    }

    @Test("given a WAV whose header states more bytes than came, when it is read, then it is no finished speech")
    func brokenOff() async throws {
        let whole = SpeechFixtures.wav((0..<72_000).map { Int16($0 % 200 * 50 - 5_000) }, rate: 24_000)
        for (body, failure) in [(whole, nil), (Array(whole.prefix(100_044)), ProviderError.Failure.unusable)] {
            let answer = StandInAnswer.body(200, type: "audio/wav", body)
            let outcome = try await withStandIn(answer) { server in
                await AdapterCases.named("openai-tts-wav").adapter(at: server.url).call(Self.sentence)
            }
            #expect(outcome.failure == failure, "\(outcome)")
        }
    }

    /// An endless answer is neither played nor read up to the size limit of an answer.
    @Test(arguments: ["elevenlabs-tts", "openai-tts", "openai-tts-wav", "deepgram-tts", "azure-tts"])
    func endless(name: String) async throws {
        let second = Self.tone(milliseconds: 1_000)
        let chunk = Array("\(String(second.count, radix: 16))\r\n".utf8) + second + Array("\r\n".utf8)
        var head = Array("HTTP/1.1 200 OK\r\nContent-Type: audio/pcm\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        if name.hasSuffix("wav") {
            head += Array("2c\r\n".utf8) + SpeechFixtures.wav([], rate: 24_000) + Array("\r\n".utf8)
        }
        let answer = StandInAnswer(head, filler: chunk, fillerCount: chunk.count * 10_000, ending: .close)
        let outcome = try await withStandIn(answer) { server in
            await AdapterCases.named(name).adapter(at: server.url).call(Self.question)
        }
        let error = try #require(outcome.error as? ProviderError)
        #expect(error.failure == .unusable)
        #expect(error.message.hasPrefix("its audio is more than 32 s long"))
        #expect((1...32 * 24_000).contains(outcome.samples.count))
    }
}
