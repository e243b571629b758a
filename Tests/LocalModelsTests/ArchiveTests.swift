import Crypto
import CurlHTTP
import Foundation
import LocalModels
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Models that come as one zip archive, as Argos's packages do.
@Suite(
    .serialized,
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct ArchiveTests {
    @Test("Given an archive, when a model is installed, then its files are there, and nothing else of the archive is")
    func whole() async throws {
        let place = try ArchivePlace()
        let archive = try await place.archive(.good)
        let script: StandInServer.Script = { Self.answer($0, archive) }
        try await withStandIn(script) { server in
            let record = try await place.install(["\(server.url)/a.argosmodel"], archive)
            let names = ["model/model.bin", "model/vocabulary.txt", "sentencepiece.model", "metadata.json"]
            #expect(record.files.map(\.name) == names)
            #expect(record.files.allSatisfy { $0.sha256?.count == 64 })
            #expect(server.requests.map(\.target) == ["/a.argosmodel"])
        }
        #expect(place.files == ["metadata.json", "model", "sentencepiece.model", "verbio-model.json"])
        #expect(place.file("model/model.bin") == Array("weights".utf8))
        #expect(place.folder.verify("tiny", against: nil) == .intact)
    }

    @Test(
        "Given a connection that breaks within an archive, when it continues, then only the rest is requested")
    func resumed() async throws {
        let place = try ArchivePlace()
        let archive = try await place.archive(.large)
        let script: StandInServer.Script = { request in
            let whole = Self.answer(request, archive)
            return request.index == 0 ? whole.ending(.close, afterBytes: archive.count / 2) : whole
        }
        try await withStandIn(script) { server in
            _ = try await place.install(["\(server.url)/a.argosmodel"], archive)
            let ranges = server.requests.map { $0.values(of: "range").first }
            let rest = try #require(ranges.last ?? nil)
            #expect(ranges.first == .some(nil) && rest.hasPrefix("bytes=") && rest != "bytes=0-")
        }
        #expect(place.file("model/model.bin")?.count == 200_000)
    }

    @Test("Given an archive with other bytes, when its hash differs, then it is not opened and the next source is used")
    func wrongBytes() async throws {
        let place = try ArchivePlace()
        let archive = try await place.archive(.good)
        let events = Locked<[ModelInstaller.Event]>([])
        let script: StandInServer.Script = { request in
            let bytes = request.target.hasPrefix("/bad/") ? [UInt8](repeating: 7, count: archive.count) : archive
            return .body(200, type: "application/octet-stream", bytes)
        }
        try await withStandIn(script) { server in
            _ = try await place.install(
                ["\(server.url)/bad/a.argosmodel", "\(server.url)/good/a.argosmodel"], archive
            ) { event in events.withLock { $0.append(event) } }
        }
        let reasons = events.withLock { $0 }.compactMap { event in
            if case .sourceFailed(_, let why, _) = event { why } else { nil }
        }
        #expect(reasons == ["the SHA-256 differs from the catalogue's: a.argosmodel"])
        #expect(place.file("model/model.bin") == Array("weights".utf8))
    }

    @Test(
        "Given an archive that would do harm or is not whole, when it is unpacked, then it is refused with one sentence",
        arguments: [
            (ArchivePlace.Kind.parent, "a name that leads out of its folder"),
            (.absolute, "a name that leads out of its folder"), (.link, "a link"), (.twice, "a name twice"),
            (.bomb, "unpacks to much more than its size"), (.crowd, "more than 5000 members"),
            (.cut, "the archive is damaged"), (.lacking, "does not have sentencepiece.model"),
            (.folder, "does not have model/model.bin"),
        ])
    func harmful(kind: ArchivePlace.Kind, reason: String) async throws {
        let place = try ArchivePlace()
        let archive = try await place.archive(kind)
        let script: StandInServer.Script = { Self.answer($0, archive) }
        try await withStandIn(script) { server in
            let problem = await #expect(throws: Problem.self) {
                try await place.install(["\(server.url)/a.argosmodel"], archive)
            }
            #expect(problem?.code == "models.sources")
            #expect(problem?.what.contains(reason) == true, "\(problem?.what ?? "")")
        }
        #expect(place.folder.installed.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: place.root.path() + "/evil"))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/verbio-evil"))
    }

    @Test("Given an archive of the user's, when a model is installed from it, then its hash decides")
    func ownArchive() async throws {
        let place = try ArchivePlace()
        let archive = try await place.archive(.good)
        let own = place.root.path() + "/own.argosmodel"
        try Data(archive).write(to: URL(filePath: own))
        _ = try await place.install(["https://a.example/a.argosmodel"], archive, from: own)
        #expect(place.file("model/model.bin") == Array("weights".utf8))
        try Data(archive + [0]).write(to: URL(filePath: own))
        let problem = await #expect(throws: Problem.self) {
            try await place.install(["https://a.example/a.argosmodel"], archive, from: own, again: true)
        }
        #expect(problem?.kind == .input && problem?.what.contains("no archive that the catalogue names") == true)
    }

    @Test(
        "Given a catalogue with an archive whose hash is not stated, when it is read, then the problem names the model")
    func unhashed() throws {
        let yaml = """
            tiny:
              title: x
              languages: [en]
              licence: x
              notice: x
              files: [{name: model.bin}]
              sources: [{archive: "https://a.example/a.zip", bytes: 1}]
            """
        let problem = #expect(throws: Problem.self) { try ModelCatalogue(yaml: yaml, at: "mine.yaml") }
        #expect(problem?.what.contains("the model tiny has a source that is no url") == true)
    }

    private static func answer(_ request: RecordedRequest, _ whole: [UInt8]) -> StandInAnswer {
        let range = request.values(of: "range").first?.dropFirst("bytes=".count).dropLast()
        guard let start = range.flatMap({ Int($0) }) else { return .body(200, type: "application/octet-stream", whole) }
        return .body(
            206, type: "application/octet-stream", Array(whole[start...]),
            headers: [("Content-Range", "bytes \(start)-\(whole.count - 1)/\(whole.count)")])
    }
}

/// A folder of models that is deleted in the end, and archives made in it.
struct ArchivePlace: ~Copyable {
    enum Kind: String {
        case good, large, parent, absolute, link, twice, bomb, crowd, cut, lacking, folder
    }

    let root = FileManager.default.temporaryDirectory.appending(path: "verbio-archive-\(UUID().uuidString)")
    let folder: ModelFolder

    init() throws {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        folder = ModelFolder(root.path() + "/models")
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func archive(_ kind: Kind) async throws -> [UInt8] {
        let path = root.path() + "/\(kind).zip"
        let program = try Program("/usr/bin/python3", ["-I", "-c", Self.maker, path, kind.rawValue])
        try #require(await program.end() == 0)
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }

    func install(
        _ addresses: [String], _ archive: [UInt8], from own: String? = nil, again: Bool = false,
        tell: @escaping @Sendable (ModelInstaller.Event) -> Void = { _ in }
    ) async throws -> ModelFolder.Record {
        let hash = SHA256.hash(data: archive).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let sources = addresses.map {
            "    - {archive: \"\($0)\", bytes: \(archive.count), sha256: \(hash), folder: en_es}\n"
        }
        let yaml = """
            tiny:
              title: A tiny model
              languages: [en, es]
              licence: MIT
              notice: Copyright (c) Somebody
              worker: false
              files:
                - {name: model/model.bin}
                - {name: model/config.json, optional: true}
                - {name: model/vocabulary.txt, optional: true}
                - {name: sentencepiece.model}
                - {name: metadata.json}
              sources:
            \(sources.joined())
            """
        var options = ModelInstaller.Options()
        (options.folder, options.isOffline, options.isRepeated) = (own, own != nil, again)
        let installer = ModelInstaller(
            folder: folder, environment: WorkerEnvironment(at: root.path() + "/engines", environment: [:]),
            variables: [:], client: HTTPClient(time: .patient),
            time: TimeSource(
                now: TimeSource.system.now, sleep: { _ in },
                wallClockMilliseconds: TimeSource.system.wallClockMilliseconds))
        return try await installer.install(
            try ModelCatalogue(yaml: yaml, at: "test").model("tiny"), options, tell: tell)
    }

    func file(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder.path(of: "tiny") + "/" + name).map { [UInt8]($0) }
    }

    /// What is in the installed model's folder.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(of: "tiny"))) ?? []).sorted()
    }

    private static let maker = """
        import os, sys, zipfile
        path, kind = sys.argv[1:]
        weights = {"large": os.urandom(200_000), "bomb": bytes(40_000_000)}.get(kind, b"weights")
        members = [("en_es/model/model.bin", weights), ("en_es/model/vocabulary.txt", b"a"), ("en_es/metadata.json", b"{}"),
                   ("en_es/sentencepiece.model", b"pieces"), ("en_es/stanza/other.bin", b"not wanted")]
        if kind == "lacking": members = [member for member in members if "pieces" not in str(member[1])]
        if kind == "folder": members[0] = ("en_es/model/model.bin/", b"")
        if kind == "parent": members.append(("en_es/../../../../../evil", b"x"))
        if kind == "absolute": members.append(("/tmp/verbio-evil", b"x"))
        if kind == "twice": members.append(members[0])
        if kind == "crowd": members += [(f"en_es/{number}", b"") for number in range(5001)]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members:
                archive.writestr(name, content)
            if kind == "link":
                link = zipfile.ZipInfo("en_es/model/config.json")
                link.external_attr = 0o120777 << 16
                archive.writestr(link, "/etc/passwd")
        if kind == "cut": os.truncate(path, os.path.getsize(path) - 30)
        """
}
