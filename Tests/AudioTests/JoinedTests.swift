import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// Recordings that were put after each other in one file: all of them are heard.
struct JoinedTests {
    private let first = sine(400, rate: 16_000, seconds: 2)
    private let second = sine(1_000, rate: 16_000, seconds: 3)

    private var both: [Float] { (first + second).map { Float($0) / 32_768 } }

    /// A `LIST` of remarks.
    private let remarks = Array("LIST".utf8) + [26, 0, 0, 0] + [UInt8](repeating: 0x41, count: 26)

    @Test("Given joined WAV files, when they are read, then all of their audio is heard")
    func waves() async throws {
        let bytes = waveBytes(first, rate: 16_000) + waveBytes(second, rate: 16_000)
        for recording in [try await readFile(bytes), try await read(bytes, pieces: [1, 77, 9_000])] {
            #expect(recording.samples == both && recording.damage.isEmpty)
        }
        // Chunks and padding between them are no audio.
        let padding = [UInt8](repeating: 0, count: 5_000)
        let spaced = waveBytes(first, rate: 16_000) + remarks + padding + waveBytes(second, rate: 16_000) + remarks
        let recording = try await readFile(spaced)
        #expect(recording.samples == both && recording.damage.isEmpty)
    }

    @Test("Given ten joined WAV files, when they are read, then all of their audio is heard")
    func ten() async throws {
        let bytes = (0..<10).flatMap { _ in waveBytes(first, rate: 16_000) }
        let recording = try await readFile(bytes)
        #expect(recording.seconds == 20 && recording.damage.isEmpty)
    }

    /// Programs write such files to a pipe: the header does not state the length of the recording.
    @Test(
        "Given joined WAV files without lengths, when they are read, then all of their audio is heard",
        arguments: [0, -1, 0x7FFF_F000])
    func endless(claimed: Int) async throws {
        let one = waveBytes(first, rate: 16_000, claimedBytes: claimed)
        let other = waveBytes(second, rate: 16_000, claimedBytes: claimed)
        for recording in [try await readFile(one + other), try await read(one + other, pieces: [4_096, 333])] {
            #expect(recording.seconds == 5, "\(recording.seconds)")
            #expect(recording.samples == both && recording.damage.isEmpty)
        }
    }

    @Test("Given joined files of different formats, when they are read, then all of their audio is heard")
    func differing() async throws {
        let wide = sine(1_000, rate: 48_000, seconds: 1).flatMap { [$0, $0] }
        let bytes = waveBytes(first, rate: 16_000) + waveBytes(wide, rate: 48_000, channels: 2)
        let recording = try await readFile(bytes)
        #expect(abs(recording.seconds - 3) < 0.001 && recording.damage.isEmpty)
        #expect(recording.source.sampleRate == 16_000 && recording.source.channels == 1)
        let tail = Array(recording.samples.suffix(12_000).prefix(8_000))
        #expect(abs(zip(tail, tail.dropFirst()).count { ($0 < 0) != ($1 < 0) } - 1_000) < 20)
    }

    @Test(
        "Given joined AIFF, AU or CAF files, when they are read, then all of their audio is heard",
        arguments: BigEndianFile.allCases)
    func bigEndian(_ kind: BigEndianFile) async throws {
        let bytes =
            kind.bytes(first, rate: 16_000, claimedFrames: first.count)
            + kind.bytes(second, rate: 16_000, claimedFrames: second.count)
        for recording in [try await readFile(bytes), try await read(bytes)] {
            #expect(recording.samples == both && recording.damage.isEmpty)
        }
    }

    @Test("Given joined W64 files or two kinds of files, when they are read, then all of their audio is heard")
    func others() async throws {
        let long = wave64Bytes(first, rate: 16_000) + wave64Bytes(second, rate: 16_000)
        #expect(try await readFile(long).samples == both)
        let mixed =
            BigEndianFile.aiff.bytes(first, rate: 16_000, claimedFrames: first.count) + waveBytes(second, rate: 16_000)
        #expect(try await readFile(mixed).samples == both)
    }

    @Test(
        "Given joined FLAC, MP3 or Ogg files, when they are read, then all of their audio is heard",
        .enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"),
        arguments: ["flac", "mp3", "ogg", "opus"])
    func packed(ending: String) async throws {
        let one = try await MadeRecording(MadeRecording.tone(400), ending)
        let other = try await MadeRecording(MadeRecording.tone(1_000, seconds: 3), ending)
        let recording = try await readFile(one.bytes + other.bytes)
        #expect(abs(recording.seconds - 5) < 0.15, "\(recording.seconds)")
        let behind = try await readFile(waveBytes(first, rate: 16_000) + other.bytes)
        if ending != "mp3" { #expect(abs(behind.seconds - 5) < 0.1, "\(behind.seconds)") }
    }

    @Test("Given joined files with damage, when they are read, then the damage is reported and the rest is heard")
    func damaged() async throws {
        let cut = Array(waveBytes(first, rate: 16_000).dropLast(32_000))
        let recording = try await readFile(cut + waveBytes(second, rate: 16_000))
        // The header of the second stands among the samples of the first.
        #expect(abs(recording.seconds - 4) < 0.01 && !recording.damage.isEmpty, "\(recording.seconds)")
        var broken = waveBytes(second, rate: 16_000)
        broken.replaceSubrange(24..<28, with: [1, 0, 0, 0])
        let left = try await readFile(waveBytes(first, rate: 16_000) + broken + waveBytes(second, rate: 16_000))
        #expect(left.seconds == 5)
        #expect(left.damage.map(\.atSeconds) == [2])
        #expect(left.damage.first?.what.hasPrefix("another recording follows that was left out: ") == true)
    }

    @Test("Given other bytes after a recording, when it is read, then a remark counts them")
    func foreign() async throws {
        let rubbish = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 37 | 0x81) }
        let recording = try await readFile(waveBytes(first + first + first + first + first, rate: 16_000) + rubbish)
        #expect(recording.samples.count == first.count * 5)
        #expect(recording.damage.map(\.what) == ["70000 bytes after the audio are not audio, and were left out"])
        #expect(recording.damage.map(\.atSeconds) == [10])
    }
}
