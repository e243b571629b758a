import Foundation
import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// The form in which voices of one's own servers are asked for.
@Suite("The sound of servers of one's own", .serialized, .timeLimit(.minutes(5)))
struct OwnVoiceFormatTests {
    private static let samples = (0..<11_025).map { Int16(truncatingIfNeeded: $0 &* 2_654_435_761 >> 8) }
    private static let bare = StandInAnswer.body(
        200, type: "application/octet-stream",
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })

    /// A server with a voice of 22,050 Hz that does not say so for bare samples.
    private static func answer(_ request: RecordedRequest) throws -> StandInAnswer {
        try request.json()["response_format"]?.string == "wav"
            ? .body(200, type: "audio/wav", SpeechFixtures.wav(samples, rate: 22_050)) : bare
    }

    private func synthesizer(_ url: String, _ options: [String: String] = [:], isOwn: Bool = true) throws
        -> any SpeechSynthesizer
    {
        let adapter = AdapterCase.synthesizer(
            "voice", .openAI, model: "m", voice: "alloy", base: "/v1", options: options, from: [])
        guard case .synthesizer(let synthesizer) = adapter.adapter(at: url, isOwn: isOwn) else {
            throw StandInProblem("no voice")
        }
        return synthesizer
    }

    private func check(_ synthesizer: any SpeechSynthesizer) async throws -> ProviderCheck.Finding {
        try await ProviderCheck(time: .system).check(
            synthesizer, "Buenos días.", in: .es, voice: nil, problem: synthesizer.problem)
    }

    @Test(
        "Given no format, when a voice is asked for, then a server of one's own is asked for WAV and a vendor for samples",
        arguments: [(true, "wav", 22_050), (false, "pcm", 24_000)])
    func usual(isOwn: Bool, format: String, rate: Int) async throws {
        try await withStandIn {
            try Self.answer($0)
        } test: { server in
            let finding = try await check(try synthesizer(server.url, isOwn: isOwn))
            #expect(finding.isGood && finding.says.contains("\(rate) Hz"))
            #expect(try server.requests.map { try $0.json()["response_format"]?.string } == [format])
        }
    }

    @Test("Given bare samples at another rate than assumed, when the voice is checked, then it is reported as too fast")
    func tooFast() async throws {
        try await withStandIn {
            try Self.answer($0)
        } test: { server in
            let finding = try await check(try synthesizer(server.url, ["format": "pcm"]))
            #expect(!finding.isGood && finding.says.contains("24000 Hz"))
            #expect(
                finding.cure?.contains("8 % too fast") == true && finding.cure?.contains("22050") == true, "\(finding)")
            #expect(server.requests.count == 2)
        }
    }

    @Test("Given a server that sends samples whatever it is asked for, when it speaks, then they are taken")
    func stubborn() async throws {
        let bare = Self.bare
        try await withStandIn { _ in
            bare
        } test: { server in
            let speech = try await check(try synthesizer(server.url))
            #expect(speech.isGood && speech.says.contains("24000 Hz"))
        }
        let named = StandInAnswer.body(
            200, type: "audio/pcm",
            Self.samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] },
            headers: [("X-Sample-Rate", "22050")])
        try await withStandIn { _ in
            named
        } test: { server in
            let speech = try await check(try synthesizer(server.url, ["format": "wav"]))
            #expect(speech.isGood && speech.says.contains("22050 Hz"))
        }
    }

    @Test("Given a model that is loading, when its server is checked, then the check waits for it")
    func loading() async throws {
        let asked = Locked(0)
        let clock = ManualTime()
        try await withStandIn { request in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            guard number > 3 else {
                return .json(503, #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#)
            }
            return .json(200, #"{"choices":[{"message":{"content":"Hola."},"finish_reason":"stop"}]}"#)
        } test: { server in
            guard case .translator(let translator) = AdapterCases.named("openai-chat").adapter(at: server.url) else {
                throw StandInProblem("no translator")
            }
            let finding = try await clock.run {
                try await ProviderCheck(time: clock.source).check(
                    translator, "Hello.", try LanguagePair(from: .en, to: .es))
            }
            #expect(finding.isGood && finding.says.contains("Hola."))
        }
        #expect(asked.withLock { $0 } == 4)
    }
}
