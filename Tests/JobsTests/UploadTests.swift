import Conversations
import Foundation
import Jobs
import PostgreSQL
import Testing
import VerbioTesting

@Suite(
    "Uploads that several machines reach", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct UploadTests {
    /// The uploads of a machine of its own.
    private struct Machine {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-uploads-\(UUID().uuidString)").path
        let uploads: JobUploads

        init(_ address: String) async throws {
            uploads = try JobUploads(at: folder, shared: try await UploadTable(PostgreSQLDatabase(address)))
        }

        func receive(_ id: JobID, _ bytes: [UInt8]) async throws {
            let upload = try await uploads.begin(.upload(id))
            try upload.write(bytes, at: 0)
            try upload.synchronize()
            try await uploads.share(.upload(id), upload)
        }

        func bytes(_ id: JobID) -> [UInt8]? {
            FileManager.default.contents(atPath: uploads.path(of: .upload(id))).map(Array.init)
        }

        func tidy() { try? FileManager.default.removeItem(atPath: folder) }
    }

    @Test(
        "given an upload to one machine, when another one does the job, then it has the same bytes",
        arguments: [0, 1, 1 << 20, (1 << 20) * 2 + 17])
    func fetched(count: Int) async throws {
        let address = try await PostgreSQLServer.shared().database()
        let (first, second) = (try await Machine(address), try await Machine(address))
        defer { for machine in [first, second] { machine.tidy() } }
        let id = JobID.random()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        try await first.receive(id, bytes)
        #expect(first.bytes(id) == nil, "any machine may do the job")
        try await second.uploads.fetch(.upload(id))
        #expect(second.bytes(id) == bytes)
        // What is here already is not fetched again.
        try await second.uploads.fetch(.upload(id))
        try await second.uploads.removeUploads(of: id)
        try await first.uploads.removeUploads(of: id)
        #expect(first.bytes(id) == nil && second.bytes(id) == nil)
        try await second.uploads.fetch(.upload(id))
        #expect(second.bytes(id) == nil)
    }

    @Test("given captions beside an upload, when another machine does the job, then it has both, and both are removed")
    func captions() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let (first, second) = (try await Machine(address), try await Machine(address))
        defer { for machine in [first, second] { machine.tidy() } }
        let id = JobID.random()
        let files = [JobFile.upload(id), .captions(id)]
        for file in files {
            #expect(JobFile(name: file.name) == file)
            let upload = try await first.uploads.begin(file)
            try upload.write(Array(file.name.utf8), at: 0)
            try await first.uploads.share(file, upload)
        }
        for file in files {
            try await second.uploads.fetch(file)
            let bytes = FileManager.default.contents(atPath: second.uploads.path(of: file))
            #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == file.name)
        }
        try await second.uploads.removeUploads(of: id)
        for file in files {
            #expect(!FileManager.default.fileExists(atPath: second.uploads.path(of: file)))
            try await first.uploads.fetch(file)
            #expect(!FileManager.default.fileExists(atPath: first.uploads.path(of: file)))
        }
    }

    @Test(
        "given uploads that a killed server has left, when a machine tidies up, then those that no job needs are removed"
    )
    func tidied() async throws {
        let server = try await PostgreSQLServer.shared()
        let address = try await server.database()
        let (first, second) = (try await Machine(address), try await Machine(address))
        defer { for machine in [first, second] { machine.tidy() } }
        let (old, wanted, new) = (JobID.random(), JobID.random(), JobID.random())
        for id in [old, wanted] { try await first.receive(id, [1]) }
        let name = String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
        try await server.query("UPDATE upload SET created_at = now() - interval '2 hours'", in: name)
        try await first.receive(new, [1])
        try await second.uploads.tidy { $0 == .upload(wanted) }
        for (id, isThere) in [(old, false), (wanted, true), (new, true)] {
            try await second.uploads.fetch(.upload(id))
            #expect((second.bytes(id) != nil) == isThere)
        }
    }

    @Test("given a film that one machine has made, when another one is asked for it, then it gives each range of it")
    func films() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let (first, second) = (try await Machine(address), try await Machine(address))
        defer { for machine in [first, second] { machine.tidy() } }
        let (id, other) = (JobID.random(), JobID.random())
        let bytes = (0..<(1 << 20) * 2 + 17).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        let film = JobFile.film(id, of: .random(), format: "mkv")
        let kept = JobFile.film(other, of: .random(), format: "mp4")
        for (file, content) in [(film, [7, 7, 7]), (film, bytes), (kept, [1])] {
            let folder = try await first.uploads.beginFilms(of: file.job)
            try Data(content).write(to: URL(filePath: folder + "/film.mkv"))
            try await first.uploads.keep(file, from: folder + "/film.mkv")
            await first.uploads.endFilms(of: file.job)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: first.folder)
        #expect(left == [])
        let open = try #require(try await second.uploads.open(film))
        var read: [UInt8] = []
        while case let part = try await open.bytes(at: read.count, most: 64 << 10), !part.isEmpty { read += part }
        #expect(read == bytes)
        #expect(try await open.bytes(at: (1 << 20) - 3, most: 9) == Array(bytes[((1 << 20) - 3)..<(1 << 20)]))
        #expect(try await open.bytes(at: bytes.count, most: 9) == [])
        try await second.uploads.removeAll(of: id)
        #expect(try await first.uploads.open(film) == nil)
        #expect(try await first.uploads.open(kept) != nil)
    }
}
