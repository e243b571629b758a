import Audio
import Foundation
import VerbioTesting

/// Whether two-way conversations go in the right direction if Whisper tells the languages apart.
enum LocalDirections {
    private static let pairs = [("en", "es"), ("en", "fr"), ("en", "de"), ("en", "it"), ("en", "pt"), ("es", "fr")]

    static func measure(_ clips: [SpokenClip], _ own: OwnRecognition) async throws -> [Figure] {
        var (wrong, all) = (0, 0)
        for (one, other) in pairs {
            let turns = try await talk(clips, one, other)
            guard turns.count > 2 else { continue }
            let path = try own.recording("talk-\(one)-\(other)", turns.flatMap(\.samples))
            let (documents, _) = try own.run([path], ["--from", one, "--to", other, "--two-way"])
            let utterances = documents[path]?.utterances.filter { !($0.source?.text ?? "").isEmpty } ?? []
            var missed: [String] = []
            for utterance in utterances {
                let middle = Int((utterance.start + utterance.end) / 2 * Double(speechSampleRate))
                guard let turn = turns.first(where: { $0.range.contains(middle) }) else { continue }
                all += 1
                if utterance.direction.from != turn.language {
                    wrong += 1
                    missed.append(utterance.source?.text ?? "")
                }
            }
            print(
                "local: two-way \(one)-\(other): \(missed.count) of \(utterances.count) in the wrong direction"
                    + missed.map { "; \($0)" }.joined())
        }
        guard all > 0 else { return [] }
        return [
            Figure(
                name: "local, utterances in the wrong direction, \(pairs.count) pairs",
                value: 100 * Double(wrong) / Double(all), unit: "%", target: 1, note: "\(wrong) of \(all)")
        ]
    }

    private struct Turn {
        var language: String
        var samples: [Float]
        var range: Range<Int>
    }

    /// Recordings of the two languages in turn, at one level, with 1.5 s between them. The shorter list begins again.
    private static func talk(_ clips: [SpokenClip], _ one: String, _ other: String) async throws -> [Turn] {
        let sides = [one, other].map { language in clips.filter { $0.language == language } }
        let count = sides.map(\.count).max() ?? 0
        guard sides.allSatisfy({ !$0.isEmpty }) else { return [] }
        var turns: [Turn] = []
        var position = 0
        for index in 0..<count {
            for (language, side) in zip([one, other], sides) {
                guard let samples = await Recordings.read(side[index % side.count].path) else { continue }
                let pause = Sounds.white(3 * speechSampleRate / 2, decibels: -66, seed: UInt64(index))
                let voice = Sounds.scaled(samples, decibels: -22) + pause
                turns.append(Turn(language: language, samples: voice, range: position..<position + voice.count))
                position += voice.count
            }
        }
        return turns
    }
}
