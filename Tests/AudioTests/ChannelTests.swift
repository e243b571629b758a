import Audio
import Plumbing
import Testing

struct ChannelTests {
    private static let rate = 16_000
    private let voice = sine(220, rate: rate, seconds: 1)

    private func stereo(_ left: [Int16], _ right: [Int16]) -> [UInt8] {
        waveBytes(zip(left, right).flatMap { [$0, $1] }, rate: Self.rate, channels: 2)
    }

    private func energy(_ samples: some Sequence<Float>) -> Double { samples.reduce(0) { $0 + Double($1 * $1) } }

    @Test("Given two channels, when they are mixed, then the mix is their average")
    func average() async throws {
        let other = sine(700, rate: Self.rate, seconds: 1)
        let recording = try await read(stereo(voice, other))
        let expected = zip(voice, other).map { (Float($0) / 32_768 + Float($1) / 32_768) / 2 }
        #expect(recording.lanes == [expected])
    }

    @Test("Given silent channels, when they are mixed, then the others do not become quieter", arguments: [2, 3, 6])
    func silentChannels(count: Int) async throws {
        let whole = voice.map { Float($0) / 32_768 }
        for used in [0, count - 1] {
            let samples = voice.flatMap { sample in (0..<count).map { $0 == used ? sample : 0 } }
            let bytes = waveBytes(samples, rate: Self.rate, channels: count)
            let recording = try await read(bytes)
            #expect(recording.lanes == [whole])
            for pieces in [[7], [1_000, 3, 64_000]] { #expect(try await read(bytes, pieces: pieces).lanes == [whole]) }
        }
    }

    @Test(
        "Given two of six channels in use, when they cancel each other out, then one of them is heard, and else their mean"
    )
    func twoOfSix() async throws {
        func six(_ first: [Int16], _ second: [Int16]) -> [UInt8] {
            waveBytes(zip(first, second).flatMap { [0, $0, 0, 0, $1, 0] }, rate: Self.rate, channels: 6)
        }
        let other = sine(700, rate: Self.rate, seconds: 1)
        let mixed = try await read(six(voice, other))
        let expected = zip(voice, other).map { (Float($0) / 32_768 + Float($1) / 32_768) / 2 }
        #expect(mixed.samples.count == expected.count)
        #expect(zip(mixed.samples, expected).allSatisfy { abs($0 - $1) < 1e-6 })
        let inverted = try await read(six(voice, voice.map { -$0 }))
        #expect(inverted.samples == voice.map { Float($0) / 32_768 })
    }

    @Test("Given a channel that begins late, when it is mixed, then it counts from its first sound, without a click")
    func lateChannel() async throws {
        // One second of silence, one in which only the first speaks, one of both, and one of the first again.
        let silence = [Int16](repeating: 0, count: voice.count)
        let first = silence + voice + voice + voice
        let second = silence + silence + voice + silence
        let bytes = stereo(first, second)
        let recording = try await read(bytes)
        let whole = first.map { Float($0) / 32_768 }
        let late = 2 * voice.count + Self.rate / 100
        #expect(recording.samples.prefix(2 * voice.count) == whole.prefix(2 * voice.count))
        #expect(recording.samples[late..<3 * voice.count] == whole[late..<3 * voice.count])
        #expect(recording.samples.suffix(voice.count).elementsEqual(whole.suffix(voice.count).map { $0 / 2 }))
        let steps = zip(recording.samples, recording.samples.dropFirst()).map { ($0 - $1).magnitude }
        #expect(try #require(steps.max()) < 0.06)
        for pieces in [[1], [999, 31], [30_000]] {
            #expect(try await read(bytes, pieces: pieces).samples == recording.samples)
        }
    }

    @Test("Given channels that cancel each other out, when they are mixed, then the voice is still heard")
    func antiphase() async throws {
        let recording = try await read(stereo(voice, voice.map { -$0 }))
        #expect(recording.samples == voice.map { Float($0) / 32_768 })
    }

    @Test("Given an inverted voice over a common hum, when channels are mixed, then the voice is heard")
    func antiphaseInHum() async throws {
        let hum = sine(50, rate: Self.rate, seconds: 1, amplitude: 0.25)
        let recording = try await read(stereo(zip(hum, voice).map { $0 + $1 }, zip(hum, voice).map { $0 - $1 }))
        let voiced = zip(recording.samples, voice).reduce(Float(0)) { $0 + $1.0 * Float($1.1) / 32_768 }
        let whole = voice.reduce(Float(0)) { $0 + Float($1) * Float($1) / 32_768 / 32_768 }
        #expect(abs(voiced) > 0.9 * whole)
    }

    @Test("Given channels whose phase turns on the way, when they are mixed, then no voice is lost and nothing clicks")
    func turning() async throws {
        let half = voice.count / 2
        let right = voice[..<half].map { $0 } + voice[half...].map { -$0 }
        let recording = try await read(stereo(voice, right))
        let whole = voice.map { Float($0) / 32_768 }
        #expect(energy(recording.samples.suffix(half)) > 0.97 * energy(whole.suffix(half)))
        #expect(energy(recording.samples.prefix(half)) > 0.99 * energy(whole.prefix(half)))
        let steps = zip(recording.samples, recording.samples.dropFirst()).map { ($0 - $1).magnitude }
        #expect(try #require(steps.max()) < 0.06)
    }

    @Test("Given two channels, when one is chosen, then only that is heard")
    func one() async throws {
        let other = sine(700, rate: Self.rate, seconds: 1)
        let bytes = stereo(voice, other)
        let second = try await read(bytes, ReadingOptions(channels: .channel(2)))
        #expect(second.lanes == [other.map { Float($0) / 32_768 }])
    }

    @Test("Given two channels, when speakers are separated, then each has a lane")
    func speakers() async throws {
        let other = sine(700, rate: Self.rate, seconds: 1)
        let recording = try await read(stereo(voice, other), ReadingOptions(channels: .speakersByChannel))
        #expect(recording.lanes == [voice, other].map { $0.map { Float($0) / 32_768 } })
    }

    @Test(
        "Given a channel that does not exist, when it is chosen, then it is refused",
        arguments: [ChannelPolicy.channel(3), .channel(0), .channel(-1)])
    func missing(_ policy: ChannelPolicy) async throws {
        let bytes = stereo(voice, voice)
        let problem = await #expect(throws: Problem.self) { try await read(bytes, ReadingOptions(channels: policy)) }
        #expect(problem?.code == "audio.no-such-channel" && problem?.kind == .usage)
        #expect(problem?.description.contains("2 channels") == true)
    }

    @Test("Given one channel, when speakers are to be separated, then it is refused")
    func mono() async throws {
        let bytes = waveBytes(voice, rate: Self.rate)
        let problem = await #expect(throws: Problem.self) {
            try await read(bytes, ReadingOptions(channels: .speakersByChannel))
        }
        #expect(problem?.code == "audio.one-channel" && problem?.kind == .usage)
    }
}
