import Audio
import Hearing
import Testing
import VerbioTesting

/// The segmenter with a network. What it finds with random weights means nothing, but must not depend on the pushes.
struct NeuralSegmentationTests {
    /// Loud and soft stretches, so that a network of any weights says now this, now that.
    private func stretches(seed: UInt64, seconds: Double) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        var audio: [Float] = []
        while audio.count < Int(seconds * 16_000) {
            let length = Double.random(in: 0.01...0.9, using: &numbers)
            audio += Sound.pink(length, decibels: .random(in: -80 ... -6, using: &numbers), seed: numbers.next())
            if Bool.random(using: &numbers) { audio += Sound.silence(length) }
        }
        return audio
    }

    /// Weights whose answers to these sounds lie on both sides of the thresholds.
    private func model(seed: UInt64, for audio: [Float]) throws -> SpeechModel {
        var tensors = ModelFile.tensors(seed: seed)
        var probability = SpeechProbability(model: try SpeechModel(bytes: ModelFile.bytes(tensors)))
        let middle = probability.push(audio).sorted()[audio.count / 1_024]
        // Moves the median to 0.3, between the two thresholds.
        tensors["final_conv.bias"]?[0] += Float(Sound.logit(0.3) - Sound.logit(Double(middle)))
        return try SpeechModel(bytes: ModelFile.bytes(tensors))
    }

    @Test(
        "Given a network, when audio is pushed in any chunks, then the utterances are the same bit for bit",
        arguments: [1, 2, 3] as [UInt64])
    func isChunkInvariant(seed: UInt64) throws {
        let audio = Array(stretches(seed: seed, seconds: 12).dropLast(77))
        let model = try model(seed: seed, for: audio)
        var configuration = SegmentationConfiguration.lowLatency.listening(with: model)
        configuration.endSilence = 250
        configuration.maximum = 3_000
        configuration.cutWindow = 500
        let whole = heard(audio, configuration, model: model, chunks: [audio.count])
        #expect(whole.count > 2)
        var end = 0
        for utterance in whole {
            #expect(utterance.range.start >= end && utterance.range.end <= audio.count)
            #expect(utterance.speech.start >= utterance.range.start && utterance.speech.end <= utterance.range.end)
            #expect(utterance.samples == Array(audio[utterance.range.start..<utterance.range.end]))
            end = utterance.range.end
        }
        for chunk in [1, 160, 511, 512, 16_000] {
            #expect(
                heard(audio, configuration, model: model, chunks: sequence(first: chunk) { $0 }) == whole,
                "chunks of \(chunk)")
        }
        var numbers = SplitMix64(seed: seed)
        let chunks = AnyIterator { Int.random(in: 1...3_000, using: &numbers) }
        #expect(heard(audio, configuration, model: model, chunks: chunks) == whole)
    }

    @Test(
        "Given a network that reports speech everywhere, when audio is segmented, then the utterance is all of the audio",
        arguments: [3, 700, 16_000, 40_077])
    func countsFromTheStart(samples: Int) throws {
        var tensors = ModelFile.tensors(seed: 1)
        tensors["final_conv.bias"] = [50]
        let model = try SpeechModel(bytes: ModelFile.bytes(tensors))
        let audio = Array(Sound.pink(3, decibels: -20).prefix(samples))
        let configuration = SegmentationConfiguration.file.listening(with: model)
        let found = heard(audio, configuration, model: model, chunks: sequence(first: 1_000) { $0 })
        // Less than the 30 ms that a word must last is none, even for a network that calls everything speech.
        #expect(found.map(\.range.count) == (samples < 480 ? [] : [samples]))
        #expect(found.allSatisfy { $0.speech.start == 0 && $0.end == .endOfAudio })
    }

    @Test("Given a network, when a long stream is segmented, then the memory stays bounded")
    func memoryIsBounded() throws {
        let audio = stretches(seed: 4, seconds: 10)
        let model = try model(seed: 4, for: audio)
        var configuration = SegmentationConfiguration.file.listening(with: model)
        configuration.maximum = 2_000
        var segmenter = UtteranceSegmenter(configuration: configuration, model: model)
        var most = 0
        for _ in 0..<6 {
            for start in stride(from: 0, to: audio.count, by: 800) {
                _ = segmenter.push(Array(audio[start..<min(start + 800, audio.count)]))
                most = max(most, segmenter.retained)
            }
        }
        #expect(most < 16_000 * 5)
    }

    @Test("Given a model, when it is configured, then the configuration names it")
    func configurationNamesModel() throws {
        let model = try SpeechModel(bytes: ModelFile.bytes(ModelFile.tensors(seed: 1)))
        #expect(SegmentationConfiguration.file.model == nil)
        #expect(SegmentationConfiguration.file.listening(with: model).model == model.name)
    }
}

/// The segmenter with the installed model, on sounds that would fool the spectral detector.
@Suite(
    .enabled(if: InstalledModel.path != nil && Recording.hasPocketsphinx, Comment(rawValue: InstalledModel.missing)))
struct InstalledModelTests {
    private func heardWithModel(_ audio: [Float]) throws -> [HeardUtterance] {
        let model = try SpeechModel(path: try #require(InstalledModel.path))
        let configuration = SegmentationConfiguration.file.listening(with: model)
        return heard(audio, configuration, model: model, chunks: sequence(first: 4_096) { $0 })
    }

    @Test(
        "Given ten minutes without speech, when they are segmented, then there is no utterance",
        arguments: ["silence", "hiss", "hum", "clicks", "pink"])
    func noises(_ name: String) throws {
        let piece: [Float] =
            switch name {
            case "hiss": Sound.white(20, decibels: -30)
            case "hum": Sound.mixed(Sound.tone(20, hertz: 50, decibels: -25), Sound.white(20, decibels: -60))
            case "clicks": Sound.clicks(20)
            case "pink": Sound.pink(20, decibels: -30)
            default: Sound.silence(20)
            }
        let audio = (0..<30).flatMap { _ in piece }
        #expect(try heardWithModel(audio).allSatisfy { $0.gate != .pass })
    }

    @Test("Given hard clipping, when it is judged with the model, then a voice passes and a square wave does not")
    func clippedVoice() throws {
        let clip = try Recording.pocketsphinx("librivox/sense_and_sensibility_01_austen_64kb-0880.wav")
        let clipped = clip.map { max(-1, min(1, $0 * 400)) }
        let found = try heardWithModel(Sound.silence(1) + clipped + Sound.silence(1))
        #expect(found.contains { $0.gate == .pass } && !found.contains { $0.gate == .tooEven }, "\(found.map(\.gate))")
        let square = Sound.tone(4, hertz: 150, decibels: 0).map { $0 > 0 ? Float(0.7) : -0.7 }
        #expect(try heardWithModel(Sound.silence(1) + square + square).allSatisfy { $0.gate != .pass })
    }

    @Test("Given a short word in noise, when it is segmented, then it is kept whole")
    func word() throws {
        let clip = try Recording.pocketsphinx("cards/005.wav")
        let loud = try #require(clip.firstIndex { abs($0) > 0.2 })
        let word = Sound.scaled(Array(clip[loud..<(loud + 4_800)]), decibels: -18)
        let audio = Sound.mixed(Sound.silence(2) + word + Sound.silence(2), Sound.white(4.3, decibels: -33))
        let utterance = try #require(try heardWithModel(audio).first { $0.gate == .pass })
        #expect(utterance.range.start <= 32_000 && utterance.range.end >= 36_800)
    }

    @Test("Given music, when it is segmented, then only speech over it is found")
    func music() throws {
        let chord = [220.0, 277.2, 329.6, 440].map { Sound.tone(10, hertz: $0, decibels: -36) }
        let beat = chord.reduce(Sound.silence(10), Sound.mixed).enumerated().map { index, value in
            value * Float(1 - Double(index % 8_000) / 8_000)
        }
        #expect(try heardWithModel(beat).allSatisfy { $0.gate != .pass })
        let clip = Sound.scaled(try Recording.pocketsphinx("cards/005.wav"), decibels: -20)
        let speech = Sound.silence(3) + clip + Sound.silence(7)
        let found = try heardWithModel(Sound.mixed(beat, Array(speech.prefix(beat.count)))).filter { $0.gate == .pass }
        #expect(!found.isEmpty && found.allSatisfy { $0.speech.start > 40_000 && $0.speech.end < 112_000 })
    }
}
