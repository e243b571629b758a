import Foundation
import Testing
import VerbioTesting

/// Films that ffmpeg makes for one test, and what ffmpeg says about them. The files are gone with this.
final class FilmFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "verbio-films-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    struct Failure: Error { var arguments: [String] }

    /// Runs a program of ffmpeg and returns its standard output.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> Data {
        let output = path + "/\(UUID().uuidString).out"
        let running = try Program("/usr/bin/" + program, ["-v", "error"] + arguments, output: output)
        guard await running.end() == 0 else { throw Failure(arguments: arguments) }
        return try Data(contentsOf: URL(filePath: output))
    }

    /// Makes a film.
    ///
    /// - Parameter arguments: ffmpeg's, without the file.
    func film(_ name: String, _ arguments: [String]) async throws -> String {
        try await run("ffmpeg", ["-y"] + arguments + [path + "/" + name])
        return path + "/" + name
    }

    /// Three seconds of a moving picture and a tone, as inputs of ffmpeg.
    static let inputs = [
        "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=3", "-f", "lavfi", "-i", "sine=f=440:d=3:r=48000",
    ]

    /// Small encoders that every ffmpeg has.
    static let codecs = ["-c:v", "mpeg4", "-c:a", "aac"]

    struct Stream: Decodable {
        struct Side: Decodable { var rotation: Double? }

        var kind: String
        var codec: String?
        var tags: [String: String]?
        var disposition: [String: Int]
        var sides: [Side]?

        enum CodingKeys: String, CodingKey {
            case tags, disposition
            case kind = "codec_type"
            case codec = "codec_name"
            case sides = "side_data_list"
        }

        func tag(_ name: String) -> String? { tags?.first { $0.key.lowercased() == name }?.value }
        var isDefault: Bool { disposition["default"] == 1 }
    }

    struct Chapter: Decodable { var tags: [String: String]? }

    struct Format: Decodable {
        var duration: String
        var start: String
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case duration, tags
            case start = "start_time"
        }
    }

    struct Description: Decodable {
        var streams: [Stream]
        var chapters: [Chapter]
        var format: Format

        func of(_ kind: String) -> [Stream] { streams.filter { $0.kind == kind } }
        var comment: String? { format.tags?.first { $0.key.lowercased() == "comment" }?.value }
    }

    func describe(_ path: String) async throws -> Description {
        let json = try await run(
            "ffprobe", ["-of", "json", "-show_streams", "-show_format", "-show_chapters", path])
        return try JSONDecoder().decode(Description.self, from: json)
    }

    /// The hash of the packets of the picture: equal if it was copied.
    func picture(_ path: String) async throws -> String {
        let text = try await run("ffmpeg", ["-i", path, "-map", "0:V:0", "-c", "copy", "-f", "streamhash", "-"])
        return String(decoding: text, as: UTF8.self)
    }

    /// The times of the picture's packets, in order.
    func pictureTimes(_ path: String) async throws -> [Double] {
        let text = try await run(
            "ffprobe", ["-select_streams", "V:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path])
        return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { Double($0.prefix { $0 != "," }) }.sorted()
    }

    /// The loudness of one sound track in LUFS and its true peak in dBTP, as ffmpeg measures them.
    func loudness(_ path: String, track: Int) async throws -> (integrated: Double, peak: Double) {
        let errors = self.path + "/\(UUID().uuidString).err"
        let running = try Program(
            "/usr/bin/ffmpeg",
            [
                "-hide_banner", "-nostats", "-i", path, "-map", "0:a:\(track)", "-af", "ebur128=peak=true", "-f",
                "null", "-",
            ],
            errors: errors)
        guard await running.end() == 0 else { throw Failure(arguments: [path]) }
        let summary = try String(contentsOfFile: errors, encoding: .utf8).components(separatedBy: "Summary:").last ?? ""
        let integrated = try #require(summary.firstMatch(of: /I: +(-?[0-9.]+) LUFS/)).1
        let peak = try #require(summary.firstMatch(of: /Peak: +(-?[0-9.]+) dBFS/)).1
        return (try #require(Double(integrated)), try #require(Double(peak)))
    }

    /// Samples of one sound track at 8 kHz, mono.
    func sound(_ path: String, track: Int) async throws -> [Int16] {
        let bytes = try await run(
            "ffmpeg",
            [
                "-i", path, "-map", "0:a:\(track)", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", "8000",
                "-f",
                "s16le", "-",
            ])
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
}
