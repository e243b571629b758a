import Audio
import Foundation
import VerbioTesting

/// A recording of speech in a quiet room, and which of its frames of 10 ms are speech.
struct Clip {
    var name: String
    var samples: [Float]
    var labels: [Bool]
    /// Frames of words that stand alone: 150 to 400 ms, at least 80 ms of silence on either side.
    var words: [Range<Int>]
    /// Root of the mean square of its speech.
    var level: Float

    static let samplesPerFrame = speechSampleRate / 100

    /// Labels a recording. Speech is frames 10 dB above its floor and within 30 dB of its loud parts. Pauses of at most 200
    /// ms are filled, and runs of less than 120 ms are dropped.
    /// Nil if the labels cannot be trusted. That is so if speech and floor are too close, or if thresholds 3 dB lower or
    /// higher would move the ends of utterances.
    init?(name: String, samples: [Float]) {
        let frames = samples.count / Clip.samplesPerFrame
        guard frames >= 30 else { return nil }
        let levels = (0..<frames).map { frame in
            let energy = samples[(frame * 160)..<(frame * 160 + 160)].reduce(Float(0)) { $0 + $1 * $1 }
            return 10 * log10(energy / 160 + 1e-12)
        }
        let sorted = levels.sorted()
        let (floor, loud) = (sorted[frames / 10], sorted[frames * 19 / 20])
        func labels(_ shift: Float) -> [Bool] {
            let loudFrames = levels.map { $0 > floor + 10 + shift && $0 > loud - 30 + shift }
            return Runs.filled(Runs.filled(loudFrames, gaps: 20).map { !$0 }, gaps: 11).map { !$0 }
        }
        let (lower, labels, higher) = (labels(-3), labels(0), labels(3))
        let voiced = labels.indices.filter { labels[$0] }
        let doubtful = zip(Runs.filled(lower, gaps: 50), Runs.filled(higher, gaps: 50)).count { $0 != $1 }
        guard loud - floor >= 25, voiced.count >= 12, doubtful * 12 <= voiced.count else { return nil }
        let energy = voiced.reduce(Float(0)) { sum, frame in
            samples[(frame * 160)..<(frame * 160 + 160)].reduce(sum) { $0 + $1 * $1 }
        }
        let bursts = Runs.of(Runs.filled(levels.map { $0 > floor + 10 && $0 > loud - 25 }, gaps: 4))
        words = bursts.indices.filter { index in
            let before = index > 0 ? bursts[index - 1].upperBound : 0
            let after = index + 1 < bursts.count ? bursts[index + 1].lowerBound : frames
            let word = bursts[index]
            return (15...40).contains(word.count) && word.lowerBound - before >= 8 && after - word.upperBound >= 8
        }.map { bursts[$0] }
        self.name = name
        self.samples = Array(samples[..<(frames * 160)])
        self.labels = labels
        level = (energy / Float(voiced.count * 160)).squareRoot()
    }
}

/// Runs of set frames.
enum Runs {
    static func of(_ frames: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, isSet) in frames.enumerated() {
            if isSet, start == nil { start = index }
            if !isSet, let begin = start {
                runs.append(begin..<index)
                start = nil
            }
        }
        if let start { runs.append(start..<frames.count) }
        return runs
    }

    /// Sets gaps up to a length that have set frames on both sides.
    static func filled(_ frames: [Bool], gaps: Int) -> [Bool] {
        var frames = frames
        let runs = of(frames)
        for (one, next) in zip(runs, runs.dropFirst()) where next.lowerBound - one.upperBound <= gaps {
            for frame in one.upperBound..<next.lowerBound { frames[frame] = true }
        }
        return frames
    }
}

/// The recordings that are there, in two halves: one to choose numbers on, one to report on.
enum Recordings {
    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every second recording by name is in the half to report on.
    static func clips(reporting: Bool) async -> [Clip] {
        var paths: [String] = []
        for folder in [
            "/usr/share/pocketsphinx/test/data", packageRoot.appending(path: "../shared/corpus/speech").path,
        ] {
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            paths += names.filter { isRecording($0) }.sorted().map { folder + "/" + $0 }
        }
        var clips: [Clip] = []
        var seen: Set<Int> = []
        for path in paths {
            guard let samples = await read(path), samples.count <= 12 * speechSampleRate,
                seen.insert(samples.hashValue).inserted,
                let clip = Clip(name: URL(filePath: path).lastPathComponent, samples: samples)
            else { continue }
            clips.append(clip)
        }
        return clips.enumerated().filter { $0.offset.isMultiple(of: 2) != reporting }.map(\.element)
    }

    private static func isRecording(_ name: String) -> Bool {
        ["wav", "raw", "flac", "mp3", "ogg"].contains(URL(filePath: name).pathExtension)
    }

    static func read(_ path: String) async -> [Float]? {
        let raw = path.hasSuffix(".raw") ? RawFormat(sample: .s16le, rate: speechSampleRate, channels: 1) : nil
        guard let source = try? await openSpeechSource(.file(path), options: ReadingOptions(raw: raw)) else {
            return nil
        }
        var samples: [Float] = []
        do {
            while let block = try await source.next() { samples += block.lanes.first ?? [] }
        } catch { return nil }
        return samples
    }
}

/// Recordings one after the other with pauses between them, and the frames with speech.
struct Timeline {
    var samples: [Float] = []
    /// For each frame of 10 ms whether it is within an utterance; pauses of up to 500 ms belong to it.
    var labels: [Bool] = []
    /// Mean level of the speech, in decibels.
    static let level = -18.0
    static let mergedGap = 50

    /// - Parameter seconds: at least this much; recordings come again in another order and at other levels.
    init(_ clips: [Clip], seconds: Double, seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        pause(1)
        while !clips.isEmpty, Double(samples.count) < seconds * Double(speechSampleRate) {
            for clip in clips.shuffled(using: &numbers) {
                let gain = Sounds.amplitude(Timeline.level + Double.random(in: -6...6, using: &numbers)) / clip.level
                samples += clip.samples.map { $0 * gain }
                labels += clip.labels
                pause(Double.random(in: 0.7...3, using: &numbers))
            }
        }
        labels = Runs.filled(labels, gaps: Timeline.mergedGap)
    }

    private mutating func pause(_ seconds: Double) {
        let frames = Int(seconds * 100)
        samples += [Float](repeating: 0, count: frames * Clip.samplesPerFrame)
        labels += [Bool](repeating: false, count: frames)
    }
}
