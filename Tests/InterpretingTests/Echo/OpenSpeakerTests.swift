import Audio
import Conversations
import Foundation
import Hearing
import Interpreting
import Plumbing
import Testing
import VerbioTesting

/// An open loudspeaker for a long time: a human speaks, the voice answers from the loudspeaker, and the microphone hears both.
///
/// Twelve minutes; with `VERBIO_SOAK` set, an hour.
@Suite("An open loudspeaker for an hour", .timeLimit(.minutes(30)))
struct OpenSpeakerTests {
    private static let seconds = ProcessInfo.processInfo.environment["VERBIO_SOAK"] == nil ? 720 : 3_600

    /// What is said and played, sample by sample, and when.
    private struct Room {
        var microphone: [Float] = []
        var loudspeaker: [Float] = []
        var human: [SampleRange] = []
        var voice: [SampleRange] = []

        mutating func silence(_ count: Int) {
            microphone += [Float](repeating: 0, count: count)
            loudspeaker += [Float](repeating: 0, count: count)
        }
    }

    /// - Parameter said: the utterances of a human; the voice has others of them.
    private static func room(_ said: [[Float]], random: inout SplitMix64) -> Room {
        var (room, turn) = (Room(), 0)
        while room.microphone.count < seconds * speechSampleRate {
            let gain = Float.random(in: 0.4...0.9, using: &random)
            let human = said[turn % said.count].map { $0 * gain }
            let start = room.microphone.count
            room.human.append(SampleRange(start: start, end: start + human.count))
            room.microphone += human
            room.loudspeaker += [Float](repeating: 0, count: human.count)
            room.silence(Int.random(in: 13_000...22_000, using: &random))
            // The voice, as loud and as late as loudspeakers and sound cards make it.
            let voice = said[(turn + said.count / 2) % said.count]
            let (delay, loudness) = (
                Int.random(in: 20...800, using: &random) * 16, Float.random(in: 0.15...0.8, using: &random)
            )
            let from = room.microphone.count
            room.voice.append(SampleRange(start: from + delay, end: from + delay + voice.count))
            room.silence(voice.count + delay + 480)
            for (place, sample) in voice.enumerated() {
                room.loudspeaker[from + place] = sample
                room.microphone[from + delay + place] += sample * loudness
                room.microphone[from + delay + place + 480] += sample * loudness * 0.3
            }
            room.silence(Int.random(in: 14_000...24_000, using: &random))
            turn += 1
        }
        for place in room.microphone.indices {
            room.microphone[place] += Float.random(in: -0.0008...0.0008, using: &random)
        }
        return room
    }

    private static func overlap(_ range: SampleRange, _ others: [SampleRange]) -> Int {
        others.map { max(0, min($0.end, range.end) - max($0.start, range.start)) }.reduce(0, +)
    }

    @Test(
        "Given a loudspeaker that the microphone hears, then no voice is translated again, and 99.5 % of the speech is")
    func hour() async throws {
        var random = SplitMix64(seed: 2)
        let speech = try SpeechFixtures.speech()
        var segmenter = UtteranceSegmenter(configuration: .conversation)
        let said = (segmenter.push(speech) + segmenter.finish()).map { Array(speech[$0.speech.start..<$0.speech.end]) }
        try #require(said.count == 6)
        let room = Self.room(said, random: &random)
        let (voice, block) = (OwnVoice(), 1_600)
        let played = PCM16.quantized(room.loudspeaker)
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        let providers = try rehearsal.providers()
        let source = ScriptedSource([room.microphone], blockSize: block) { position in
            let end = min(position + block, played.count)
            guard position < end else { return }
            for start in stride(from: position, to: end, by: 480) {
                let piece = Array(played[start..<min(start + 480, end)])
                let isVoice = piece.contains { $0 != 0 }
                // The number is of no importance: no text of a simulated engine is heard again.
                voice.played(piece, sampleRate: 16_000, at: start, of: isVoice ? 1 + start / (5 * 16_000) : nil)
            }
        }
        _ = try await Interpreter(
            providers: providers, store: rehearsal.store, segmentation: .conversation, time: .hurried
        ).interpret(rehearsal.conversation(providers), from: source, live: LiveHearing(ownVoice: voice)) { _ in }

        let total = room.human.map(\.count).reduce(0, +)
        var (loops, lost, echoes) = (0, 0, 0)
        var last = 0
        while case let page = try await rehearsal.store.utterances(of: rehearsal.id, after: last, limit: 500),
            !page.isEmpty
        {
            for record in page {
                let range = record.utterance.speech
                let (ofHuman, ofVoice) = (Self.overlap(range, room.human), Self.overlap(range, room.voice))
                if case .dropped = record.outcome {
                    lost += ofHuman
                    echoes += ofVoice > 0 ? 1 : 0
                } else if ofVoice > ofHuman {
                    loops += 1
                }
            }
            last = page.last?.utterance.sequence ?? last
        }
        #expect(echoes >= room.voice.count * 9 / 10)
        #expect(loops == 0, "\(loops) of \(room.voice.count) voices were translated again")
        let share = Double(lost) / Double(total)
        #expect(share <= 0.005, "\(share) of the speech was dropped")
    }
}
