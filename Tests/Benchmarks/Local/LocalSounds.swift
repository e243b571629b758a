import Audio
import Foundation
import VerbioTesting

/// The results for sounds that are not speech, and for very short speech.
enum LocalSounds {
    /// Lines written for half an hour of silence, noise, music and clicks.
    static func phantoms(_ own: OwnRecognition) throws -> [Figure] {
        let count = 200 * speechSampleRate
        let sounds: [(String, [Float])] = [
            ("silence", [Float](repeating: 0, count: count)),
            ("room", Sounds.white(count, decibels: -66, seed: 31)),
            ("white", Sounds.white(count, decibels: -25, seed: 32)),
            ("pink", Sounds.pink(count, decibels: -20, seed: 33)),
            ("music", Sounds.music(count, decibels: -18, seed: 34)),
            ("quiet-music", Sounds.music(count, decibels: -35, seed: 35)),
            ("hum", Sounds.hum(count, decibels: -20, seed: 36)),
            ("clicks", Sounds.clicks(count, seed: 37)),
            ("fan", Sounds.fan(count, decibels: -25, seed: 38)),
        ]
        let paths = try sounds.map { try own.recording($0.0, $0.1) }
        let (documents, run) = try own.run(paths, ["--from", "en"])
        let lines = documents.values.flatMap(\.utterances).compactMap(\.source?.text).filter { !$0.isEmpty }
        for line in lines { print("local: phantom line: \(line)") }
        return [
            Figure(
                name: "local, phantom lines in \(sounds.count * 200 / 60) minutes without speech",
                value: Double(lines.count), unit: "lines", target: 0,
                note: "\(run.cpuSeconds.brief) CPU s, exit code \(run.status >> 8)")
        ]
    }

    /// The share of single words that get a text. The words are cut from real recordings at places with silence around
    /// them.
    static func shortUtterances(_ own: OwnRecognition) async throws -> [Figure] {
        let clips = await Recordings.clips(reporting: true) + Recordings.clips(reporting: false)
        var paths: [String] = []
        for clip in clips {
            for (index, word) in clip.words.enumerated() {
                // A margin of 80 ms is known to be silent; a quiet room continues around it.
                let range =
                    max(
                        0, word.lowerBound * Clip.samplesPerFrame - 1_280)..<min(
                        clip.samples.count, word.upperBound * Clip.samplesPerFrame + 1_280)
                let gain = Sounds.amplitude(-20) / clip.level
                let margin = Sounds.white(speechSampleRate, decibels: -66, seed: UInt64(index))
                paths.append(
                    try own.recording(
                        "word-\(paths.count)", margin + clip.samples[range].map { $0 * gain } + margin))
            }
        }
        guard !paths.isEmpty else { return [] }
        let (documents, _) = try own.run(paths, ["--from", "en"])
        let kept = paths.count { !(documents[$0]?.text ?? "").isEmpty }
        return [
            Figure(
                name: "local, single words of 150 to 400 ms with a text",
                value: 100 * Double(kept) / Double(paths.count),
                unit: "%", target: 98, atLeast: true, note: "\(kept) of \(paths.count), cut from running speech")
        ]
    }
}
