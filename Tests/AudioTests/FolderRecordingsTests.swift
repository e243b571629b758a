import Audio
import Foundation
import Plumbing
import Testing

/// Which files of a folder are recordings.
@Suite("Recordings of a folder")
struct FolderRecordingsTests {
    private static func inFolder(_ names: [String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-folder-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in names {
            let path = URL(filePath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: path)
        }
        try body(folder)
    }

    @Test("given a folder, when it is looked through, then visible recordings come in the order of their names")
    func order() throws {
        let names = [
            "b.MP3", "a.wav", "notes.txt", "wav", ".hidden.wav", "x/c.flac", "x/y/d.opus", ".git/e.wav", "a/z.mkv",
            "README",
        ]
        try Self.inFolder(names) { folder in
            let all = try FolderRecordings(in: folder, recursive: true)
            #expect(
                all.found.map(\.path)
                    == ["a.wav", "b.MP3", "a/z.mkv", "x/c.flac", "x/y/d.opus"].map { folder + "/" + $0 })
            #expect(all.found.map(\.subfolder) == ["", "", "a", "x", "x/y"])
            #expect(all.others == 3 && all.unopened == 0)
            let flat = try FolderRecordings(in: folder + "/", recursive: false)
            #expect(flat.found.map(\.path) == [folder + "/a.wav", folder + "/b.MP3"] && flat.unopened == 2)
        }
    }

    @Test("given links, when a folder is looked through, then it ends and no recording is found twice")
    func links() throws {
        try Self.inFolder(["a.wav", "far/b.wav"]) { folder in
            try #require(symlink("a.wav", folder + "/again.wav") == 0)
            try #require(symlink(folder, folder + "/loop") == 0)
            try #require(symlink("nowhere", folder + "/dangling.wav") == 0)
            try #require(symlink("far/b.wav", folder + "/near.wav") == 0)
            #expect(mkfifo(folder + "/pipe.wav", 0o600) == 0)
            let found = try FolderRecordings(in: folder, recursive: true).found
            #expect(found.map(\.path) == [folder + "/a.wav", folder + "/near.wav"])
        }
    }

    @Test("given no folder, when it is looked through, then that is a problem")
    func missing() {
        let problem = #expect(throws: Problem.self) { try FolderRecordings(in: "/nowhere/at/all", recursive: true) }
        #expect(problem?.kind == .input && problem?.place == "/nowhere/at/all")
    }
}
