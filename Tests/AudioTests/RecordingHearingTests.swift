import Audio
import Foundation
import Plumbing
import Testing

/// Recordings as they were made, neither mixed nor resampled.
@Suite(.timeLimit(.minutes(10)))
struct RecordingHearingTests {
    private static let numbers: [Int16] = (0..<20_011).map { Int16(truncatingIfNeeded: $0 &* 7_919) }

    private struct Heard {
        var samples: [Float] = []
        /// What stayed whole numbers.
        var integers: [Int16] = []
        var rates: Set<Int> = []
        var damage: [AudioDamage] = []
    }

    private func hear(_ input: AudioInput, _ options: ReadingOptions = ReadingOptions()) async throws -> Heard {
        var heard = Heard()
        heard.damage = try await hearRecording(input, options: options) { audio in
            #expect(audio.samples.count % audio.channels == 0)
            heard.rates.insert(audio.rate)
            heard.samples += audio.samples.floats
            heard.integers += audio.samples.integers ?? []
            return .goOn
        }.damage
        return heard
    }

    /// - Parameter pieces: bytes that are sent at once.
    private func sent(_ bytes: [UInt8], pieces: Int) -> AudioInput {
        let pipe = BytePipe()
        Task { await send(bytes, to: pipe, pieces: [pieces]) }
        return .bytes(pipe, name: "upload")
    }

    @Test(
        "Given 16-bit samples in either byte order, when they arrive in any pieces, then they stay as they are",
        arguments: [1, 3], [997, 20_000])
    func wholeNumbers(channels: Int, pieces: Int) async throws {
        let whole = Array(Self.numbers.prefix(Self.numbers.count / channels * channels))
        for sample in [RawFormat.Sample.s16le, .s16be] {
            let bytes = Self.numbers.flatMap { number -> [UInt8] in
                let (low, high) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8))
                return sample == .s16le ? [low, high] : [high, low]
            }
            let raw = ReadingOptions(raw: RawFormat(sample: sample, rate: 44_100, channels: channels))
            let heard = try await hear(sent(bytes, pieces: pieces), raw)
            #expect(heard.integers == whole && heard.rates == [44_100])
            #expect(heard.samples == whole.map { Float($0) / 32_768 })
            #expect(heard.damage.isEmpty == (channels == 1))
        }
    }

    @Test("Given floating-point samples, when they are read, then those that are no number become silence")
    func floatingPoint() async throws {
        let values: [Float] = [0.5, .nan, -.infinity, -0.25]
        let bytes = values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
        let raw = ReadingOptions(raw: RawFormat(sample: .f32le, rate: 16_000, channels: 1))
        let heard = try await hear(sent(bytes, pieces: 5), raw)
        #expect(heard.samples == [0.5, 0, 0, -0.25] && heard.integers.isEmpty)
        #expect(heard.damage.count == 1)
    }

    @Test("Given a limit, when a recording is longer, then the rest is left out and a remark says so")
    func limit() async throws {
        var options = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        options.limits.seconds = 0.5
        let heard = try await hear(sent([UInt8](repeating: 3, count: 40_000), pieces: 4_000), options)
        #expect(heard.integers.count == 8_000)
        #expect(heard.damage.map(\.what) == ["the recording is longer than 0 seconds; the rest was not read"])
    }

    @Test("Given a listener that has heard enough, when it stops, then the sender is free")
    func enough() async throws {
        let pipe = BytePipe()
        let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        try await pipe.send([UInt8](repeating: 1, count: 6_400))
        var calls = 0
        _ = try await hearRecording(.bytes(pipe, name: "microphone"), options: raw) { _ in
            calls += 1
            return .end
        }
        #expect(calls == 1)
        await #expect(throws: BytePipeClosed.self) { try await pipe.send([1, 2]) }
    }

    @Test("Given a pipe that stays silent, when the task is cancelled, then the wait ends")
    func cancelled() async throws {
        let pipe = BytePipe()
        let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        let (arrivals, arrived) = AsyncStream.makeStream(of: Int.self)
        let hearing = Task {
            try await hearRecording(.bytes(pipe, name: "microphone"), options: raw) { audio in
                arrived.yield(audio.samples.count)
                return .goOn
            }
        }
        try await pipe.send([UInt8](repeating: 1, count: 3_200))
        for await _ in arrivals { break }
        hearing.cancel()
        await #expect(throws: CancellationError.self) { try await hearing.value }
        await #expect(throws: BytePipeClosed.self) { try await pipe.send([1, 2]) }
    }

    @Test(
        "Given bytes that are no audio, when they are read, then they are refused with their place",
        arguments: ["", "<html>"])
    func refused(text: String) async throws {
        let problem = await #expect(throws: Problem.self) {
            try await hear(sent(Array(text.utf8), pieces: 100))
        }
        #expect(problem?.code == (text.isEmpty ? "audio.empty" : "audio.not-audio") && problem?.place == "upload")
        let raw = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        let nothing = await #expect(throws: Problem.self) { try await hear(sent([], pieces: 1), raw) }
        #expect(nothing?.code == "audio.no-samples")
    }
}
