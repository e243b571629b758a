import Foundation
import Testing

/// The shared test corpus next to the package: real recordings, and what must come of them.
enum Corpus {
    static let folder: URL = {
        var url = URL(filePath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.deletingLastPathComponent().appending(path: "shared/corpus")
    }()

    static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "manifest.json").path)

    static func path(_ file: String) -> String { folder.appending(path: file).path }

    /// One file of the corpus and what is known about it.
    struct Entry: Decodable, Sendable, CustomTestStringConvertible {
        struct Format: Decodable, Sendable {
            var container: String?
            var sampleRate: Int?
            var channels: Int?
            var durationS: Double?
        }
        struct Expected: Decodable, Sendable {
            var result: String?
            var reference: Reference?
            /// Bytes of the published decode, as 16-bit samples.
            var pcmBytes: Int?

            enum CodingKeys: String, CodingKey {
                case result, pcmBytes
                // What ffmpeg 5.1 made of it.
                case reference = "ffmpeg51"
            }
        }
        struct Reference: Decodable, Sendable {
            var decodedSeconds: Double?
        }
        var file: String
        var category: String
        var format: Format?
        var expected: Expected?
        /// The layout of headerless samples, `s16le:16000:1`.
        var raw: String?

        var testDescription: String { file }
        var path: String { Corpus.path(file) }

        /// Seconds of audio in it, from the best source there is.
        var seconds: Double? {
            if let bytes = expected?.pcmBytes, let rate = format?.sampleRate, let channels = format?.channels {
                return Double(bytes / 2 / channels) / Double(rate)
            }
            // Each of the two reference decoders drops audio at times; neither invents any.
            return [format?.durationS, expected?.reference?.decodedSeconds].compactMap(\.self).max()
        }
    }

    private struct Manifest: Decodable {
        var files: [Entry]
    }

    static let entries: [Entry] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "manifest.json")) else { return [] }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return (try? decoder.decode(Manifest.self, from: data).files) ?? []
    }()

    /// The recordings whose expected result is one of those given.
    static func recordings(_ results: String...) -> [Entry] {
        let categories: Set = ["conversation", "format", "hostile", "vad"]
        return entries.filter { categories.contains($0.category) && results.contains($0.expected?.result ?? "") }
    }
}
