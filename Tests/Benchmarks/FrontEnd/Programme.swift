import Audio
import Foundation
import Glibc
import VerbioTesting

/// An hour of speech as files of the usual kinds: 16 kHz mono and 44.1 kHz stereo. ffmpeg makes all but the first of them;
/// what it cannot make is left out.
struct Programme {
    static let seconds = 3_600

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-programme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try RecordedHours.write(seconds: Self.seconds, to: folder.appending(path: "m16.wav"))
        guard let ffmpeg = ChildRun.find("ffmpeg") else { return }
        let base = ["-nostdin", "-loglevel", "error", "-y", "-bitexact"]
        // The second channel is the first one 20 ms later and quieter, as in a room.
        let stereo = "[0:a]aresample=44100,asplit[a][b];[b]adelay=20,volume=0.8[c];[a][c]join=inputs=2"
        let made: [(String, [String])] = [
            ("m16.flac", ["-i", path("m16.wav")]),
            ("m16.mp3", ["-i", path("m16.wav"), "-b:a", "48k"]),
            ("m16.opus", ["-i", path("m16.wav"), "-b:a", "24k", "-application", "voip"]),
            ("s44.wav", ["-i", path("m16.wav"), "-filter_complex", stereo, "-c:a", "pcm_s16le"]),
            ("s44.flac", ["-i", path("s44.wav")]),
            ("s44.mp3", ["-i", path("s44.wav"), "-b:a", "192k"]),
        ]
        for (name, arguments) in made {
            _ = try ChildRun.of(ffmpeg, base + arguments + [path(name)])
        }
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
