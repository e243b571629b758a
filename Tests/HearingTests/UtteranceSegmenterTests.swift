import Audio
import Hearing
import Testing
import VerbioTesting

@Suite(.enabled(if: Recording.hasPocketsphinx, "needs the recordings of pocketsphinx-testdata"))
struct UtteranceSegmenterTests {
    /// Two sentences in a quiet room with a pause of so many seconds between them.
    private func dialogue(pause: Double) throws -> [Float] {
        let clean =
            try Sound.silence(1.1) + Recording.pocketsphinx("cards/001.wav") + Sound.silence(pause)
            + Recording.pocketsphinx("cards/003.wav") + Sound.silence(1)
        return Sound.mixed(clean, Sound.white(8, decibels: -66))
    }

    @Test("Given audio, when it is pushed in any chunks, then the utterances are the same bit for bit")
    func isChunkInvariant() throws {
        let audio = try dialogue(pause: 0.9)
        let whole = heard(audio, .lowLatency, chunk: audio.count)
        #expect(whole.count == 2)
        for chunk in [1, 160, 320, 4_096, 16_000] {
            #expect(heard(audio, .lowLatency, chunk: chunk) == whole, "chunks of \(chunk)")
        }
    }

    @Test(
        "Given irregular sounds, when they are pushed in irregular chunks, then the utterances are the same",
        arguments: [1, 2] as [UInt64])
    func isChunkInvariantForRandomSounds(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        var audio: [Float] = []
        while audio.count < 4 * 16_000 {
            let seconds = Double.random(in: 0.01...0.7, using: &numbers)
            audio += Sound.pink(seconds, decibels: .random(in: -80 ... -6, using: &numbers), seed: numbers.next())
        }
        var configuration = SegmentationConfiguration.lowLatency
        configuration.maximum = 2_000
        configuration.cutWindow = 500
        let whole = heard(audio, configuration, chunk: audio.count)
        #expect(whole.count > 1)
        for utterance in whole {
            #expect(utterance.range.start <= utterance.speech.start && utterance.speech.end <= utterance.range.end)
        }
        for (one, next) in zip(whole, whole.dropFirst()) { #expect(one.range.end <= next.range.start) }
        let chunks = AnyIterator { Int.random(in: 1...3_000, using: &numbers) }
        #expect(heard(audio, configuration, chunks: chunks) == whole)
    }

    @Test(
        "Given clipping on one side, when utterances are found, then samples at full scale are counted",
        arguments: [Float(1), -1])
    func clippingOnOneSide(sign: Float) throws {
        // Far too loud on that side, and quiet on the other.
        let audio = try dialogue(pause: 1.6).map { sample in
            let loud = sample * sign
            return sign * (loud > 0 ? min(LevelMeter.fullScale, loud * 40) : loud)
        }
        let utterances = heard(audio)
        #expect(!utterances.isEmpty)
        for utterance in utterances {
            let clipped = utterance.samples.count { abs($0) >= LevelMeter.fullScale }
            // It is counted in whole frames of 10 ms, of which the utterance may have but a part.
            #expect(clipped > 100 && abs(utterance.evidence.clippedSamples - clipped) <= 320)
        }
    }

    @Test("Given speech, when it is segmented, then ranges grow, never overlap and contain everything loud")
    func rangesCoverSpeech() throws {
        let audio = try dialogue(pause: 1.6)
        let utterances = heard(audio)
        #expect(utterances.count == 2)
        var end = 0
        for utterance in utterances {
            #expect(utterance.range.start >= end)
            #expect(utterance.speech.start >= utterance.range.start && utterance.speech.end <= utterance.range.end)
            #expect(utterance.samples == Array(audio[utterance.range.start..<utterance.range.end]))
            end = utterance.range.end
        }
        for frame in 0..<(audio.count / 160) {
            let samples = audio[(frame * 160)..<(frame * 160 + 160)]
            let power = samples.reduce(0) { $0 + $1 * $1 } / 160
            guard power > Sound.amplitude(-45) * Sound.amplitude(-45) else { continue }
            let isCovered = utterances.contains { $0.range.start <= frame * 160 && $0.range.end >= frame * 160 + 160 }
            #expect(isCovered, "frame \(frame)")
        }
    }

    @Test("Given a pause, when it is longer than the end silence, then it separates utterances, else not")
    func pausesSeparate() throws {
        let apart = try dialogue(pause: 1.2)
        let together = try dialogue(pause: 0.3)
        #expect(heard(apart, .file).map(\.end) == [.silence, .silence])
        #expect(heard(together, .file).count == 1)
        #expect(heard(together, .lowLatency).count >= 1)
        #expect(heard(try dialogue(pause: 0.8), .lowLatency).count == 2)
    }

    @Test("Given close utterances, when audio around them is kept, then it does not overlap the previous one")
    func paddingIsClamped() throws {
        var configuration = SegmentationConfiguration(endSilence: 300)
        configuration.preRoll = 1_000
        configuration.tail = 300
        let utterances = heard(try dialogue(pause: 0.4), configuration)
        for (one, next) in zip(utterances, utterances.dropFirst()) { #expect(next.range.start >= one.range.end) }
        let first = try #require(utterances.first)
        #expect(first.speech.start - first.range.start >= 1_000 * 16)
        #expect(first.range.end - first.speech.end >= 300 * 16)
        #expect(zip(utterances, utterances.dropFirst()).contains { $1.range.start == $0.range.end })
    }

    @Test("Given speech at the first sample, when it is segmented, then the utterance begins there")
    func speechAtTheStart() throws {
        let clip = try Recording.pocketsphinx("cards/005.wav")
        let loud = try #require(clip.firstIndex { abs($0) > 0.1 })
        let utterance = try #require(heard(Array(clip[loud...])).first)
        #expect(utterance.range.start == 0)
        #expect(utterance.speech.start < 1_600)
        #expect(utterance.gate == .pass)
    }

    @Test("Given speech at the end of the audio, when it ends, then the utterance has every sample")
    func speechAtTheEnd() throws {
        let clip = try Recording.pocketsphinx("cards/005.wav")
        let loud = try #require(clip.lastIndex { abs($0) > 0.1 })
        let audio = Sound.silence(0.5) + clip[...loud]
        let utterance = try #require(heard(audio).last)
        #expect(utterance.end == .endOfAudio)
        #expect(utterance.range.end == audio.count)
        #expect(utterance.samples.count == utterance.range.count)
    }

    @Test("Given very short audio, when it is segmented, then there is no utterance", arguments: [0, 1, 159, 160, 161])
    func tinyAudio(count: Int) {
        #expect(heard([Float](repeating: 0.5, count: count)).isEmpty)
    }

    @Test(
        "Given speech without a pause, when it is too long, then it is cut at its quietest place and continues at the next sample"
    )
    func maximumLength() throws {
        let clip = try Recording.pocketsphinx("librivox/sense_and_sensibility_01_austen_64kb-0930.wav")
        let sentence = Array(clip[4_000..<44_000])
        let audio = sentence + sentence + sentence + sentence
        var configuration = SegmentationConfiguration.file
        configuration.maximum = 4_000
        configuration.cutWindow = 1_000
        configuration.patienceStart = 100_000
        let utterances = heard(audio, configuration)
        #expect(utterances.map(\.end) == [.maximumLength, .maximumLength, .endOfAudio])
        #expect(utterances.flatMap(\.samples) == Array(audio[..<utterances[2].range.end]))
        for (one, next) in zip(utterances, utterances.dropFirst()) {
            #expect(next.range.start == one.range.end)
            #expect(one.range.count <= 4_000 * 16 && one.range.count >= 3_000 * 16)
            func power(around frame: Int) -> Float {
                audio[(frame * 160 - 160)..<(frame * 160 + 160)].reduce(0) { $0 + $1 * $1 }
            }
            let limit = (one.range.start + 4_000 * 16) / 160
            let quietest = ((limit - 99)..<limit).map(power).min() ?? 0
            #expect(power(around: one.range.end / 160) <= quietest * 1.001)
        }
    }

    @Test("Given speech at any level, when it is segmented, then it is found", arguments: [-66.0, -60, -40, -18, -12])
    func anyLevel(decibels: Double) throws {
        let clip = Sound.scaled(try Recording.pocketsphinx("cards/003.wav"), decibels: decibels)
        let audio = Sound.mixed(
            Sound.silence(1) + clip + Sound.silence(0.6), Sound.white(4, decibels: max(-96, decibels - 40)))
        let utterances = heard(audio)
        #expect(utterances.allSatisfy { $0.gate == .pass } && !utterances.isEmpty)
        #expect(utterances.reduce(0) { $0 + $1.speech.count } > clip.count / 2)
    }

    @Test("Given a long stream, when it is segmented, then memory stays bounded by the longest utterance")
    func memoryIsBounded() throws {
        var configuration = SegmentationConfiguration.file
        configuration.maximum = 4_000
        configuration.cutWindow = 1_000
        var segmenter = UtteranceSegmenter(configuration: configuration)
        let speech = Array(try Recording.pocketsphinx("goforward.raw")[4_000..<34_000])
        let pause = Sound.white(1.5, decibels: -66)
        var most = 0
        for block in [speech, speech, speech, pause, speech, speech, pause] {
            _ = segmenter.push(block)
            most = max(most, segmenter.retained)
        }
        #expect(most <= 5_500 * 16)
        #expect(segmenter.retained <= 500 * 16)
    }

    @Test("Given settings out of range, when they are used, then they are brought into range")
    func wildSettings() {
        var configuration = SegmentationConfiguration(endSilence: -5)
        configuration.preRoll = .min
        configuration.tail = .max
        configuration.maximum = 0
        configuration.cutWindow = .max
        configuration.patienceStart = .max
        configuration.patienceEnd = .min
        configuration.onset = 0
        configuration.detection.pieceFrames = 0
        configuration.detection.floorPieces = -1
        configuration.detection.steadyPieces = .max
        configuration.detection.averagedFrames = 0
        configuration.detection.warmUpFrames = -1
        var end = 0
        for utterance in heard(Sound.clicks(3), configuration) {
            #expect(utterance.range.start >= end && utterance.range.count == utterance.samples.count)
            end = utterance.range.end
        }
    }

    @Test("Given samples that are not numbers, when speech follows, then it is found")
    func damagedSamples() throws {
        let clip = try Recording.pocketsphinx("cards/005.wav")
        let damage: [Float] = [.nan, .infinity, -.infinity, 3e38, .signalingNaN]
        let utterances = heard(damage + Sound.silence(0.5) + clip + damage)
        #expect(!utterances.isEmpty)
        #expect(utterances.allSatisfy { $0.samples.allSatisfy(\.isFinite) && $0.evidence.rmsDBFS.isFinite })
    }
}
