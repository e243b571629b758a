import Audio
import Delivery
import Plumbing
import Testing
import VerbioTesting

@Suite("The voice at the end of a pipe")
struct PlaybackTests {
    private static let rate = 24_000

    /// A voice whose samples show their position.
    private func voice(seconds: Double, of utterance: Int = 1) -> VoiceAudio {
        let count = Int(seconds * Double(Self.rate))
        return VoiceAudio(sampleRate: Self.rate, samples: (0..<count).map { Int16(1_000 + ($0 + utterance) % 9_000) })
    }

    private func seconds(_ count: Int) -> Duration { .seconds(Double(count) / Double(Self.rate)) }

    @Test(
        "Given voices that are in time, when they are played in any pieces, then each sample is heard once and in order"
    )
    func whole() throws {
        let voices = (1...4).map { voice(seconds: 0.31 * Double($0), of: $0) }
        var outputs: [[Int16]] = []
        for seed in 1...5 {
            var random = SplitMix64(seed: UInt64(seed))
            var playback = VoicePlayback(sampleRate: Self.rate, policy: .queue)
            for (place, voice) in voices.enumerated() {
                let middle = Int.random(in: 0...voice.samples.count, using: &random)
                for part in [voice.samples[..<middle], voice.samples[middle...]] {
                    try playback.add(
                        VoiceAudio(sampleRate: Self.rate, samples: Array(part)), of: place + 1, spokenAt: .zero)
                }
                playback.complete(place + 1)
            }
            var heard: [Int16] = []
            while !playback.isIdle {
                let count = Int.random(in: 1...2_000, using: &random)
                let piece = try playback.next(count, now: .zero, isSpeaking: false)
                #expect(piece.count == count)
                heard += piece
            }
            outputs.append(Array(heard.prefix(voices.map(\.samples.count).reduce(0, +))))
            #expect(heard.dropFirst(outputs[seed - 1].count).allSatisfy { $0 == 0 })
        }
        #expect(outputs.allSatisfy { $0 == voices.flatMap(\.samples) })
    }

    @Test("Given no voice, then there is silence for every moment")
    func silence() throws {
        var playback = VoicePlayback(sampleRate: Self.rate, policy: .queue)
        #expect(try playback.next(480, now: .zero, isSpeaking: true) == [Int16](repeating: 0, count: 480))
    }

    @Test("Given a voice whose next piece is not there, then the next utterance waits")
    func order() throws {
        var playback = VoicePlayback(sampleRate: Self.rate, policy: .queue)
        try playback.add(VoiceAudio(sampleRate: Self.rate, samples: [1, 1]), of: 1, spokenAt: .zero)
        #expect(try playback.next(4, now: .zero, isSpeaking: false) == [1, 1, 0, 0])
        try playback.add(VoiceAudio(sampleRate: Self.rate, samples: [2]), of: 1, spokenAt: .zero)
        try playback.add(VoiceAudio(sampleRate: Self.rate, samples: [3]), of: 2, spokenAt: .zero)
        #expect(try playback.next(4, now: .zero, isSpeaking: false) == [2, 3, 0, 0])
    }

    @Test("Given a voice that is late, when it is queued, then it is spoken faster, but never more than 15 % faster")
    func hurried() throws {
        for (late, most) in [(1.0, 1.0), (3.0, 1.08), (60.0, 1.16)] {
            var playback = VoicePlayback(sampleRate: Self.rate, policy: .queue)
            try playback.add(voice(seconds: 5), of: 1, spokenAt: .zero)
            playback.complete(1)
            var count = 0
            while !playback.isIdle {
                _ = try playback.next(480, now: .seconds(late), isSpeaking: false)
                count += 480
            }
            #expect(5 / seconds(count).seconds <= most)
            #expect(playback.lag == late)
            if late > 10 { #expect(5 / seconds(count).seconds > 1.1) }
        }
    }

    @Test(
        "Given voices too long for their time, when late ones are skipped, then lag is bounded, each heard or reported"
    )
    func hour() throws {
        var playback = VoicePlayback(sampleRate: 8_000, policy: .skipAhead)
        var (skipped, now, spoken, worst) = ([SkippedVoice](), 0.0, 0, 0.0)
        // Sentences of 4 s for an hour; their voices last 1.4 times as long.
        while now < 3_600 {
            if now >= Double(spoken + 1) * 4 {
                spoken += 1
                let voice = VoiceAudio(sampleRate: 8_000, samples: [Int16](repeating: 900, count: Int(8_000 * 5.6)))
                try playback.add(voice, of: spoken, spokenAt: .seconds(Double(spoken) * 4))
                playback.complete(spoken)
            }
            _ = try playback.next(1_600, now: .seconds(now), isSpeaking: true)
            worst = max(worst, playback.lag)
            skipped += playback.takeSkipped()
            now += 0.2
        }
        #expect(worst <= VoicePlayback.latest + 0.2)
        #expect(!skipped.isEmpty && skipped.count < spoken / 3)
        #expect(Set(skipped.map(\.utterance)).count == skipped.count)
        #expect(skipped.allSatisfy { $0.lag > VoicePlayback.latest })
    }

    @Test("Given a voice that is cut off, then it fades out and the next one fades in")
    func fades() throws {
        var playback = VoicePlayback(sampleRate: Self.rate, policy: .skipAhead)
        for utterance in 1...2 {
            let loud = VoiceAudio(sampleRate: Self.rate, samples: [Int16](repeating: 16_000, count: Self.rate * 3))
            try playback.add(loud, of: utterance, spokenAt: .seconds(Double(utterance) * 5))
            playback.complete(utterance)
        }
        var heard = try playback.next(Self.rate, now: .seconds(5), isSpeaking: false)
        heard += try playback.next(Self.rate, now: .seconds(16.5), isSpeaking: false)
        #expect(playback.takeSkipped().map(\.utterance) == [1])
        let steps = zip(heard, heard.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.max() ?? .max <= 16_000 / (Self.rate / 50) + 1)
        #expect(heard.contains { abs(Int($0)) < 100 })
    }

    @Test("Given a human who speaks, when the policy is to duck, then the voice is quieter by 12 dB without a jump")
    func ducked() throws {
        var playback = VoicePlayback(sampleRate: Self.rate, policy: .duck)
        let loud = VoiceAudio(sampleRate: Self.rate, samples: [Int16](repeating: 16_000, count: Self.rate * 3))
        try playback.add(loud, of: 1, spokenAt: .zero)
        var heard = try playback.next(Self.rate, now: .zero, isSpeaking: false)
        heard += try playback.next(Self.rate, now: .zero, isSpeaking: true)
        heard += try playback.next(Self.rate, now: .zero, isSpeaking: false)
        #expect(heard[Self.rate / 2] == 16_000)
        #expect(heard[Self.rate * 3 / 2] == 4_000)
        #expect(heard[Self.rate * 5 / 2] == 16_000)
        let steps = zip(heard, heard.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.max() ?? .max <= 35)
    }
}
