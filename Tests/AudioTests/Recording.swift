import Audio
import Foundation

/// A recording read to its end.
struct Recording {
    var source: SourceDescription
    var lanes: [[Float]]
    var damage: [AudioDamage]
    var expectedSeconds: Double?
    var blockSizes: [Int]

    var samples: [Float] { lanes.first ?? [] }
    var seconds: Double { Double(samples.count) / Double(speechSampleRate) }
    /// The same as problems tell places in it: to the millisecond.
    var toldSeconds: Double { (seconds * 1_000).rounded() / 1_000 }
    var isFinite: Bool {
        for lane in lanes { for sample in lane where !sample.isFinite { return false } }
        return true
    }
}

/// Reads everything and checks on the way that the blocks follow one another.
func read(_ input: AudioInput, _ options: ReadingOptions = ReadingOptions()) async throws -> Recording {
    let source = try await openSpeechSource(input, options: options)
    var recording = Recording(
        source: source.source, lanes: Array(repeating: [], count: source.laneCount), damage: [],
        expectedSeconds: source.expectedSeconds, blockSizes: [])
    while let block = try await source.next() {
        guard block.start == recording.samples.count, block.lanes.count == source.laneCount,
            block.lanes.allSatisfy({ $0.count == block.lanes[0].count })
        else { throw BlocksOutOfOrder(start: block.start) }
        for (lane, samples) in block.lanes.enumerated() { recording.lanes[lane] += samples }
        recording.blockSizes.append(block.lanes[0].count)
    }
    recording.damage = source.damage
    return recording
}

/// Reads bytes from a file.
func readFile(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) async throws -> Recording {
    let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(bytes).write(to: path)
    return try await read(.file(path.path), options)
}

/// Reads bytes as if they came over the network, in pieces of the given sizes, which are used in turn.
func read(
    _ bytes: [UInt8], pieces: [Int] = [65_536], _ options: ReadingOptions = ReadingOptions()
) async throws -> Recording {
    let pipe = BytePipe()
    async let sending: Void = send(bytes, to: pipe, pieces: pieces)
    defer { pipe.finish() }
    do {
        let recording = try await read(.bytes(pipe, name: "upload"), options)
        await sending
        return recording
    } catch {
        await sending
        throw error
    }
}

func send(_ bytes: [UInt8], to pipe: BytePipe, pieces: [Int]) async {
    var start = 0
    var turn = 0
    while start < bytes.count {
        let end = min(bytes.count, start + pieces[turn % pieces.count])
        // A reader that has seen enough closes the pipe.
        guard (try? await pipe.send(Array(bytes[start..<end]))) != nil else { break }
        start = end
        turn += 1
    }
    pipe.finish()
}

func contents(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Corpus.path(file))))
}

/// Where ffmpeg is, if it is installed.
let ffmpegIsInstalled = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg", "/opt/homebrew/bin/ffmpeg"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
}

struct BlocksOutOfOrder: Error {
    var start: Int
}
