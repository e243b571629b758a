import Foundation
import VerbioTesting

/// A recording made with ffmpeg for one test; the file is gone with it.
final class MadeRecording {
    let path: String

    /// - Parameters:
    ///   - arguments: ffmpeg's, without the file.
    ///   - ending: of the file's name, which tells ffmpeg the container.
    init(_ arguments: [String], _ ending: String) async throws {
        path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).\(ending)").path
        let program = try Program("/usr/bin/ffmpeg", ["-v", "error", "-y"] + arguments + [path])
        guard await program.end() == 0 else { throw Failure(arguments: arguments) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    struct Failure: Error { var arguments: [String] }

    var bytes: [UInt8] { get throws { Array(try Data(contentsOf: URL(filePath: path))) } }

    /// A tone as an input of ffmpeg.
    static func tone(_ hertz: Int, seconds: Double = 2, rate: Int = 16_000) -> [String] {
        ["-f", "lavfi", "-i", "sine=f=\(hertz):d=\(seconds):r=\(rate)"]
    }

    /// A small black picture as an input of ffmpeg.
    static func picture(seconds: Double = 2) -> [String] {
        ["-f", "lavfi", "-i", "color=black:s=16x16:r=5:d=\(seconds)"]
    }
}

extension Recording {
    /// Hz of a tone, computed from its changes of sign in half a second in the middle.
    var pitch: Double {
        let middle = samples.dropFirst(samples.count / 2 - 4_000).prefix(8_000)
        return Double(zip(middle, middle.dropFirst()).count { ($0 < 0) != ($1 < 0) })
    }

    func isTone(_ hertz: Double) -> Bool { abs(pitch - hertz) < hertz / 50 }
}
