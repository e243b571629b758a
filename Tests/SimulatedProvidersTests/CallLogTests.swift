import Foundation
import Language
import Plumbing
import Providers
import SimulatedProviders
import Testing
import VerbioTesting

struct CallLogTests {
    private let time = ManualTime(wallClockMilliseconds: 1_000)
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func scenario(calls: String) throws -> String {
        let path = folder.appending(path: "logged.yaml").path
        let yaml = """
            calls: \(calls)
            recognition: {latency: 5, faults: [{when: {nth: [2]}, fault: server-error}]}
            """
        try yaml.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func lines(_ path: String) throws -> [[String]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("Given a call log, when a call is made, then it has a line at its beginning and one at its end")
    func lines() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "calls.log").path
        let recognizer = try SimulatedProviders.recognizer("sim:" + scenario(calls: log), time: time.source)
        #expect(recognizer.descriptor.name == "sim:logged")
        try await time.run {
            var request = recognitionRequest(7)
            _ = try await recognizer.recognize(request) { _ in }
            _ = try? await recognizer.recognize(request) { _ in }
            request.context.conversation = "two words\n" + String(repeating: "x", count: 5_000)
            _ = try await recognizer.recognize(request) { _ in }
        }
        let lines = try lines(log)
        #expect(lines.map { $0[0] } == ["begin", "end", "begin", "fail", "begin", "end"])
        #expect(lines.map { $0[1] } == ["1000", "1005", "1005", "1010", "1010", "1015"])
        #expect(lines.map { $0[6] } == ["1", "1", "2", "2", "1", "1"])
        #expect(lines.allSatisfy { $0.count == 7 && $0[2] == "recognition" && $0[4] == "7" })
        #expect(Set(lines.map { $0[5] }).count == 1 && lines[0][5].count == 16)
        #expect(lines[0][3] == "test")
        #expect(lines[4][3].hasPrefix("two_words_x") && lines[4][3].count == 200)
    }

    @Test(
        "Given a call log named in the environment, when engines share it, then it takes precedence over the scenario's"
    )
    func environment() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let unused = folder.appending(path: "unused.log").path
        let log = folder.appending(path: "calls.log").path
        let environment = [SimulatedProviders.callLogVariable: log]
        let recognizer = try SimulatedProviders.recognizer(
            "sim:" + scenario(calls: unused), environment: environment, time: time.source)
        let synthesizer = try SimulatedProviders.synthesizer(
            "sim:instant", environment: environment, time: time.source)
        _ = try await time.run { try await recognizer.recognize(recognitionRequest(1)) { _ in } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask {
                    _ = try await synthesizer.synthesize(synthesisRequest("hola \(number)")) { _ in }
                }
            }
            try await group.waitForAll()
        }
        #expect(!FileManager.default.fileExists(atPath: unused))
        let lines = try lines(log)
        #expect(lines.count == 102)
        #expect(lines.allSatisfy { $0.count == 7 })
        #expect(Set(lines.map { $0[5] }).count == 51)
    }

    @Test("Given a call log, when a call is cancelled, then it has failed, and before that only begun")
    func cancelled() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "calls.log").path
        let recognizer = try SimulatedProviders.recognizer("sim:" + scenario(calls: log), time: time.source)
        let task = Task { try await recognizer.recognize(recognitionRequest(1)) { _ in } }
        try await time.waitForSleepers(count: 1)
        #expect(try lines(log).map { $0[0] } == ["begin"])
        task.cancel()
        _ = await task.result
        #expect(try lines(log).map { $0[0] } == ["begin", "fail"])
    }

    @Test("Given an unusable call log, when it is opened or written, then the engine is refused or its calls fail")
    func unwritable() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect {
            try SimulatedProviders.translator("sim:instant", environment: ["VERBIO_SIM_CALL_LOG": "/no/such/log"])
        } throws: { "\($0)".hasPrefix("/no/such/log: the call log cannot be opened: No such file") }
        let recognizer = try SimulatedProviders.recognizer(
            "sim:instant", environment: ["VERBIO_SIM_CALL_LOG": "/dev/full"], time: time.source)
        await #expect {
            _ = try await recognizer.recognize(recognitionRequest(1)) { _ in }
        } throws: { ($0 as? ProviderError)?.failure == .unavailable }
    }
}
