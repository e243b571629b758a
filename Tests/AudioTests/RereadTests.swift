import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import Audio

/// An input that two readers hear.
@Suite("Audio that is heard twice", .timeLimit(.minutes(2)))
struct RereadTests {
    @Test(
        "Given sound that can be read only once, when its beginning was heard, then the second reader hears all of it")
    func whole() async throws {
        let samples = (0..<160_000).map { Int16($0 % 97 * 200) }
        let wav = SpeechFixtures.wav(samples)
        for pieces in [1_000, 33_333, wav.count] {
            let pipe = BytePipe(capacity: 8_192)
            let (first, all) = try AudioInput.bytes(pipe, name: "sound").heardTwice()
            async let sending: Void = {
                for start in stride(from: 0, to: wav.count, by: pieces) {
                    try await pipe.send(Array(wav[start..<min(wav.count, start + pieces)]))
                }
                pipe.finish()
            }()
            let beginning = try await openSpeechSource(first)
            let block = try await beginning.next()
            #expect((block?.lanes.first?.count ?? 0) > 0)
            beginning.stop()
            let source = try await openSpeechSource(all)
            var heard: [Float] = []
            while let block = try await source.next() { heard += block.lanes[0] }
            try await sending
            #expect(heard.count == samples.count)
            #expect(zip(heard, samples).allSatisfy { abs($0 - Float($1) / 32_768) < 1e-3 })
        }
    }

    @Test("Given a limit, when the first reader has read that much, then it is at the end, and the second one is not")
    func limited() async throws {
        let wav = SpeechFixtures.wav([Int16](repeating: 3_000, count: 160_000))
        let pipe = BytePipe(capacity: 1 << 20)
        try await pipe.send(wav)
        pipe.finish()
        let (first, all) = try AudioInput.bytes(pipe, name: "sound").heardTwice(keeping: 64_000)
        func seconds(_ input: AudioInput) async throws -> Double {
            let source = try await openSpeechSource(input)
            var count = 0
            while let block = try await source.next() { count += block.lanes[0].count }
            return Double(count) / 16_000
        }
        #expect(try await seconds(first) < 5)
        #expect(try await seconds(all) == 10)
    }

    @Test("Given a silent client, when the input is cancelled, then a reader that waits ends")
    func cancelled() async throws {
        let (first, all) = try AudioInput.bytes(BytePipe(), name: "sound").heardTwice()
        let opening = Task { _ = try await openSpeechSource(first) }
        all.cancel()
        await #expect(throws: Problem.self) { try await opening.value }
    }
}
