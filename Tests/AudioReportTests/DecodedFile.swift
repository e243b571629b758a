import Foundation

@testable import Audio

/// A file of the corpus as its decoder gives it: at its own rate and with all its channels.
struct DecodedFile {
    let rate: Int
    let channels: Int
    let samples: [Float]

    init(_ path: String) throws {
        let source = ReplaySource(try DescriptorSource(path: path))
        let context = DecoderContext(source: source, limits: DecodingLimits(), ffmpegPath: nil)
        let (decoder, first) = try DecoderSearch(context: context, running: RunningDecoder()).find()
        var samples = first.samples.floats
        while let chunk = try decoder.read() { samples += chunk.samples.floats }
        (rate, channels) = (first.rate, first.channels)
        self.samples = samples
    }
}

/// Recordings with known measurements, next to the package if they are installed.
enum Corpus {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/corpus").path

    static let isPresent = FileManager.default.fileExists(atPath: folder + "/manifest.json")
}
