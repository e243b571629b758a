import Audio
import Foundation
import Testing
import VerbioTesting

/// Codecs whose samples stand in blocks of one size: what a file holds that is cut short, and nothing after it.
struct PackedBlockTests {
    /// An IMA ADPCM file in memory: 16 kHz, mono, blocks of 256 bytes with 505 samples, which rise by some steps in each half byte.
    private func imaBytes(blocks: Int, claimedBytes: Int? = nil, counted: Int? = nil) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let block: [UInt8] = [0, 1, 40, 0] + (0..<252).map { UInt8(truncatingIfNeeded: $0 * 73) }
        let sound = (0..<blocks).flatMap { _ in block }
        let fields = [(0x11, 2), (1, 2), (16_000, 4), (8_112, 4), (256, 2), (4, 2), (2, 2), (505, 2)]
        let layout = fields.flatMap { little($0.0, $0.1) }
        let fact = counted.map { Array("fact".utf8) + little(4, 4) + little($0, 4) } ?? []
        let claimed = claimedBytes ?? sound.count
        return Array("RIFF".utf8) + little(claimed &+ 40 &+ fact.count, 4) + Array("WAVEfmt ".utf8) + little(20, 4)
            + layout + fact + Array("data".utf8) + little(claimed, 4) + sound
    }

    @Test(
        "Given an IMA ADPCM file that is cut, when it is read, then it ends at the cut",
        arguments: [0, 3, 4, 7, 8, 11, 12, 255])
    func cut(bytesOfLastBlock: Int) async throws {
        let bytes = imaBytes(blocks: 200)
        let whole = try await read(bytes)
        #expect(whole.samples.count == 200 * 505 && whole.damage.isEmpty)
        let recording = try await read(Array(bytes.prefix(bytes.count - 100 * 256 + bytesOfLastBlock)))
        let ofLastBlock = bytesOfLastBlock < 4 ? 0 : 1 + (bytesOfLastBlock - 4) / 4 * 8
        let there = 100 * 505 + ofLastBlock
        #expect(recording.samples.count == there)
        #expect(recording.samples == Array(whole.samples.prefix(there)))
        #expect(recording.damage.map(\.atSeconds) == [recording.toldSeconds])
        #expect(recording.damage.first?.what.contains("of 6.31 seconds") == true)
    }

    @Test(
        "Given an unfinished IMA ADPCM file, when it is read, then it ends with its bytes",
        arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000])
    func unfinished(claimed: Int) async throws {
        let recording = try await read(imaBytes(blocks: 150, claimedBytes: claimed, counted: 0))
        #expect(recording.samples.count == 150 * 505)
        #expect(recording.damage.isEmpty)
    }

    @Test("Given a W64 file with IMA ADPCM, when its header is wrong, then it ends with its bytes")
    func wave64() async throws {
        let bytes = imaBytes(blocks: 150)
        let (format, sound) = (Array(bytes[20..<40]), Array(bytes[48...]))
        for claimed in [nil, 24, 24 + 300 * 256, 1 << 40, Int.max - 8, Int.max, -1] {
            let chunks = wave64Chunk("fmt ", format + [0, 0, 0, 0]) + wave64Chunk("data", sound, claimedSize: claimed)
            let recording = try await read(wave64File(chunks))
            #expect(recording.samples.count == 150 * 505 && recording.source.container == "w64")
            #expect(recording.damage.map(\.atSeconds) == (claimed == 24 + 300 * 256 ? [recording.toldSeconds] : []))
        }
    }

    @Test("Given a file that counts its samples, when its last block is filled up, then the filling is no audio")
    func counted() async throws {
        #expect(try await read(imaBytes(blocks: 100, counted: 50_000)).samples.count == 50_000)
        // A count that cannot be right is none: these writers count bytes, or nothing.
        for counted in [0, 25_600, 49_995, 50_501] {
            let recording = try await read(imaBytes(blocks: 100, counted: counted))
            #expect(recording.samples.count == 50_500 && recording.damage.isEmpty)
        }
    }

    /// Packed samples behind big-endian headers, at 16 kHz in mono: so many bytes of them, and so many claimed.
    enum BigEndian: String, CaseIterable, Sendable {
        case ima4 = "AIFF with IMA ADPCM"
        case gsm = "AIFF with GSM 6.10"
        case g721 = "AU with G.721"
        case g723 = "AU with G.723"

        /// Bytes and frames of a block.
        var block: (bytes: Int, frames: Int) {
            switch self {
            case .ima4: (34, 64)
            case .gsm: (33, 160)
            case .g721: (4, 8)
            case .g723: (3, 8)
            }
        }

        func bytes(_ length: Int, claimed: Int) -> [UInt8] {
            func big(_ value: Int, _ width: Int) -> [UInt8] {
                (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            // A frame of GSM begins with four bits that are the same in all.
            let sound = (0..<length).map { self == .gsm && $0 % 33 == 0 ? 0xD2 : UInt8(truncatingIfNeeded: $0 &* 31) }
            let encoding = [BigEndian.g721: 23, .g723: 25][self]
            if let encoding {
                return Array(".snd".utf8) + [24, claimed, encoding, 16_000, 1].flatMap { big($0, 4) } + sound
            }
            // 16,000 as a number of 80 bits.
            let rate: [UInt8] = [0x40, 0x0C, 0xFA, 0, 0, 0, 0, 0, 0, 0]
            // IMA ADPCM counts its blocks, GSM its frames.
            let count = claimed / block.bytes * (self == .gsm ? block.frames : 1)
            let layout = big(1, 2) + big(count, 4) + big(16, 2) + rate
            let codec = Array((self == .gsm ? "GSM " : "ima4").utf8) + [0, 0]
            let head = Array("AIFCCOMM".utf8) + big(24, 4) + layout + codec
            return Array("FORM".utf8) + big(head.count + 16 + claimed, 4) + head
                + Array("SSND".utf8) + big(claimed + 8, 4) + big(0, 8) + sound
        }
    }

    @Test(
        "Given an AIFF or AU file in blocks that is cut, when it is read, then it ends at the cut",
        arguments: BigEndian.allCases)
    func bigEndian(_ kind: BigEndian) async throws {
        let (size, frames) = kind.block
        let whole = try await read(kind.bytes(3_000 * size, claimed: 3_000 * size))
        #expect(whole.samples.count == 3_000 * frames && whole.damage.isEmpty)
        for more in [0, size - 1] {
            let cut = try await read(kind.bytes(1_000 * size + more, claimed: 3_000 * size))
            #expect(cut.samples.count == 1_000 * frames)
            #expect(cut.samples == Array(whole.samples.prefix(1_000 * frames)))
            #expect(cut.damage.map(\.atSeconds) == [cut.toldSeconds])
        }
    }

    /// A file that another program makes of 20 s at 16 kHz.
    struct Made: CustomTestStringConvertible, Sendable {
        var program: String
        /// What is between the names of the two files.
        var options: [String]
        var channels: Int
        var testDescription: String { "\(program) \(options.joined(separator: " ")), \(channels) channels" }
    }

    private static let made =
        ["ima-adpcm", "ms-adpcm"].flatMap { codec in
            [1, 2].map { Made(program: "/usr/bin/sox", options: ["-e", codec], channels: $0) }
        } + [Made(program: "/usr/bin/sox", options: ["-e", "gsm-full-rate"], channels: 1)]
        + ["adpcm_ima_wav", "adpcm_ms"].flatMap { codec in
            [1, 2].map { Made(program: "/usr/bin/ffmpeg", options: ["-codec:a", codec], channels: $0) }
        }

    @Test("Given a cut file of another program, when it is read, then it ends at the cut", arguments: made)
    func otherPrograms(_ made: Made) async throws {
        guard FileManager.default.isExecutableFile(atPath: made.program) else {
            return print("\(made.program) is not installed: \(made.testDescription) was not tested")
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { for end in [".wav", "-packed.wav"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let voice = sine(220, rate: 16_000, seconds: 20).flatMap { [Int16](repeating: $0, count: made.channels) }
        try Data(waveBytes(voice, rate: 16_000, channels: made.channels)).write(to: URL(filePath: path + ".wav"))
        let input = made.program.hasSuffix("ffmpeg") ? ["-v", "error", "-i", path + ".wav"] : [path + ".wav"]
        let packing = try Program(made.program, input + made.options + [path + "-packed.wav"])
        #expect(await packing.end() == 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: path + "-packed.wav")))
        let options = ReadingOptions(channels: .channel(1))
        let whole = try await read(bytes, options)
        #expect((320_000...323_000).contains(whole.samples.count) && whole.damage.isEmpty)
        // The `fmt ` chunk comes first; after what all of them have stands how many frames a block has.
        let number = { (at: Int) in Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        let (size, frames) = (number(32), number(38))
        let head = try #require(bytes.indices.dropLast(4).first { bytes[$0...].starts(with: "data".utf8) })
        for more in [0, size / 3, size - 1] {
            let cut = try await read(Array(bytes.prefix(head + 8 + 20 * size + more)), options)
            #expect((20 * frames...20 * frames + more * frames / size).contains(cut.samples.count))
            #expect(cut.samples == Array(whole.samples.prefix(cut.samples.count)))
            #expect(cut.damage.map(\.atSeconds) == [cut.toldSeconds])
        }
    }
}
