internal import Audio
internal import Glibc

/// One file of a spool.
struct SpoolFile: Sendable {
    static let creating = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW
    static let appending = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW

    let path: String
    let lanes: Int
    var range: SampleRange

    init(folder: String, start: Int, lanes: Int) {
        path = "\(folder)/\(start)-\(lanes).f32"
        self.lanes = lanes
        range = SampleRange(start: start, end: start)
    }

    /// The files of a folder that follow each other, in order. What lies behind a gap is left out.
    static func all(in folder: String) -> [SpoolFile] {
        let found = Files.names(in: folder).compactMap { SpoolFile(name: $0, in: folder) }
            .sorted { $0.range.start < $1.range.start }
        var files: [SpoolFile] = []
        for file in found where file.range.count > 0 {
            if let last = files.last, last.range.end != file.range.start || last.lanes != file.lanes { break }
            files.append(file)
        }
        return files
    }

    private init?(name: String, in folder: String) {
        guard name.hasSuffix(".f32") else { return nil }
        let parts = name.dropLast(4).split(separator: "-")
        guard parts.count == 2, let start = Int(parts[0]), let lanes = Int(parts[1]), lanes > 0 else { return nil }
        self.init(folder: folder, start: start, lanes: lanes)
        range.end = start + (Files.size(path) ?? 0) / frameSize
    }

    private var frameSize: Int { lanes * MemoryLayout<Float>.size }

    /// The samples of a block, frame by frame.
    static func frames(of block: SpeechBlock) -> [Float] {
        guard block.lanes.count > 1 else { return block.lanes[0] }
        let count = block.lanes[0].count
        var frames = [Float](repeating: 0, count: count * block.lanes.count)
        for (lane, samples) in block.lanes.enumerated() {
            for place in 0..<count { frames[place * block.lanes.count + lane] = samples[place] }
        }
        return frames
    }

    /// - Parameter sample: the first one, which is in the file.
    func read(from sample: Int, most limit: Int) throws(FileFailure) -> SpeechBlock? {
        guard let file = try OpenFile.existing(path) else { return nil }
        let count = min(limit, range.end - sample)
        let frames = try file.floats(count * lanes, at: (sample - range.start) * frameSize)
        guard lanes > 1 else { return SpeechBlock(start: sample, lanes: [frames]) }
        let split = (0..<lanes).map { lane in stride(from: lane, to: frames.count, by: lanes).map { frames[$0] } }
        return SpeechBlock(start: sample, lanes: split)
    }
}
