import Delivery
import Foundation
import Testing

@Suite("Outputs that are named as files")
struct NamedOutputTests {
    @Test(
        "Given a path, when it ends as a file of a known format, then it is a file in its folder, and else a folder",
        arguments: [
            ("film.es.mkv", ".", "film.es", "mkv"), ("out/a.SRT", "out", "a", "srt"),
            ("/x/y.b.mp4", "/x", "y.b", "mp4"),
            ("{stem}.{language}.webm", ".", "{stem}.{language}", "webm"),
        ])
    func files(path: String, folder: String, name: String, format: String) throws {
        let file = try #require(NamedOutput(path))
        #expect(file.folder == folder && file.name == name && file.format.name == format)
    }

    @Test(
        "Given a path without such an ending, when it is read, then it is a folder",
        arguments: ["out", "out.d", "out/", "film.mkv/", ".mkv", "-", "", "talk.mp3", "a.mkv.old"])
    func folders(path: String) { #expect(NamedOutput(path) == nil) }

    @Test("Given a folder with the name of a file, when it is there, then it stays a folder")
    func existing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).mkv")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(NamedOutput(folder.path) == nil)
    }
}
