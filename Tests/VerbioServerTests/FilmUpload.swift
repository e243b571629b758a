import Foundation
import VerbioTesting

/// A film to send, and what ffmpeg says about the films that come back. Its files are gone with it.
final class FilmUpload {
    let folder: String
    let bytes: [UInt8]

    struct Failure: Error {}

    /// Six seconds of a small moving picture with speech.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-film-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(try Recordings.wav(seconds: 6)).write(to: URL(filePath: folder + "/talk.wav"))
        let program = try Program(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5", "-i", folder + "/talk.wav",
                "-shortest",
                "-c:v", "mpeg4", "-c:a", "aac", "-fflags", "+bitexact", folder + "/talk.mp4",
            ])
        guard await program.end() == 0 else { throw Failure() }
        bytes = Array(try Data(contentsOf: URL(filePath: folder + "/talk.mp4")))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// `video`, `audio,spa`, …: each track of a film with its language.
    func tracks(_ film: [UInt8]) async throws -> [String] {
        let (path, output) = (folder + "/\(UUID().uuidString)", folder + "/\(UUID().uuidString)")
        try Data(film).write(to: URL(filePath: path))
        let program = try Program(
            "/usr/bin/ffprobe",
            [
                "-v", "error", "-show_entries", "stream=codec_type:stream_tags=language", "-of", "csv=p=0", path,
            ], output: output)
        guard await program.end() == 0 else { throw Failure() }
        return try String(contentsOfFile: output, encoding: .utf8).replacing(",und", with: "").split(separator: "\n")
            .map(String.init)
    }

    /// An ffmpeg that hangs when it is to write an MKV, and has noted its process then.
    func hangingProgram() throws -> String {
        let path = folder + "/ffmpeg"
        // The check before the work writes an MKV, too, but only its first moment.
        try """
        #!/bin/sh
        case "$*" in
        *"-t 0.2"*) ;;
        *matroska\\ -y*) echo $$ > '\(folder)/muxing.new'
            mv '\(folder)/muxing.new' '\(folder)/muxing'
            exec sleep 600 ;;
        esac
        exec /usr/bin/ffmpeg "$@"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Waits until that program hangs.
    ///
    /// - Returns: its process.
    func hanging() async throws -> Int32 {
        while true {
            if let text = try? String(contentsOfFile: folder + "/muxing", encoding: .utf8),
                let process = Int32(text.filter(\.isNumber))
            {
                return process
            }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
