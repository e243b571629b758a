import Audio
import Delivery
import Foundation
import Plumbing
import Testing

/// Outputs destroy no file of the user's.
@Suite("What outputs may replace")
struct OutputGuardTests {
    private static func outputGuard(
        in folder: TemporaryFolder, inputs: [String] = [], overwrites: Bool = false
    ) -> OutputGuard {
        OutputGuard(
            inputs: inputs.map(folder.file), written: WrittenFiles(in: folder.file("store")), overwrites: overwrites)
    }

    private static func put(_ text: String, at name: String, in folder: TemporaryFolder) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    @Test("given a file of the user's, when it is in an output's place, then only --overwrite replaces it")
    func foreignFile() async throws {
        try await inTemporaryFolder { folder in
            try Self.put("mine", at: "a.srt", in: folder)
            let careful = Self.outputGuard(in: folder)
            for write in [
                { try careful.check([folder.file("b.srt"), folder.file("a.srt")]) },
                { try AtomicFile.write(Array("new".utf8), to: folder.file("a.srt"), by: careful) },
            ] {
                let problem = #expect(throws: Problem.self, performing: write)
                #expect(problem?.code == "output.exists" && problem?.place == folder.file("a.srt"))
                #expect(problem?.cure?.contains("--overwrite") == true)
            }
            #expect(try folder.text("a.srt") == "mine")
            let told = Self.outputGuard(in: folder, overwrites: true)
            try told.check([folder.file("a.srt")])
            try AtomicFile.write(Array("new".utf8), to: folder.file("a.srt"), by: told)
            #expect(try folder.text("a.srt") == "new")
        }
    }

    @Test("given a file of Verbio's, when it was touched or copied back, then it is still Verbio's; edited it is not")
    func touched() async throws {
        try await inTemporaryFolder { folder in
            let path = folder.file("a.srt")
            let careful = Self.outputGuard(in: folder)
            try AtomicFile.write(
                Array("good".utf8), to: path, by: careful.recording(OutputContent(answers: 3, isComplete: true)))
            let hourAgo = Date(timeIntervalSinceNow: -3_600)
            try FileManager.default.setAttributes([.modificationDate: hourAgo], ofItemAtPath: path)
            try careful.check([path])
            #expect(WrittenFiles(in: folder.file("store")).answers(at: path) == 3)
            try FileManager.default.moveItem(atPath: path, toPath: path + ".saved")
            try FileManager.default.copyItem(atPath: path + ".saved", toPath: path)
            try careful.check([path])
            // As long as before.
            try Self.put("mine", at: "a.srt", in: folder)
            let problem = #expect(throws: Problem.self) { try careful.check([path]) }
            #expect(problem?.what.contains("changed since Verbio wrote it") == true)
        }
    }

    @Test("given a file of a run, then a run that is not complete replaces it only if it gave as much")
    func fewerAnswers() async throws {
        try await inTemporaryFolder { folder in
            let path = folder.file("a.srt")
            func holding(_ answers: Int, isComplete: Bool = false) -> OutputContent {
                OutputContent(answers: answers, isComplete: isComplete)
            }
            let careful = Self.outputGuard(in: folder)
            #expect(!careful.keeps(path, insteadOf: holding(0)), "there is no file")
            try AtomicFile.write(Array("six".utf8), to: path, by: careful.recording(holding(6)))
            for (answers, isComplete, isKept) in [
                (0, false, true), (5, false, true), (6, false, false), (2, true, false),
                (0, true, true),
            ] {
                #expect(
                    careful.keeps(path, insteadOf: holding(answers, isComplete: isComplete)) == isKept, "\(answers)")
            }
            let told = Self.outputGuard(in: folder, overwrites: true)
            #expect(told.keeps(path, insteadOf: holding(0)) && !told.keeps(path, insteadOf: holding(1)))
            #expect(told.keeps(path, insteadOf: holding(0, isComplete: true)), "an engine heard nothing")
            try AtomicFile.write(Array("none".utf8), to: path, by: careful.recording(holding(0, isComplete: true)))
            #expect(!told.keeps(path, insteadOf: holding(0, isComplete: true)), "both hold nothing")
            try AtomicFile.write(Array("six".utf8), to: path, by: careful.recording(holding(6)))
            // Nothing is known of what the file holds.
            try AtomicFile.write(Array("uncounted".utf8), to: path, by: careful)
            #expect(careful.keeps(path, insteadOf: holding(0)) && !careful.keeps(path, insteadOf: holding(1)))
            #expect(WrittenFiles(in: folder.file("store")).has(path))
        }
    }

    @Test(
        "given a file of an earlier run, when an output that grows takes its name, then the one that holds more stays",
        arguments: [
            (0, true, ["a.b.srt": "former", "a.b.1.srt": nil]), (5, false, ["a.b.srt": "former", "a.b.1.srt": "new"]),
            (5, true, ["a.b.srt": "new", "a.b.1.srt": nil]), (6, false, ["a.b.srt": "new", "a.b.1.srt": nil]),
        ])
    func formerFile(answers: Int, isComplete: Bool, left: [String: String?]) async throws {
        try await inTemporaryFolder { folder in
            let careful = Self.outputGuard(in: folder)
            #expect(try FormerFile(at: folder.file("a.b.srt"), by: careful) == nil)
            try AtomicFile.write(
                Array("former".utf8), to: folder.file("a.b.srt"),
                by: careful.recording(OutputContent(answers: 6, isComplete: true)))
            let former = try #require(try FormerFile(at: folder.file("a.b.srt"), by: careful))
            #expect(try folder.text("a.b.1.srt") == "former", "a crash would leave it there")
            let content = OutputContent(answers: answers, isComplete: isComplete)
            try AtomicFile.write(Array("new".utf8), to: folder.file("a.b.srt"), by: careful.recording(content))
            let sentence = former.settle(against: content)
            #expect((sentence == nil) == (left["a.b.srt"] == "new"))
            for (name, text) in left { #expect((try? folder.text(name)) == text) }
            #expect(careful.kept([folder.file("a.b.srt")]).isEmpty, "it is still Verbio's own")
        }
    }

    @Test(
        "given a file that Verbio wrote, when it is unchanged, then it is replaced, and when it was changed, it is kept"
    )
    func ownFile() async throws {
        try await inTemporaryFolder { folder in
            let path = folder.file("a.srt")
            for text in ["first", "second", "third"] {
                let careful = Self.outputGuard(in: folder)
                try careful.check([path])
                try AtomicFile.write(Array(text.utf8), to: path, by: careful)
                #expect(try folder.text("a.srt") == text)
            }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(" by hand".utf8))
            try file.close()
            let problem = #expect(throws: Problem.self) { try Self.outputGuard(in: folder).check([path]) }
            #expect(problem?.what.contains("changed since Verbio wrote it") == true)
        }
    }

    @Test(
        "given a file that Verbio wrote, when the user makes it read-only or moves it elsewhere, then it is the user's")
    func protectedFile() async throws {
        try await inTemporaryFolder { folder in
            let path = folder.file("a.srt")
            try AtomicFile.write(Array("text".utf8), to: path, by: Self.outputGuard(in: folder))
            chmod(path, 0o444)
            let problem = #expect(throws: Problem.self) { try Self.outputGuard(in: folder).check([path]) }
            #expect(problem?.what.contains("read-only") == true)
            chmod(path, 0o644)
            try FileManager.default.moveItem(atPath: path, toPath: folder.file("b.srt"))
            #expect(throws: Problem.self) { try Self.outputGuard(in: folder).check([folder.file("b.srt")]) }
        }
    }

    @Test(
        "given an input, when an output has its name, a link to it or a hard link, then not even --overwrite replaces it",
        arguments: [false, true])
    func input(overwrites: Bool) async throws {
        try await inTemporaryFolder { folder in
            try Self.put("sound", at: "talk.wav", in: folder)
            try #require(symlink("talk.wav", folder.file("link.wav")) == 0)
            try #require(link(folder.file("talk.wav"), folder.file("hard.wav")) == 0)
            try #require(symlink(".", folder.file("same")) == 0)
            let names = ["talk.wav", "link.wav", "hard.wav", "same/talk.wav", "./talk.wav"]
            for input in ["talk.wav", "link.wav"] {
                let careful = Self.outputGuard(in: folder, inputs: [input], overwrites: overwrites)
                for name in names {
                    let problem = #expect(throws: Problem.self, "\(name)") { try careful.check([folder.file(name)]) }
                    #expect(problem?.code == "output.is-input", "\(name)")
                }
            }
            #expect(try folder.text("hard.wav") == "sound")
        }
    }

    @Test(
        "given a link, when it is in an output's place, then --overwrite replaces the link and keeps what it leads to")
    func symbolicLink() async throws {
        try await inTemporaryFolder { folder in
            try Self.put("precious", at: "target.txt", in: folder)
            try #require(symlink("target.txt", folder.file("a.txt")) == 0)
            try #require(symlink("not there", folder.file("b.txt")) == 0)
            for name in ["a.txt", "b.txt"] {
                let path = folder.file(name)
                #expect(throws: Problem.self) { try Self.outputGuard(in: folder).check([path]) }
                let told = Self.outputGuard(in: folder, overwrites: true)
                try told.check([path])
                try AtomicFile.write(Array("new".utf8), to: path, by: told)
                #expect(try folder.text(name) == "new")
            }
            #expect(try folder.text("target.txt") == "precious")
        }
    }

    @Test("given a list of written files that is too long, when it is shortened, then the newest files are still known")
    func bounded() async throws {
        try await inTemporaryFolder { folder in
            let written = WrittenFiles(in: folder.file("new/store"), maximumBytes: 4_000)
            for number in 1...200 {
                let path = folder.file("\(number) %0A\n.txt")
                try Data("\(number)".utf8).write(to: URL(filePath: path))
                #expect(written.add(path, as: try #require(FileState(of: path))))
                #expect(written.has(path))
            }
            let list = folder.file("new/store/" + WrittenFiles.name)
            #expect(try #require(FileState(of: list)).size <= 4_200)
            #expect(written.has(folder.file("190 %0A\n.txt")) && !written.has(folder.file("1 %0A\n.txt")))
        }
    }

    @Test("given a place where nothing can be recorded, when a file is written, then it exists and a note says so")
    func unrecorded() async throws {
        try await inTemporaryFolder { folder in
            try Self.put("no folder", at: "store", in: folder)
            let told = Locked<[String]>([])
            let careful = OutputGuard(inputs: [], written: WrittenFiles(in: folder.file("store"))) { path in
                told.withLock { $0.append(path) }
            }
            try AtomicFile.write(Array("new".utf8), to: folder.file("a.txt"), by: careful)
            #expect(try folder.text("a.txt") == "new" && told.withLock { $0 } == [folder.file("a.txt")])
        }
    }
}
