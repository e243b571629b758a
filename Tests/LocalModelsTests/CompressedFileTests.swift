import CZlib
import Crypto
import CurlHTTP
import Foundation
import LocalModels
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Models with files that come compressed with gzip, as Mozilla's do.
@Suite(.serialized)
struct CompressedFileTests {
    /// Bytes that shrink little, as weights do.
    private static let weights: [UInt8] = {
        var random = SplitMix64(seed: 3)
        return (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next() & 0x3F) }
    }()

    /// A file of the catalogue and its compressed bytes.
    private struct Packed {
        var name = "model.bin"
        var bytes: [UInt8]
        /// The hash and the size that the catalogue has of the compressed file.
        var stated: [UInt8]
        /// The size that the catalogue has of the file itself.
        var size: Int?
    }

    private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gz").path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(gzopen(path, "wb"))
        _ = gzwrite(file, bytes, UInt32(bytes.count))
        gzclose(file)
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }

    private func install(_ packed: Packed, into folder: ModelFolder) async throws -> (
        record: ModelFolder.Record, events: [ModelInstaller.Event], targets: [String]
    ) {
        let hash = SHA256.hash(data: packed.stated).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let size = packed.size.map { ", bytes: \($0)" } ?? ""
        let events = Locked<[ModelInstaller.Event]>([])
        let script: StandInServer.Script = { _ in .body(200, type: "application/octet-stream", packed.bytes) }
        return try await withStandIn(script) { server in
            let yaml = """
                tiny:
                  title: A tiny model
                  languages: [en, es]
                  licence: MIT
                  notice: Copyright (c) Somebody
                  worker: false
                  files: [{name: \(packed.name)\(size)}]
                  sources:
                    - gzip: \(server.url)/{file}.gz
                      packed:
                        \(packed.name): {bytes: \(packed.stated.count), sha256: \(hash)}
                """
            let installer = ModelInstaller(
                folder: folder, environment: WorkerEnvironment(at: folder.path(of: "none"), environment: [:]),
                variables: [:], client: HTTPClient(time: .patient))
            let record = try await installer.install(try ModelCatalogue(yaml: yaml, at: "test").model("tiny")) {
                event in
                events.withLock { $0.append(event) }
            }
            return (record, events.withLock { $0 }, server.requests.map(\.target))
        }
    }

    private func place() -> ModelFolder {
        ModelFolder(FileManager.default.temporaryDirectory.appending(path: "verbio-gzip-\(UUID().uuidString)").path())
    }

    @Test("Given a compressed file with its hash, when a model is installed, then the file itself is there")
    func unpacked() async throws {
        let folder = place()
        defer { try? FileManager.default.removeItem(atPath: folder.path(of: "tiny")) }
        let bytes = try Self.gzip(Self.weights)
        let (record, events, targets) = try await install(Packed(bytes: bytes, stated: bytes), into: folder)
        #expect(targets == ["/model.bin.gz"])
        #expect(record.files.map(\.name) == ["model.bin"])
        #expect(
            FileManager.default.contents(atPath: folder.path(of: "tiny") + "/model.bin").map(Array.init) == Self.weights
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "tiny")).sorted()
        #expect(names == ["model.bin", "verbio-model.json"])
        // The hash is known, so that nothing is recorded for the first time.
        let isPinned = events.contains { if case .pinned = $0 { true } else { false } }
        #expect(!isPinned)
    }

    @Test(
        "Given a compressed file that cannot be right, when a model is installed, then one sentence says what is wrong")
    func refused() async throws {
        let whole = try Self.gzip(Self.weights)
        let cut = Array(whole.dropLast(9))
        let plain = Array("no gzip at all".utf8)
        for (packed, reason) in [
            (Packed(bytes: whole.reversed(), stated: whole), "the SHA-256 differs from the catalogue's: model.bin.gz"),
            (Packed(bytes: cut, stated: cut), "model.bin.gz is no whole gzip file"),
            (Packed(bytes: plain, stated: plain), "model.bin.gz is no whole gzip file"),
            (Packed(bytes: whole, stated: whole, size: 1000), "model.bin.gz unpacks to more than the file has"),
        ] {
            let folder = place()
            let problem = await #expect(throws: Problem.self) { try await install(packed, into: folder) }
            #expect(problem?.description.contains(reason) == true, "\(problem?.description ?? "")")
            #expect(!FileManager.default.fileExists(atPath: folder.path(of: "tiny") + "/model.bin"))
        }
    }

    @Test("Given a file that unpacks to many times its size, when its size is not known, then it is refused")
    func bomb() async throws {
        let bytes = try Self.gzip([UInt8](repeating: 0, count: 5_000_000))
        let problem = await #expect(throws: Problem.self) {
            try await install(Packed(bytes: bytes, stated: bytes), into: place())
        }
        #expect(problem?.description.contains("unpacks to more than the file has") == true)
    }

    @Test("Given a catalogue without the hash of a compressed file, when it is read, then the model is named")
    func noHash() {
        let yaml = """
            tiny:
              title: x
              languages: [en]
              licence: x
              notice: x
              files: [{name: a.bin}, {name: b.bin}]
              sources: [{gzip: "https://a.example/{file}.gz", packed: {a.bin: {bytes: 1, sha256: \(String(repeating: "a", count: 64))}}}]
            """
        let problem = #expect(throws: Problem.self) { try ModelCatalogue(yaml: yaml, at: "mine.yaml") }
        #expect(problem?.description.contains("tiny has no packed file for one of its files") == true)
    }
}
