import Foundation
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite struct GGUFTests {
    private func failure(_ file: [UInt8], named name: String? = nil) throws -> ProviderError? {
        let standIn = try StandInLlama([], file: file)
        var configuration = LlamaConfiguration(worker: LocalWorkerSettings(dataDirectory: "/nonexistent"))
        configuration.modelsDirectory = standIn.modelsDirectory
        configuration.program = "/bin/true"
        let name = name ?? standIn.file
        do throws(ProviderError) {
            _ = try LlamaServer.shared(name, configuration, among: LlamaServers(), time: .system)
            return nil
        } catch {
            return error
        }
    }

    @Test("Given a whole file, when it is named by its path or by its name, then it can be used")
    func whole() throws {
        #expect(try failure(GGUFSample().bytes) == nil)
        #expect(try failure(GGUFSample().bytes, named: "stand-in") == nil)
        #expect(try failure(GGUFSample().bytes, named: "llama-stand-in") == nil)
    }

    @Test(
        "Given a file that is no usable model, when it is named, then one clause says what is wrong",
        arguments: [
            (GGUFSample { $0.missing = 1 }.bytes, "model.gguf is incomplete: it has 0 of 0 MB)"),
            (GGUFSample { $0.magic = "GGML" }.bytes, "model.gguf is no GGUF file)"),
            (GGUFSample { $0.version = 9 }.bytes, "model.gguf has a damaged header)"),
            ([], "model.gguf is no GGUF file)"),
            (GGUFSample { $0.chatTemplate = nil }.bytes, "has no chat template, so it continues texts"),
        ])
    func faults(file: [UInt8], words: String) throws {
        let error = try failure(file)
        #expect(error?.failure == .unavailable)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.cure != nil)
    }

    @Test("Given a name or a path where nothing is, when it is named, then the failure says what to do")
    func missing() throws {
        let named = try failure(GGUFSample().bytes, named: "qwen")
        #expect(named?.cure == "run 'verbio models install llama-qwen'")
        let path = try failure(GGUFSample().bytes, named: "/nonexistent/model.gguf")
        #expect(path?.message.contains("there is no /nonexistent/model.gguf") == true)
    }

    @Test("Given a file that is cut anywhere, when it is named, then it is refused")
    func cuts() throws {
        let whole = GGUFSample().bytes
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-gguf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "cut.gguf")
        var configuration = LlamaConfiguration(worker: LocalWorkerSettings(dataDirectory: "/nonexistent"))
        configuration.program = "/bin/true"
        for end in stride(from: 0, to: whole.count, by: 7) {
            try Data(whole[..<end]).write(to: file)
            #expect(throws: ProviderError.self, "\(end)") {
                try LlamaServer.shared(file.path(), configuration, among: LlamaServers(), time: .system)
            }
        }
    }

    @Test("Given a header with any byte changed, when it is read, then it is accepted or refused without a crash")
    func noise() throws {
        let whole = GGUFSample().bytes
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-gguf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "noise.gguf")
        var configuration = LlamaConfiguration(worker: LocalWorkerSettings(dataDirectory: "/nonexistent"))
        configuration.program = "/bin/true"
        var refused = 0
        for place in 0..<min(700, whole.count) {
            for value in [UInt8(0xFF), 0x80] {
                var bytes = whole
                bytes[place] = value
                try Data(bytes).write(to: file)
                do {
                    _ = try LlamaServer.shared(file.path(), configuration, among: LlamaServers(), time: .system)
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 100)
    }
}
