import Audio
import Foundation
import Testing
import VerbioTesting

/// Kinds of files that no program here writes: their pieces are made by their published descriptions.
@Suite("Joined files that are made here", .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
struct JoinedPiecesTests {
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case ape, amr, nist, svx

        var testDescription: String { "\(self)" }

        func bytes(seconds: Int) -> [UInt8] {
            switch self {
            case .ape: JoinedPiecesTests.ape(seconds: seconds)
            // Frames of 20 ms: their kind is 7, and their quality is good.
            case .amr:
                Array("#!AMR\n".utf8) + (0..<seconds * 50).flatMap { _ in [0x3C] + [UInt8](repeating: 0, count: 31) }
            case .nist: JoinedPiecesTests.nist(seconds: seconds)
            case .svx: JoinedPiecesTests.svx(seconds: seconds)
            }
        }
    }

    private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] { little(value, count).reversed() }

    /// Silence, which a frame states with a flag: version 3.99, mono, 16 bits at 16 kHz.
    private static func ape(seconds: Int) -> [UInt8] {
        let (blocks, samples) = (73_728, seconds * 16_000)
        let frames = (samples + blocks - 1) / blocks
        // A checksum with a highest bit that says that flags follow, and the flag of silence.
        let frame = little(0x8000_0000) + little(1) + [UInt8](repeating: 0, count: 8)
        let header = 52 + 24 + 4 * frames
        var bytes = Array("MAC ".utf8) + little(3_990, 2) + little(0, 2)
        for size in [52, 24, 4 * frames, 0, frame.count * frames, 0, 0] { bytes += little(size) }
        bytes += [UInt8](repeating: 0, count: 16)
        bytes += little(2_000, 2) + little(0, 2) + little(blocks) + little(samples - (frames - 1) * blocks)
        bytes += little(frames) + little(16, 2) + little(1, 2) + little(16_000)
        for number in 0..<frames { bytes += little(header + number * frame.count) }
        return bytes + (0..<frames).flatMap { _ in frame }
    }

    private static func nist(seconds: Int) -> [UInt8] {
        let text = """
            NIST_1A
               1024
            channel_count -i 1
            sample_count -i \(seconds * 16_000)
            sample_rate -i 16000
            sample_n_bytes -i 2
            sample_byte_format -s2 01
            sample_sig_bits -i 16
            sample_coding -s3 pcm
            end_head

            """
        let samples = sine(400, rate: 16_000, seconds: Double(seconds)).flatMap { little(Int($0), 2) }
        return Array(text.utf8) + [UInt8](repeating: 10, count: 1_024 - text.utf8.count) + samples
    }

    private static func svx(seconds: Int) -> [UInt8] {
        let samples = sine(400, rate: 16_000, seconds: Double(seconds)).map { UInt8(bitPattern: Int8($0 >> 8)) }
        var form = Array("8SVXVHDR".utf8) + big(20) + big(samples.count) + big(0) + big(0) + big(16_000, 2)
        form += [1, 0] + big(65_536) + Array("BODY".utf8) + big(samples.count) + samples
        return Array("FORM".utf8) + big(form.count) + form
    }

    @Test(
        "Given two or three joined pieces, when they are read, then all of their time is there",
        arguments: Kind.allCases)
    func all(kind: Kind) async throws {
        for lengths in [[2], [2, 3], [2, 3, 2]] {
            let bytes = lengths.flatMap { kind.bytes(seconds: $0) }
            for recording in [try await readFile(bytes), try await read(bytes, pieces: [7, 1_000, 44])] {
                let seconds = Double(lengths.reduce(0, +))
                #expect(abs(recording.seconds - seconds) < 0.01 * Double(lengths.count), "\(recording.seconds)")
                #expect(recording.damage.isEmpty, "\(recording.damage)")
            }
        }
    }

    @Test("Given other bytes behind such a file, when it is read, then they are counted", arguments: Kind.allCases)
    func foreign(kind: Kind) async throws {
        let recording = try await readFile(kind.bytes(seconds: 2) + [UInt8](repeating: 0xFF, count: 50_000))
        #expect(abs(recording.seconds - 2) < 0.01)
        // ffmpeg reads frames to the end, and says so itself.
        guard kind != .amr else { return #expect(!recording.damage.isEmpty) }
        #expect(
            recording.damage.contains { $0.what.contains("50000 bytes") }, "\(recording.seconds) s: \(recording.damage)"
        )
    }
}
