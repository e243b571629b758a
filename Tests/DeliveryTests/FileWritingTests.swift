import Audio
import Foundation
import Plumbing
import Testing

/// Files that appear whole or not at all, and WAV in them and in pipes.
struct FileWritingTests {
    @Test func aFileAppearsOnlyWhenItIsCommitted() async throws {
        try await inTemporaryFolder { folder in
            try AtomicFile.write(Array("old".utf8), to: folder.file("a.txt"))
            let file = try AtomicFile(path: folder.file("a.txt"))
            try file.write(String(repeating: "new ", count: 50_000))
            #expect(try folder.text("a.txt") == "old")
            #expect(folder.names == [".a.txt.verbio-partial", "a.txt"])
            try file.overwrite(Array("NEW".utf8), at: 0)
            try file.commit()
            #expect(try folder.text("a.txt") == "NEW " + String(repeating: "new ", count: 49_999))
            #expect(folder.names == ["a.txt"])
            #expect(file.byteCount == 200_000)
        }
    }

    @Test func whatIsNotCommittedLeavesNothing() async throws {
        try await inTemporaryFolder { folder in
            do {
                let file = try AtomicFile(path: folder.file("b.txt"))
                try file.write("lost")
            }
            #expect(folder.names.isEmpty)
        }
    }

    @Test func aLinkIsReplacedAndWhatItLeadsToIsKept() async throws {
        try await inTemporaryFolder { folder in
            try AtomicFile.write(Array("old".utf8), to: folder.file("target.txt"))
            for (target, link) in [
                ("target.txt", "near.txt"), (folder.file("near.txt"), "far.txt"), ("new.txt", "nothing.txt"),
                ("/dev/full", "device.txt"), ("circle.txt", "circle.txt"),
            ] { try #require(symlink(target, folder.file(link)) == 0) }
            let links = folder.names
            for name in ["far.txt", "nothing.txt", "circle.txt"] {
                try AtomicFile.write(Array("new".utf8), to: folder.file(name))
                #expect(FileState(of: folder.file(name))?.kind == .regular, "\(name)")
            }
            #expect(try folder.text("target.txt") == "old")
            let problem = #expect(throws: Problem.self) { try AtomicFile(path: folder.file("device.txt")) }
            #expect(problem?.code == "output.unwritable")
            #expect(folder.names == links)
            for name in ["near.txt", "device.txt"] {
                #expect(FileState(of: folder.file(name))?.kind == .link, "\(name)")
            }
        }
    }

    @Test func aFileNamedLikeAPartialOneIsNotTouched() async throws {
        try await inTemporaryFolder { folder in
            try Data("a download of the user's".utf8).write(to: URL(fileURLWithPath: folder.file("a.txt.partial")))
            try AtomicFile.write(Array("new".utf8), to: folder.file("a.txt"))
            #expect(try folder.text("a.txt.partial") == "a download of the user's")
        }
    }

    @Test func whatAppearsMeanwhileIsKept() async throws {
        /// Says the same whatever is there.
        struct Answer: OutputAdmission {
            var replacement: Replacement
            func admit(
                _ path: String, as state: FileState, from partial: String
            ) throws(Problem) -> Replacement { replacement }
        }
        try await inTemporaryFolder { folder in
            let new = try AtomicFile(path: folder.file("a.txt"))
            try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("a.txt")))
            let appeared = #expect(throws: Problem.self) { try new.commit(by: Answer(replacement: .nothing)) }
            #expect(appeared?.code == "output.exists" && appeared?.kind == .usage)
            let before = try #require(FileState(of: folder.file("a.txt")))
            try Data("changed".utf8).write(to: URL(fileURLWithPath: folder.file("a.txt")))
            let changed = #expect(throws: Problem.self) { try new.commit(by: Answer(replacement: .file(before))) }
            #expect(changed?.code == "output.exists")
            #expect(try folder.text("a.txt") == "changed")
            let now = try #require(FileState(of: folder.file("a.txt")))
            try new.write("done")
            try new.commit(by: Answer(replacement: .file(now)))
            #expect(try folder.text("a.txt") == "done" && folder.names == ["a.txt"])
        }
    }

    @Test func aFinishedFileSurvivesAKillBetweenItsTwoNames() async throws {
        try await inTemporaryFolder { folder in
            try AtomicFile.write(Array("finished".utf8), to: folder.file("a.txt"))
            try #require(link(folder.file("a.txt"), folder.file(".a.txt.verbio-partial")) == 0)
            let next = try AtomicFile(path: folder.file("a.txt"))
            #expect(try folder.text("a.txt") == "finished")
            try next.write("next")
            try next.commit()
            #expect(try folder.text("a.txt") == "next" && folder.names == ["a.txt"])
        }
    }

    @Test func aPipeBehindALinkIsNoMissingFolder() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let problem = #expect(throws: Problem.self) { try AtomicFile(path: "/dev/fd/\(ends[1])") }
        #expect(problem?.what.contains("not a regular file") == true)
    }

    @Test func theRemainsOfACrashAreReplaced() async throws {
        try await inTemporaryFolder { folder in
            try Data("a very long rest of an earlier run".utf8)
                .write(to: URL(fileURLWithPath: folder.file(".c.txt.verbio-partial")))
            try AtomicFile.write(Array("short".utf8), to: folder.file("c.txt"))
            #expect(try folder.text("c.txt") == "short")
            #expect(folder.names == ["c.txt"])
        }
    }

    @Test func twoWritersOfOneFileAreToldApart() async throws {
        try await inTemporaryFolder { folder in
            let first = try AtomicFile(path: folder.file("d.txt"))
            try first.write("first")
            let problem = #expect(throws: Problem.self) { try AtomicFile(path: folder.file("d.txt")) }
            #expect(problem?.code == "output.busy")
            try first.commit()
            #expect(try folder.text("d.txt") == "first")
        }
    }

    @Test func unusableNamesAreProblemsWithACure() async throws {
        try await inTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: true)
            mkfifo(folder.file("pipe"), 0o600)
            mkfifo(folder.file(".e.verbio-partial"), 0o600)
            symlink("/nowhere/at/all", folder.file(".f.verbio-partial"))
            let long = String(repeating: "x", count: 250)
            for name in ["missing/a.txt", "folder", "pipe", "e", "f", long] {
                let problem = #expect(throws: Problem.self) { try AtomicFile(path: folder.file(name)) }
                #expect(problem?.code == "output.unwritable", "\(name)")
                #expect(problem?.kind == .usage && problem?.cure != nil, "\(name)")
                #expect(problem?.place == folder.file(name))
            }
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func aFullDiskIsTold() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let problem = #expect(throws: Problem.self) {
            try WAVWriter(descriptor: full, name: "-", sampleRate: 16_000)
        }
        #expect(problem?.code == "output.disk-full")
        #expect(problem?.kind == .store)
    }

    @Test(arguments: [1, 2])
    func aWAVFileIsReadAsWritten(channels: Int) async throws {
        try await inTemporaryFolder { folder in
            let writer = try WAVWriter(path: folder.file("a.wav"), sampleRate: 22_050, channels: channels)
            let samples = Recorded.voice(milliseconds: 500, rate: 22_050 * channels)
            try writer.write(Array(samples[..<1_000]))
            try writer.write(Array(samples[1_000...].dropLast(samples.count % channels)))
            try writer.writeSilence(frames: 50_000)
            let size = try writer.finish()
            let data = try folder.data("a.wav")
            #expect(data.count == size)
            let wav = try #require(ParsedWAV(data))
            #expect(wav.riffSize == size - 8)
            #expect(wav.format == [1, channels, 22_050, 22_050 * 2 * channels, 2 * channels, 16])
            #expect(wav.samples.prefix(samples.count) == samples[...])
            #expect(wav.samples.dropFirst(samples.count).allSatisfy { $0 == 0 })
            #expect(wav.samples.count / channels == writer.frameCount)
        }
    }

    @Test(
        "Given a WAV file, when SoX reads it, then it finds the channels and samples that were written",
        .enabled(if: OtherReaders.soxi, "needs soxi, of the package sox"), arguments: [1, 2])
    func soxReadsWAV(channels: Int) async throws {
        try await inTemporaryFolder { folder in
            let writer = try WAVWriter(path: folder.file("a.wav"), sampleRate: 22_050, channels: channels)
            try writer.write(Recorded.voice(milliseconds: 500, rate: 22_050 * channels))
            _ = try writer.finish()
            let soxi = try output(of: "soxi", [folder.file("a.wav")])
            #expect(soxi.status == 0)
            #expect(soxi.text.contains("Channels       : \(channels)"))
            #expect(soxi.text.contains("= \(writer.frameCount) samples"))
        }
    }

    @Test func aLargeFileIsRF64() async throws {
        try await inTemporaryFolder { folder in
            let writer = try WAVWriter(path: folder.file("a.wav"), sampleRate: 8_000, channels: 2, largestRIFF: 1_000)
            try writer.writeSilence(frames: 300)
            try writer.finish()
            let data = try folder.data("a.wav")
            #expect(Array(data[..<16]) == Array("RF64".utf8) + [255, 255, 255, 255] + Array("WAVEds64".utf8))
            let fields = [20, 28, 36].map { at in data[at..<(at + 8)].reversed().reduce(0) { $0 << 8 | Int($1) } }
            #expect(fields == [1_200 + 72, 1_200, 300])
            #expect(Array(data[72..<80]) == Array("data".utf8) + [255, 255, 255, 255])

            let small = try WAVWriter(path: folder.file("b.wav"), sampleRate: 8_000, channels: 2, largestRIFF: 1_272)
            try small.writeSilence(frames: 300)
            try small.finish()
            #expect(try folder.data("b.wav")[..<4] == Array("RIFF".utf8)[...])
        }
    }

    @Test func aStreamSaysThatItsLengthIsUnknown() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let writer = try WAVWriter(descriptor: descriptor, name: "-", sampleRate: 16_000)
        try writer.write([1, -2, 3])
        try writer.finish()
        try pipe.fileHandleForWriting.close()
        let data = Array(pipe.fileHandleForReading.readDataToEndOfFile())
        #expect(Array(data[4..<8]) == [255, 255, 255, 255] && Array(data[76..<80]) == [255, 255, 255, 255])
        #expect(ParsedWAV(data)?.samples == [1, -2, 3])
    }

    @Test func aDescriptorOfAFileGetsItsLengths() async throws {
        try await inTemporaryFolder { folder in
            // In the middle of a file, as after `(echo before; verbio …) > file`.
            let descriptor = open(folder.file("a.bin"), O_WRONLY | O_CREAT, 0o600)
            #expect(write(descriptor, "before", 6) == 6)
            let writer = try WAVWriter(descriptor: descriptor, name: "-", sampleRate: 16_000)
            try writer.write([1, -2, 3])
            try writer.finish()
            close(descriptor)
            let data = try folder.data("a.bin")
            #expect(data.prefix(6) == Array("before".utf8)[...])
            #expect(ParsedWAV(Array(data.dropFirst(6)))?.riffSize == 78)
        }
    }
}

/// A WAV file as parsed from its bytes, with chunks in the order of the writer.
struct ParsedWAV {
    var riffSize: Int
    var format: [Int]
    var samples: [Int16]

    init?(_ data: [UInt8]) {
        func number(_ at: Int, _ size: Int) -> Int { data[at..<(at + size)].reversed().reduce(0) { $0 << 8 | Int($1) } }
        func name(_ at: Int) -> String { String(decoding: data[at..<(at + 4)], as: UTF8.self) }
        guard data.count >= 12, name(0) == "RIFF", name(8) == "WAVE" else { return nil }
        riffSize = number(4, 4)
        var at = 12
        var format: [Int]?
        while at + 8 <= data.count {
            let size = number(at + 4, 4)
            if name(at) == "fmt " {
                format = zip([0, 2, 4, 8, 12, 14], [2, 2, 4, 4, 2, 2]).map { number(at + 8 + $0, $1) }
            }
            if name(at) == "data", let format {
                self.format = format
                let end = min(data.count, at + 8 + size)
                samples = stride(from: at + 8, to: end - 1, by: 2).map { Int16(truncatingIfNeeded: number($0, 2)) }
                return
            }
            at += 8 + size + size % 2
        }
        return nil
    }
}
