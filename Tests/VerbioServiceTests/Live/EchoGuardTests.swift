import Audio
import Configuration
import ConversationTesting
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// A client that plays the speech where its microphone hears it.
@Suite("The echo guard of a live session", .timeLimit(.minutes(5)))
struct EchoGuardTests {
    private static let hasVoice = ["/usr/bin/espeak-ng", "/bin/espeak-ng"].contains(
        where: FileManager.default.isExecutableFile(atPath:))

    /// What a session has delivered up to now.
    private struct Heard {
        var voice: [VoiceAudio] = []
        var lines: [String] = []
    }

    /// A human speaks, and then the microphone hears the translation from the loudspeaker.
    ///
    /// - Returns: the lines of the events after those of the human's utterance.
    private func echo(isGuarded: Bool) async throws -> [String] {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["espeak-ng"]))
            let service = try PipelineService(assembly: workplace.assembly, store: InMemoryStore())
            let request = ConversationRequest(try LanguagePair(from: .en, to: .es)) {
                $0.listening.raw = RawFormat(sample: .s16le, rate: 16_000, channels: 1)
                $0.isEchoGuarded = isGuarded
            }
            let live = service.live(request, control: RunControl())
            let heard = Locked(Heard())
            let isSpoken = BoundedChannel<Void>(capacity: 1)
            async let fed: Void = {
                let speech = PCM16.quantized(Array(try SpeechFixtures.speech().prefix(60_000)))
                let said = speech + [Int16](repeating: 0, count: 40_000)
                try await live.feed(PCM16.littleEndianBytes(said))
                _ = try await isSpoken.next()
                var (sound, at) = ([Int16](repeating: 0, count: 3_200), said.count)
                for (index, piece) in heard.withLock({ $0.voice }).enumerated() {
                    if isGuarded {
                        try live.perform(.played(1, piece: index + 1, at: Double(at) / 16_000))
                    }
                    let count = Int(piece.seconds * 16_000)
                    at += count
                    sound += (0..<count).map { piece.samples[$0 * piece.samples.count / count] / 2 }
                }
                try await live.feed(PCM16.littleEndianBytes(sound + [Int16](repeating: 0, count: 40_000)))
                live.end()
            }()
            _ = try await live.run { delivered in
                switch delivered {
                case .audio(utterance: 1, let voice): heard.withLock { $0.voice.append(voice) }
                case .event(let event):
                    let line = try EventLines.json(event)
                    heard.withLock { $0.lines.append(line) }
                    if line.contains("utterance.finished"), line.contains(#""utterance":1}"#) {
                        _ = isSpoken.trySend(())
                    }
                default: break
                }
            }
            try await fed
            let (voice, lines) = heard.withLock { ($0.voice, $0.lines) }
            #expect(voice.count > 0)
            return lines.filter { $0.contains("utterance.finished") && !$0.contains(#""utterance":1}"#) }
        }
    }

    @Test(
        "given a client that says what it plays, when its microphone hears it, then nothing of it is translated",
        .enabled(if: hasVoice, "espeak-ng is not installed"))
    func guarded() async throws {
        let outcomes = try await echo(isGuarded: true)
        #expect(!outcomes.isEmpty)
        #expect(outcomes.allSatisfy { $0.contains("echo") }, "\(outcomes)")
    }

    @Test(
        "given a client with headphones, when the same sound comes, then it is treated as speech",
        .enabled(if: hasVoice, "espeak-ng is not installed"))
    func unguarded() async throws {
        let outcomes = try await echo(isGuarded: false)
        #expect(outcomes.contains { !$0.contains("dropped") }, "\(outcomes)")
    }
}
