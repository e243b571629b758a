import Audio
import Foundation
import Hearing

/// How well and at what price speech is found, against webrtcvad and Silero under onnxruntime.
///
/// `VERBIO_SPEECH_MODEL` is the path of the model, without which only the spectral detector is measured. Peers run if their
/// Python packages are installed (``PeerDetectors``). `VERBIO_VAD_HALF=tuning` listens to the other half of the recordings,
/// the one on which numbers were chosen.
enum SpeechDetection {
    /// What one detector did on all tracks.
    struct Summary {
        var scores: [String: Score] = [:]
        var cpuSeconds = 0.0
        var hours = 0.0
        var perHour: Double { cpuSeconds / max(hours, 1e-9) }
    }

    static func measure() async throws -> [Figure] {
        let reporting = ProcessInfo.processInfo.environment["VERBIO_VAD_HALF"] != "tuning"
        let clips = await Recordings.clips(reporting: reporting)
        let others = await Recordings.clips(reporting: !reporting)
        guard !clips.isEmpty, !others.isEmpty else {
            print("vad: no recordings; install pocketsphinx-testdata")
            return []
        }
        let timeline = Timeline(clips, seconds: 240, seed: 7)
        let own = try OwnDetector.all()
        print(
            "vad: \(clips.count) recordings, \(timeline.samples.count / speechSampleRate) s, "
                + "\(Runs.of(timeline.labels).count) utterances; other half talks in the babble")
        var summaries: [String: Summary] = [:]
        for track in tracks(timeline.samples, talkers: others) {
            var found: [(name: String, detection: Detection, cpuSeconds: Double)] = []
            if let peers = try PeerDetectors.judge(track.samples) {
                for (name, frames) in peers.frames.sorted(by: { $0.key < $1.key }) {
                    found.append((name, Detection(decisions: frames), peers.cpuSeconds[name] ?? 0))
                }
            }
            for detector in own {
                let (detection, cpuSeconds) = detector.detect(track.samples)
                found.append((detector.name, detection, cpuSeconds))
            }
            for (name, detection, cpuSeconds) in found {
                let score = Score(detection, labels: timeline.labels)
                summaries[name, default: Summary()].scores[track.name] = score
                summaries[name]?.cpuSeconds += cpuSeconds
                summaries[name]?.hours += Double(track.samples.count) / Double(speechSampleRate) / 3_600
                print(row([track.name, name], score))
            }
        }
        var figures: [Figure] = []
        for detector in own { figures += self.figures(detector, summaries, clips) }
        return figures
    }

    /// Speech in silence, in a quiet room, and with noise, music and other talkers at a ratio of so many decibels.
    static func tracks(_ clean: [Float], talkers: [Clip]) -> [(name: String, samples: [Float])] {
        let count = clean.count
        let room = Sounds.mixed(clean, Sounds.white(count, decibels: -66, seed: 1))
        var tracks = [("digital", clean), ("clean", room)]
        for ratio in [20.0, 10, 5, 0] {
            let level = Timeline.level - ratio
            for (name, noise) in [
                ("white", Sounds.white(count, decibels: level, seed: 2)),
                ("pink", Sounds.pink(count, decibels: level, seed: 3)),
                ("music", Sounds.music(count, decibels: level, seed: 4)),
                ("babble", Sounds.babble(talkers, count, decibels: level, seed: 5)),
            ] { tracks.append(("\(name) \(Int(ratio))", Sounds.mixed(room, noise))) }
        }
        return tracks
    }

    /// Tracks on which a detector must be as good as its peers. Babble is speech, and tracks at 0 dB do not count.
    private static func counts(_ track: String) -> Bool { !track.hasPrefix("babble") && !track.hasSuffix(" 0") }

    private static func figures(_ detector: OwnDetector, _ summaries: [String: Summary], _ clips: [Clip]) -> [Figure] {
        guard let ours = summaries[detector.name] else { return [] }
        let peers = summaries.filter { $0.key.hasPrefix("webrtcvad") || $0.key == "silero" }
        let counted = ours.scores.filter { counts($0.key) }
        var figures: [Figure] = []
        let margins = counted.map { track, score in
            (track, score.f1 - (peers.compactMap { $0.value.scores[track]?.f1 }.max() ?? 0))
        }
        if !peers.isEmpty, let worst = margins.min(by: { $0.1 < $1.1 }) {
            figures.append(
                Figure(
                    name: "\(detector.name), F1 above the best peer, worst track", value: worst.1, unit: "",
                    target: -0.01, atLeast: true, note: worst.0))
        }
        let scores = Array(counted.values)
        let noises = Silences.all.map { name, make in (name, detector.utterances(in: make(600 * speechSampleRate))) }
        let words = Words(clips)
        figures += [
            // The result of all tracks together, each of which has the same utterances. The result of the worst track
            // is next to it.
            Figure(
                name: "\(detector.name), onsets kept", value: scores.map(\.onsetsKept).mean, unit: "", target: 0.99,
                atLeast: true,
                note: counted.min { $0.value.onsetsKept < $1.value.onsetsKept }.map {
                    "\($0.value.onsetsKept.brief) in \($0.key)"
                } ?? ""),
            Figure(
                name: "\(detector.name), median onset error", value: scores.map(\.onset).percentile(0.5), unit: "ms",
                target: 30, note: "median of the tracks"),
            Figure(
                name: "\(detector.name), median offset error", value: scores.map(\.offset).percentile(0.5), unit: "ms",
                target: 30, note: "median of the tracks"),
            Figure(
                name: "\(detector.name), utterances in 10 min of each noise",
                value: Double(noises.reduce(0) { $0 + $1.1 }), unit: "", target: 0,
                note: noises.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")),
            Figure(
                name: "\(detector.name), words kept whole", value: Double(words.kept(by: detector)),
                unit: "of \(words.words.count)", target: 0.98 * Double(words.words.count), atLeast: true,
                note: "\(words.different) different ones"),
            Figure(
                name: "\(detector.name), cost", value: ours.perHour, unit: "CPU s/h",
                target: detector.model == nil ? 0.5 : 3),
        ]
        if let silero = summaries["silero"] {
            figures.append(
                Figure(
                    name: "\(detector.name), cost", value: ours.perHour / silero.perHour, unit: "× silero",
                    target: 0.4, note: "silero \(silero.perHour.brief) CPU s/h"))
        }
        return figures
    }

    private static func row(_ names: [String], _ score: Score) -> String {
        func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
        return
            (names
            + [
                "F1 \((score.f1 * 1_000).rounded() / 1_000)", "missed \(percent(score.missed))",
                "false \(percent(score.falseAlarm))", "onset \(Int(score.onset)) (\(Int(score.bias))) ms",
                "offset \(Int(score.offset)) (\(Int(score.offsetBias))) ms", "kept \(percent(score.onsetsKept))",
            ]).map { $0 + String(repeating: " ", count: max(0, 18 - $0.count)) }.joined(separator: " ")
    }
}

extension [Double] {
    fileprivate var mean: Double { reduce(0, +) / Double(Swift.max(1, count)) }
}

/// Ten minutes each of sounds without speech.
enum Silences {
    static let all: [(name: String, make: @Sendable (Int) -> [Float])] = [
        ("digital silence", { [Float](repeating: 0, count: $0) }),
        ("hiss", { Sounds.white($0, decibels: -45, seed: 11) }),
        ("loud hiss", { Sounds.white($0, decibels: -20, seed: 12) }),
        ("pink noise", { Sounds.pink($0, decibels: -30, seed: 13) }),
        ("hum", { Sounds.hum($0, decibels: -30, seed: 14) }),
        ("clicks", { Sounds.clicks($0, seed: 15) }),
        ("fan", { Sounds.fan($0, decibels: -30, seed: 16) }),
    ]
}

/// A hundred words of 150 to 400 ms, each alone in noise 15 dB below it.
struct Words {
    var words: [[Float]] = []
    /// How many recordings of words there are; they come again in other noise.
    var different: Int

    init(_ clips: [Clip]) {
        let short = clips.flatMap { clip in
            clip.words.map { Array(clip.samples[($0.lowerBound * 160)..<($0.upperBound * 160)]) }
        }
        different = short.count
        // Each at several places between the steps of the network, in different noise.
        for index in 0..<100 where !short.isEmpty { words.append(short[index % short.count]) }
    }

    func kept(by detector: OwnDetector) -> Int {
        var kept = 0
        for (index, word) in words.enumerated() {
            let start = 2 * speechSampleRate + index * 37
            let count = start + word.count + 2 * speechSampleRate
            let seed = UInt64(100 + index)
            var audio =
                index.isMultiple(of: 2)
                ? Sounds.white(count, decibels: Timeline.level - 15, seed: seed)
                : Sounds.pink(count, decibels: Timeline.level - 15, seed: seed)
            for (offset, value) in Sounds.scaled(word, decibels: Timeline.level).enumerated() {
                audio[start + offset] += value
            }
            let whole = detector.run(audio).utterances.contains {
                $0.gate == .pass && $0.range.start <= start && $0.range.end >= start + word.count
            }
            if whole { kept += 1 }
        }
        return kept
    }
}
