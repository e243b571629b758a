import Audio
import Foundation
import Language
import ProviderAdapters
import Providers
import Resilience
import StandIns
import Testing
import VerbioTesting

/// How audio is packed, and what is done with more of it than a provider takes.
@Suite(.serialized) struct UploadTests {
    /// Sound that nothing makes smaller.
    private static func noise(seconds: Double) -> [Float] {
        var random = SplitMix64(seed: 7)
        return (0..<Int(seconds * 16_000)).map { _ in Float.random(in: -0.9...0.9, using: &random) }
    }

    private func uploads(
        _ adapter: AdapterCase, _ audio: [Float]
    ) async throws -> (outcome: Outcome, requests: [RecordedRequest]) {
        try await withStandIn(EchoStandIn.script) { server in
            let outcome = await adapter.adapter(at: server.url).call(audio: audio)
            return (outcome, server.requests)
        }
    }

    /// An upload is lossless while it fits, Opus above that, and refused if even Opus is too large.
    @Test func opusIsForWhatWouldBeTooLarge() async throws {
        let adapter = AdapterCase.recognizer(
            "small", .openAI, model: "m", base: "/v1", from: [],
            {
                $0.upload = UploadOrder(.flac, .opus)
                $0.maximumBytes = 20_000
            })
        for (seconds, name, mark) in [(0.3, "utterance.flac", "fLaC"), (3, "utterance.ogg", "OggS")] {
            let (outcome, requests) = try await uploads(adapter, Self.noise(seconds: seconds))
            #expect(outcome.error == nil)
            let file = try #require(try requests.first?.multipart().first { $0.name == "file" })
            #expect(file.filename == name)
            #expect(file.bytes.starts(with: Array(mark.utf8)))
            #expect(file.bytes.count <= 20_000)
        }
        let (outcome, requests) = try await uploads(adapter, Self.noise(seconds: 30))
        #expect(outcome.failure == .unsupported, "it is longer than has room whatever it sounds like")
        #expect(requests.isEmpty)
    }

    /// The limit of a server, or of a proxy before it, is not always declared: it then answers 413.
    @Test func opusIsForWhatIsRefusedAsTooLarge() async throws {
        let adapter = AdapterCase.recognizer(
            "small", .openAI, model: "m", base: "/v1", from: [], { $0.upload = UploadOrder(.flac, .opus) })
        let names = try await withStandIn { request in
            request.body.count > 20_000
                ? .json(413, #"{"error":{"message":"too large"}}"#) : .json(200, #"{"text":"One two three."}"#)
        } test: { server in
            guard case .recognizer(let recognizer) = adapter.adapter(at: server.url) else {
                throw StandInProblem("no recognizer")
            }
            func ask(seconds: Double) async -> Outcome {
                await AdapterCase.Adapter.recognizer(recognizer).call(audio: Self.noise(seconds: seconds))
            }
            for seconds in [1, 1, 0.3] { #expect(await ask(seconds: seconds).error == nil) }
            #expect(await ask(seconds: 30).failure == .tooLarge)
            return try server.requests.map { try $0.multipart().first { $0.name == "file" }?.filename }
        }
        // The second of the same size is not packed as FLAC again, and the last has no room in any way.
        #expect(
            names == [
                "utterance.flac", "utterance.ogg", "utterance.ogg", "utterance.flac", "utterance.flac", "utterance.ogg",
            ])
    }

    /// The stated longest utterance is never too large, whatever is in it.
    @Test(arguments: [UploadOrder(.flac), UploadOrder(.wav), UploadOrder(.opus), UploadOrder(.flac, .opus)])
    func theStatedLimitHolds(_ upload: UploadOrder) async throws {
        let adapter = AdapterCase.recognizer(
            "small", .openAI, model: "m", base: "/v1", from: [],
            {
                $0.upload = upload
                $0.maximumBytes = 60_000
            })
        guard case .recognizer(let recognizer) = adapter.adapter(at: "http://127.0.0.1:1") else { return }
        let seconds = try #require(recognizer.capabilities.maximumSeconds)
        #expect(seconds > 1 && seconds < 60)
        for audio in [Self.noise(seconds: seconds), [Float](repeating: 0, count: Int(seconds * 16_000))] {
            #expect(try await uploads(adapter, audio).outcome.error == nil)
        }
    }

    @Test func whatGoesToEach() async throws {
        let audio = Self.noise(seconds: 1)
        let azure = try #require(try await uploads(AdapterCases.named("azure-stt-opus"), audio).requests.first)
        #expect(azure[header: "Content-Type"] == "audio/ogg; codecs=opus")
        #expect(azure.body.starts(with: Array("OggS".utf8)))
        for (upload, name) in [(SpeechEncoding.opus, "OGG_OPUS"), (.flac, "FLAC"), (.wav, "LINEAR16")] {
            let google = AdapterCase.recognizer(
                "google", .google, model: "m", from: [], { $0.upload = UploadOrder(upload) })
            let request = try #require(try await uploads(google, audio).requests.first)
            #expect(try request.json()["config"]?["encoding"]?.string == name)
        }
        // Azure does not accept FLAC, whatever is declared.
        let wrong = AdapterCase.recognizer(
            "azure", .azure, model: "m", from: [], { $0.upload = UploadOrder(.flac) })
        let request = try #require(try await uploads(wrong, audio).requests.first)
        #expect(request.contentType == "audio/wav")
    }

    /// 70 s to an interface that takes 60: two uploads, and every word of both answers is there.
    @Test(arguments: [true, false])
    func moreThanAMinuteGoesToAzureInTwo(pause: Bool) async throws {
        // A tone with a gap after 40 s.
        let audio = (0..<70 * 16_000).map { index -> Float in
            pause && (640_000..<648_000).contains(index) ? 0 : Float(sin(Double(index) * 0.3) * 0.3)
        }
        let first = (0..<100).map { "word\($0)" }
        // Without a pause both parts hear two seconds of it.
        let second = (pause ? 100..<130 : 95..<130).map { "word\($0)" }
        let (answer, sizes) = try await withStandIn { request in
            let display = (request.index == 0 ? first : second).joined(separator: " ") + "."
            return .json(
                200,
                #"{"RecognitionStatus":"Success","NBest":[{"Confidence":0.9,"Display":"\#(display)"}]}"#)
        } test: { server in
            guard case .recognizer(let azure) = AdapterCases.named("azure-stt").adapter(at: server.url) else {
                throw StandInProblem("no recognizer")
            }
            let request = RecognitionRequest(
                audio: audio, language: .en, context: CallContext(conversation: "test", utterance: 1))
            let parts = RecognitionParts(request, for: azure.capabilities)
            let answer = try await parts.answered(by: azure, partial: { _ in }, content: \.self).whole
            // Less the head of the WAV.
            return (answer, server.requests.map { ($0.body.count - 80) / 2 })
        }
        #expect(sizes.count == 2)
        #expect(sizes.allSatisfy { $0 <= 60 * 16_000 })
        #expect(sizes.reduce(0, +) == audio.count + (pause ? 0 : 32_000))
        let said = answer.text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        #expect(said == (0..<130).map { "word\($0)" })
        #expect(abs((answer.usage.audioSeconds ?? 0) - Double(sizes.reduce(0, +)) / 16_000) < 1e-6)
    }
}
