import Foundation
import Providers
import StandIns
import Testing
import VerbioTesting

/// Impossible numbers with possible texts: the text is an answer, the number is not used.
@Suite(.serialized, .timeLimit(.minutes(10))) struct NumberTests {
    static let absurd = [
        "1e308", "-1e308", "-1", "0.5", "9223372036854775808", "18446744073709551616", "1e400", "\"NaN\"", "null",
        "true",
        "[]", "{}", "\"\"",
    ]

    @Test(arguments: AdapterCases.recognizers + AdapterCases.translators)
    func numbersOfAnAnswer(_ adapter: AdapterCase) async throws {
        let good = try await outcome(adapter) { $0 }
        for number in Self.absurd {
            let outcome = try await outcome(adapter) { $0.with(payload: replacing($0.payload, by: number)) }
            #expect(outcome.error == nil, "\(number)")
            #expect(outcome.text == good.text, "\(number)")
            check(outcome, number)
        }
    }

    /// Google's times are texts.
    @Test(arguments: ["1e308s", "-1s", "NaNs", "infs", "s", "", "0x10s", "9223372036854775808s", "1.5"])
    func durations(_ text: String) async throws {
        let outcome = try await outcome(AdapterCases.named("google-stt")) { good in
            let body = String(decoding: good.payload, as: UTF8.self)
            return good.with(payload: Array(body.replacing("\"0.100s\"", with: "\"\(text)\"").utf8))
        }
        #expect(outcome.error == nil)
        check(outcome, text)
    }

    /// Times that go back, overlap, or lie beyond the audio.
    @Test func wordsAreInOrderAndWithinTheAudio() async throws {
        let words = [(0.5, 1.0), (0.2, 0.4), (0.6, 0.6), (2.9, 99.0), (50.0, 60.0), (1.0, 0.5)]
            .map { #"{"word":"w","start":\#($0),"end":\#($1)}"# }.joined(separator: ",")
        let outcome = try await outcome(AdapterCases.named("openai-stt-words")) { _ in
            .json(200, #"{"text":"w w w w w w","words":[\#(words)]}"#)
        }
        check(outcome, words)
        #expect(outcome.recognition?.words.map(\.start) == [0.5, 0.5, 0.6, 2.9])
    }

    /// More tokens from the cache than in the request.
    @Test func noMoreIsCachedThanWasSent() async throws {
        let outcome = try await outcome(AdapterCases.named("openai-chat")) { good in
            let body = String(decoding: good.payload, as: UTF8.self)
            return good.with(payload: Array(body.replacing("\"cached_tokens\":3", with: "\"cached_tokens\":900").utf8))
        }
        #expect(outcome.usage == Usage(inputTokens: 57, cachedInputTokens: 57, outputTokens: 9))
    }

    /// An impossible consumption is not the same as none: it is reported as the maximum, which is not believed.
    @Test(arguments: ["-1", "1e308", "-1e308", "1e400", "9223372036854775808"])
    func consumed(_ number: String) async throws {
        let outcome = try await outcome(AdapterCases.named("openai-chat")) { good in
            let body = String(decoding: good.payload, as: UTF8.self)
            return good.with(
                payload: Array(body.replacing("\"completion_tokens\":9", with: "\"completion_tokens\":\(number)").utf8))
        }
        #expect(outcome.usage?.outputTokens == 1_000_000_000)
    }

    /// The usage that a header field reports.
    @Test(arguments: ["-5", "abc", "99999999999999999999", "9223372036854775807", "", "1e3"])
    func charges(_ text: String) async throws {
        for (name, header) in [("elevenlabs-tts", "character-cost"), ("deepgram-tts", "dg-char-count")] {
            let outcome = try await outcome(AdapterCases.named(name)) {
                .body(200, type: "audio/pcm", $0.payload, headers: [(header, text)])
            }
            #expect(outcome.usage?.characters == 13, "\(name)")
        }
    }

    /// A WAV with a header that cannot be.
    @Test(arguments: ["openai-tts-wav", "google-tts"])
    func waves(_ name: String) async throws {
        let changes: [(Int, [UInt8])] = [
            (0, Array("JUNK".utf8)), (8, Array("AVI ".utf8)), (16, [255, 255, 255, 255]), (16, [0, 0, 0, 0]),
            (20, [3, 0]),
            (22, [2, 0]), (22, [0, 0]), (24, [0, 0, 0, 0]), (24, [255, 255, 255, 255]), (24, [0, 0, 0, 128]),
            (34, [8, 0]),
            (34, [24, 0]), (36, Array("LIST".utf8)),
        ]
        for (place, bytes) in changes {
            var wave = SpeechFixtures.wav([1, 2, 3, 4], rate: 24_000)
            wave.replaceSubrange(place..<place + bytes.count, with: bytes)
            let outcome = try await outcome(AdapterCases.named(name)) { [wave] _ in
                name == "google-tts"
                    ? .json(200, #"{"audioContent":"\#(Data(wave).base64EncodedString())"}"#)
                    : .body(200, type: "audio/wav", wave)
            }
            #expect(outcome.failure == .unusable, "\(bytes) at \(place)")
        }
    }

    // MARK: Parts

    private func outcome(
        _ adapter: AdapterCase, _ change: @escaping @Sendable (StandInAnswer) -> StandInAnswer
    ) async throws -> Outcome {
        try await withStandIn {
            change(try EchoStandIn.answer($0))
        } test: { server in
            await adapter.adapter(at: server.url).call()
        }
    }

    /// Every number that is a member's value.
    private func replacing(_ payload: [UInt8], by number: String) -> [UInt8] {
        let text = String(decoding: payload, as: UTF8.self)
        return Array(text.replacing(#/:\s*-?[0-9][0-9.]*(?=[,}\]\s])/#, with: ":" + number).utf8)
    }

    private func check(_ outcome: Outcome, _ what: String) {
        let usage = outcome.usage ?? Usage()
        let counts = [usage.characters, usage.inputTokens, usage.cachedInputTokens, usage.outputTokens]
        #expect(counts.allSatisfy { (0...1_000_000_000).contains($0 ?? 0) }, "\(what): \(usage)")
        #expect((0...1e6).contains(usage.audioSeconds ?? 0), "\(what): \(usage)")
        let recognition = outcome.recognition
        let confidences = [recognition?.confidence] + (recognition?.words ?? []).map(\.confidence)
        #expect(confidences.allSatisfy { (0...1).contains($0 ?? 0) }, "\(what): \(confidences)")
        var last = 0.0
        for word in recognition?.words ?? [] {
            #expect(word.start >= last && word.end >= word.start && word.end <= 3, "\(what): \(word)")
            last = word.start
        }
    }
}
