import Audio
import Foundation
import Hearing

/// How well and at what price speech is found, against webrtcvad and Silero under onnxruntime.
///
/// `VERBIO_VAD_HALF=tuning` listens to the other half of the recordings, on which numbers are chosen.
enum SpeechDetection {
    struct Row {
        var scores: [Score] = []
        var cpuSeconds = 0.0
        var audioSeconds = 0.0
    }

    static func tracks(_ clean: [Float], _ clips: [Clip]) -> [(name: String, samples: [Float])] {
        let room = Sounds.mixed(clean, Sounds.white(clean.count, decibels: -66, seed: 1))
        var tracks = [("digital", clean), ("clean", room)]
        for ratio in [20.0, 10, 5, 0] {
            let level = Timeline.level - ratio
            tracks.append(("white \(Int(ratio))", Sounds.mixed(room, Sounds.white(clean.count, decibels: level, seed: 2))))
            tracks.append(("pink \(Int(ratio))", Sounds.mixed(room, Sounds.pink(clean.count, decibels: level, seed: 3))))
            tracks.append(("music \(Int(ratio))", Sounds.mixed(room, Sounds.music(clean.count, decibels: level, seed: 4))))
            if ratio >= 10 {
                tracks.append(
                    ("babble \(Int(ratio))", Sounds.mixed(room, Sounds.babble(clips, clean.count, decibels: level, seed: 5))))
            }
        }
        return tracks
    }
}
