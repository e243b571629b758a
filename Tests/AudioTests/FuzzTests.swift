import Audio
import Plumbing
import Testing
import VerbioTesting

/// Broken input of every kind ends with samples or with a problem; it never crashes and never hangs.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpus is not beside the package"), .timeLimit(.minutes(10)))
struct FuzzTests {
    static let files = [
        "format/hound/pop.wav", "format/scipy/test-48000Hz-2ch-64bit-float-le-wavex.wav", "format/gen/opus-60ms.opus",
        "hostile/truncated/opus-50pct.opus", "hostile/truncated/mp3-10pct.mp3", "hostile/truncated/ogg-95pct.ogg",
        "hostile/truncated/flac-50pct.flac", "hostile/bitflip/caf-1.caf", "format/gen/aiff.aiff", "format/gen/w64.w64",
    ]

    private func survives(_ bytes: [UInt8]) async throws {
        do {
            let recording = try await read(bytes, pieces: [65_536], ReadingOptions(ffmpegPath: ""))
            #expect(recording.isFinite && recording.seconds < 700)
        } catch let problem as Problem {
            #expect(problem.kind == .input)
        }
    }

    @Test("Given a recording that is cut anywhere, when it is read, then it does no harm", arguments: files)
    func truncated(_ file: String) async throws {
        let bytes = Array(try contents(file).prefix(6_000))
        var generator = SplitMix64(seed: 3)
        for length in 1..<24 { try await survives(Array(bytes.prefix(length * 4))) }
        for _ in 0..<12 { try await survives(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))) }
    }

    @Test("Given a recording with flipped bits, when it is read, then it does no harm", arguments: files)
    func flipped(_ file: String) async throws {
        let bytes = Array(try contents(file).prefix(6_000))
        var generator = SplitMix64(seed: 5)
        for round in 0..<30 {
            var broken = bytes
            // Mostly in the header, where the damage is done.
            let reach = round % 3 == 0 ? bytes.count : min(200, bytes.count)
            for _ in 0..<(1 + round % 6) {
                broken[Int.random(in: 0..<reach, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try await survives(broken)
        }
    }

    @Test("Given a recording with numbers at their limits, when it is read, then it does no harm", arguments: files)
    func extremes(_ file: String) async throws {
        let bytes = Array(try contents(file).prefix(4_000))
        var generator = SplitMix64(seed: 9)
        for value: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
            for _ in 0..<6 {
                var broken = bytes
                let start = Int.random(in: 4..<min(120, bytes.count - 8), using: &generator)
                for offset in 0..<4 { broken[start + offset] = value }
                try await survives(broken)
            }
        }
    }
}
