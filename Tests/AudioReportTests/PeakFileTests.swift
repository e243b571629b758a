import AudioReport
import Foundation
import Plumbing
import Testing
import VerbioTesting

private let contradictions: [String] = [
    "", " ", "{", "{}", "[]", "null", "{\"version\":2}", "{\"version\":2,}", "{,}",
    json(channels: "0"), json(channels: "65"), json(channels: "-1"), json(channels: "99999999999"),
    json(rate: "0"), json(rate: "2147483648"), json(zoom: "1"), json(zoom: "1.5"), json(zoom: "\"2\""),
    json(bits: "12"), json(length: "3"), json(length: "9999999999"), json(length: "-2"),
    json(data: "[1,2,3]"), json(data: "[1,2,3,128]"), json(data: "[1,2,3,99999999999999999999]"),
    json(data: "[1,2,3,4"), json(data: "[1 2 3 4]"), json(data: "[,1,2,3,4]"), json(data: "[[1,2],[3,4]]"),
    json(data: "[1,2,3,1e3]"), json(data: "[1,2,3,-]"), json() + "x", json(version: "3"),
    json().replacingOccurrences(of: "bits", with: "bitz"),
    json().replacingOccurrences(of: "bits", with: "length"),
    json().replacingOccurrences(of: "bits", with: "b\\u0069ts"), String(repeating: "[", count: 100_000),
]

private func json(
    version: String = "2", channels: String = "1", rate: String = "8000", zoom: String = "2", bits: String = "8",
    length: String = "2", data: String = "[1,2,3,4]"
) -> String {
    """
    {"version":\(version),"channels":\(channels),"sample_rate":\(rate),"samples_per_pixel":\(zoom),\
    "bits":\(bits),"length":\(length),"data":\(data)}
    """
}

struct PeakFileTests {
    private let one = Peaks(
        sampleRate: 16_000, samplesPerPixel: 256, channels: 1, values: [-32_768, 32_767, -255, 255, -256, 256, 0, 9])
    private let two = Peaks(
        sampleRate: 44_100, samplesPerPixel: 64, channels: 2, values: [-300, 300, -10_000, 10_001, -1, 0, 99, 100])

    @Test("Given peaks, when they are written as JSON, then the bytes are audiowaveform's")
    func json() throws {
        let text = { (file: PeakFile) in String(decoding: try file.bytes(.json), as: UTF8.self) }
        #expect(
            try text(PeakFile(one, resolution: .sixteen)) == """
                {"version":2,"channels":1,"sample_rate":16000,"samples_per_pixel":256,"bits":16,"length":4,\
                "data":[-32768,32767,-255,255,-256,256,0,9]}

                """)
        #expect(
            try text(PeakFile(two, resolution: .eight)) == """
                {"version":2,"channels":2,"sample_rate":44100,"samples_per_pixel":64,"bits":8,"length":2,\
                "data":[-1,1,-39,39,0,0,0,0]}

                """)
        let none = Peaks(sampleRate: 8_000, samplesPerPixel: 2, channels: 1, values: [])
        #expect(try text(PeakFile(none, resolution: .eight)).hasSuffix("\"length\":0,\"data\":[]}\n"))
    }

    @Test("Given peaks, when they are written as binary, then the version is 1 for one channel and 2 for more")
    func binary() throws {
        #expect(
            try PeakFile(one, resolution: .eight).bytes(.binary) == [
                1, 0, 0, 0, 1, 0, 0, 0, 0x80, 0x3E, 0, 0, 0, 1, 0, 0, 4, 0, 0, 0, 128, 127, 0, 0, 255, 1, 0, 0,
            ])
        #expect(
            try PeakFile(two, resolution: .sixteen).bytes(.binary) == [
                2, 0, 0, 0, 0, 0, 0, 0, 0x44, 0xAC, 0, 0, 64, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0,
                0xD4, 0xFE, 0x2C, 0x01, 0xF0, 0xD8, 0x11, 0x27, 0xFF, 0xFF, 0, 0, 99, 0, 100, 0,
            ])
    }

    @Test(
        "Given a written file of peaks, when it is read, then the peaks are the same",
        arguments: PeakFile.Format.allCases, PeakFile.Resolution.allCases)
    func roundTrip(format: PeakFile.Format, resolution: PeakFile.Resolution) throws {
        for peaks in [one, two] {
            let bytes = try PeakFile(peaks, resolution: resolution).bytes(format)
            let read = try PeakFile(bytes)
            #expect(read.resolution == resolution)
            #expect(try read.bytes(format) == bytes)
            if resolution == .sixteen { #expect(read.peaks == peaks) }
        }
    }

    @Test(
        "Given peaks, when they are written in pieces, then the file is the same", arguments: PeakFile.Format.allCases,
        [1, 3, 4])
    func pieces(format: PeakFile.Format, size: Int) throws {
        var writing = PeakWriting(format, .sixteen, sampleRate: 44_100, samplesPerPixel: 64, channels: 2)
        var bytes = try writing.head(length: two.length)
        for start in stride(from: 0, to: two.values.count, by: size) {
            bytes += writing.body(Array(two.values[start..<min(start + size, two.values.count)]))
        }
        #expect(try bytes + writing.tail == PeakFile(two, resolution: .sixteen).bytes(format))
        for length in [-1, 1 << 32, .max] {
            #expect(throws: Problem.self) { try writing.head(length: length) }
        }
    }

    @Test("Given JSON in another layout or order, when it is read, then the peaks are the same")
    func otherJSON() throws {
        let text = """
            { "data" : [ -1 , 2 ] , "bits":8,
              "length": 1, "samples_per_pixel": 512, "sample_rate": 48000, "version": 1 }

            """
        let file = try PeakFile(Array(text.utf8))
        #expect(file.peaks == Peaks(sampleRate: 48_000, samplesPerPixel: 512, channels: 1, values: [-256, 512]))
    }

    @Test(
        "Given a file that contradicts itself, when it is read, then it is refused",
        arguments: contradictions)
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) { try PeakFile(Array(text.utf8)) }
        #expect(problem?.code == "peaks.malformed" && problem?.kind == .input)
    }

    @Test(
        "Given a cut or damaged file, when it is read, then it is refused or read without harm",
        arguments: PeakFile.Format.allCases)
    func damaged(format: PeakFile.Format) throws {
        var numbers = SplitMix64(seed: 99)
        for resolution in PeakFile.Resolution.allCases {
            let bytes = try PeakFile(two, resolution: resolution).bytes(format)
            for count in 0..<(bytes.count - 1) {
                #expect(throws: Problem.self) { try PeakFile(Array(bytes.prefix(count))) }
            }
            for _ in 0..<3_000 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                    damaged[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8(
                        truncatingIfNeeded: numbers.next())
                }
                if let file = try? PeakFile(damaged) {
                    #expect(file.peaks.values.count == file.peaks.length * 2 * file.peaks.channels)
                    _ = file.peaks.coarser(by: 2)
                }
            }
        }
    }
}

/// Peaks of real files, against those that audiowaveform's rules give.
@Suite(.enabled(if: Corpus.isPresent, "needs the test corpus beside the package"))
struct PeakCorpusTests {
    @Test(
        "Given recordings of the corpus, when peaks are written, then they equal the expected bytes",
        arguments: [
            ("format/gen/f64.wav", 128, PeakFile.Resolution.eight), ("format/gen/left-only-stereo.wav", 256, .sixteen),
            ("format/gen/s24.wav", 100, .sixteen), ("loudness/ebu3341-01.flac", 4_800, .eight),
            ("speech/en/jfk.flac", 512, .eight), ("speech/fr/speech_recognition-french.aiff", 256, .sixteen),
        ])
    func expected(name: String, zoom: Int, resolution: PeakFile.Resolution) throws {
        let file = try DecodedFile(Corpus.folder + "/" + name)
        var builder = PeakBuilder(
            sampleRate: file.rate, channels: file.channels, samplesPerPixel: zoom, splitChannels: false)
        builder.push(file.samples, from: name.contains("f64") ? .floatingPoint : .integer)
        let written = try PeakFile(builder.peaks, resolution: resolution).bytes(.json)

        let flat = name.replacingOccurrences(of: "/", with: "__")
        let path = Corpus.folder + "/peaks/expected/\(flat).z\(zoom).b\(resolution.rawValue).json"
        let expected = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The corpus has them without the line end that audiowaveform writes.
        #expect(written == expected + Array("\n".utf8))
        #expect(try PeakFile(expected) == PeakFile(written))
    }
}
