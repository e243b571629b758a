import Audio
import Foundation
import Hearing

/// Verbio's segmenter as a detector.
struct OwnDetector {
    var name: String
    var configuration: SegmentationConfiguration
    var model: SpeechModel?

    /// The spectral detector, and the one with the model if `VERBIO_SPEECH_MODEL` names its file.
    static func all() throws -> [OwnDetector] {
        var configuration = SegmentationConfiguration.file
        configuration.endSilence = Timeline.mergedGap * 10
        var all = [OwnDetector(name: "spectral", configuration: configuration)]
        if let path = ProcessInfo.processInfo.environment["VERBIO_SPEECH_MODEL"] {
            let model = try SpeechModel(path: path)
            all.append(
                OwnDetector(name: "neural", configuration: configuration.listening(with: model), model: model))
        }
        return all
    }

    struct Run {
        var utterances: [HeardUtterance]
        var cpuSeconds: Double
    }

    func run(_ samples: [Float]) -> Run {
        var segmenter = UtteranceSegmenter(configuration: configuration, model: model)
        var utterances: [HeardUtterance] = []
        let began = clock()
        var position = 0
        while position < samples.count {
            let end = min(position + 4_096, samples.count)
            samples.withUnsafeBufferPointer {
                utterances += segmenter.push(UnsafeBufferPointer(rebasing: $0[position..<end]))
            }
            position = end
        }
        utterances += segmenter.finish()
        return Run(utterances: utterances, cpuSeconds: Double(clock() - began) / Double(CLOCKS_PER_SEC))
    }

    /// How many utterances would be recognized.
    func utterances(in samples: [Float]) -> Int { run(samples).utterances.count { $0.gate == .pass } }

    func detect(_ samples: [Float]) -> (Detection, cpuSeconds: Double) {
        let run = run(samples)
        var frames = [Bool](repeating: false, count: samples.count / 160)
        var kept: [Range<Int>] = []
        for utterance in run.utterances where utterance.gate == .pass {
            for frame in (utterance.speech.start / 160)..<min(utterance.speech.end / 160, frames.count) {
                frames[frame] = true
            }
            kept.append((utterance.range.start / 160)..<(utterance.range.end / 160))
        }
        return (Detection(frames: frames, kept: kept), run.cpuSeconds)
    }
}
