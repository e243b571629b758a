import Foundation
import GRDB
import Testing
import VerbioTesting

/// Several processes on one store, as with `xargs -P`, a second terminal, or the command line while `serve` runs.
@Suite("Several processes on one store", .timeLimit(.minutes(10)))
struct SharedStoreTests {
    @Test(
        "given three processes that are killed again and again, then all finish and nothing is lost or paid for twice")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        let recordings = try (1...3).map { try Self.recording($0, in: product) }
        var wanted: [Int] = []
        for recording in recordings {
            let reference = try await product.run(
                Self.translate(recording, into: product.folder.appending(path: "wanted")),
                environment: Self.environment(recording.appendingPathExtension("reference"), store: "alone"))
            #expect(reference.code == 0, "\(reference.errors)")
            let calls = try CrashTests.log(recording.appendingPathExtension("reference")).count { $0.verb == "begin" }
            #expect(calls >= 3 * 15)
            wanted.append(calls)
        }

        let kills = 6
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, recording) in recordings.enumerated() {
                group.addTask {
                    var generator = SplitMix64(seed: UInt64(20_261_125 + number))
                    let log = recording.appendingPathExtension("calls")
                    for _ in 0..<kills {
                        let running = try product.start(
                            Self.translate(recording, into: product.folder.appending(path: "out")),
                            environment: Self.environment(log, store: "shared"))
                        let point = CrashTests.lineCount(log) + Int.random(in: 0...25, using: &generator)
                        await running.wait { CrashTests.lineCount(log) >= point }
                        Foundation.kill(running.pid, SIGKILL)
                        let ended = try await running.end()
                        // One that was done before it could be killed has ended well.
                        #expect([0, -SIGKILL].contains(ended.code), "\(ended.code): \(ended.errors)")
                    }
                    let finished = try await product.run(
                        Self.translate(recording, into: product.folder.appending(path: "out")),
                        environment: Self.environment(log, store: "shared"))
                    #expect(finished.code == 0, "\(finished.errors)")
                }
            }
            try await group.waitForAll()
        }

        for (recording, calls) in zip(recordings, wanted) {
            let begun = try CrashTests.log(recording.appendingPathExtension("calls")).filter { $0.verb == "begin" }
            #expect(Set(begun).count == calls, "a call is missing, or one was made of something else")
            #expect(begun.count - calls <= kills * CrashTests.callsInFlight, "\(begun.count - calls) calls repeated")
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: product.folder.appending(path: "wanted").path) {
            let (left, right) = (
                try Data(contentsOf: product.folder.appending(path: "wanted/\(file)")),
                try Data(contentsOf: product.folder.appending(path: "out/\(file)"))
            )
            let same = file.hasSuffix(".json") ? try withoutTimings(left) == withoutTimings(right) : left == right
            #expect(same, "\(file) differs")
        }
        let shared = product.folder.appending(path: "shared").path
        #expect(try Self.integrity(shared) == "ok")
        let list = try await product.run(["conversations", "list", "--json", "--store", shared])
        #expect(list.output.split(separator: "\n").count == 3)
        #expect(list.output.split(separator: "\n").allSatisfy { $0.contains(#""state":"complete""#) })
        let claims = try FileManager.default.contentsOfDirectory(atPath: shared + "/claims")
        #expect(claims.isEmpty, "no conversation has an owner any more")
    }

    @Test("given three processes with the same recording, when one is killed, then the next continues, one at a time")
    func sameRecording() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = try Self.recording(1, in: product)
        let log = recording.appendingPathExtension("calls")
        let arguments = Self.translate(recording, into: product.folder.appending(path: "out"))
        let begun = try product.start(arguments, environment: Self.environment(log, store: "shared", latency: 2_000))
        await begun.wait { CrashTests.lineCount(log) >= 5 }
        Foundation.kill(begun.pid, SIGKILL)
        _ = try await begun.end()

        // The owner waits for its provider until it is killed, however long the others need to start.
        let done = CrashTests.lineCount(log)
        let owner = try product.start(
            arguments, environment: Self.environment(log, store: "shared", latency: 3_600_000))
        await owner.wait { CrashTests.lineCount(log) > done }
        var others: [Product.Running] = []
        for _ in 1...2 {
            let other = try product.start(arguments, environment: Self.environment(log, store: "shared", latency: 500))
            await other.wait(for: "waiting until that has ended")
            others.append(other)
        }
        Foundation.kill(owner.pid, SIGKILL)
        _ = try await owner.end()
        for other in others {
            let ended = try await other.end()
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.errors.contains(#/talk1.wav: another Verbio \(process \d+\) is working on it \(c/#))
        }
        let calls = try CrashTests.log(log).filter { $0.verb == "begin" }
        let kills = 2
        #expect(calls.count - Set(calls).count <= kills * CrashTests.callsInFlight)
        #expect(try Self.integrity(product.folder.appending(path: "shared").path) == "ok")
    }

    @Test(
        "given a conversation in progress, then it cannot be deleted, `resume` skips it, and others run beside it")
    func besideOneUnderWay() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = try Self.recording(1, in: product)
        let log = recording.appendingPathExtension("calls")
        let slow = Self.environment(log, store: "shared", latency: 3_600_000)
        let running = try product.start(
            Self.translate(recording, into: product.folder.appending(path: "out")), environment: slow)
        await running.wait { CrashTests.lineCount(log) >= 1 }

        let quick = Self.environment(product.folder.appending(path: "other.calls"), store: "shared")
        let listed = try await product.run(["conversations", "list", "--json"], environment: quick)
        #expect(listed.output.contains(#""state":"running""#))
        let id = try #require(listed.output.firstMatch(of: #/"id":"(c[0-9a-z]{20})"/#)?.1)
        let deleted = try await product.run(["conversations", "delete", String(id)], environment: quick)
        #expect(deleted.code == 2)
        #expect(deleted.errors.contains("another Verbio (process \(running.pid)) is working on the conversation \(id)"))
        let resumed = try await product.run(["resume"], environment: quick)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(
            resumed.errors.contains("another Verbio (process \(running.pid)) is working on it, so it is skipped"))
        let other = try await product.run(
            Self.translate(try Self.recording(2, in: product), into: product.folder.appending(path: "out")),
            environment: quick)
        #expect(other.code == 0, "\(other.errors)")

        Foundation.kill(running.pid, SIGKILL)
        _ = try await running.end()
        let left = try await product.run(["conversations", "list", "--json"], environment: quick)
        #expect(left.output.contains(#""state":"interrupted""#))
        #expect(try await product.run(["conversations", "delete", String(id)], environment: quick).code == 0)
    }

    @Test("given a server that is idle or at work, then the command line works on its store")
    func besideServe() async throws {
        let product = try Product()
        defer { product.remove() }
        let environment = Self.environment(product.folder.appending(path: "calls"), store: "shared")
        let server = try product.start(
            ["serve", "--port", "0"],
            environment: environment.merging([
                "VERBIO_PROVIDERS_STT": "sim:steady", "VERBIO_PROVIDERS_MT": "sim:steady",
                "VERBIO_PROVIDERS_TTS": "sim:steady",
            ]) { $1 })
        await server.wait(for: "listening on")
        let recording = try Self.recording(1, in: product)
        let ended = try await product.run(
            Self.translate(recording, into: product.folder.appending(path: "out")), environment: environment)
        #expect(ended.code == 0, "\(ended.errors)")
        Foundation.kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
        #expect(try Self.integrity(product.folder.appending(path: "shared").path) == "ok")
    }

    /// The bundled sample three times, each time a little quieter, and quieter still in another recording: no two utterances
    /// have the same samples.
    private static func recording(_ number: Int, in product: Product) throws -> URL {
        let once = try SpeechFixtures.sample()
        var all: [Int16] = []
        for step in 0..<3 {
            let gain = 1 - Float(3 * number + step) * 0.03
            all += once.map { Int16(Float($0) * gain) }
        }
        let file = product.folder.appending(path: "talk\(number).wav")
        try Data(SpeechFixtures.wav(all)).write(to: file)
        return file
    }

    private static func translate(_ recording: URL, into output: URL) -> [String] {
        [
            "translate", recording.path, "--from", "en", "--to", "es", "--stt", "sim:steady", "--mt", "sim:steady",
            "--tts", "sim:steady", "-o", output.path, "--quiet",
        ]
    }

    /// - Parameter latency: milliseconds that each call takes.
    private static func environment(_ log: URL, store: String, latency: Int = 5) -> [String: String] {
        let folder = log.deletingLastPathComponent()
        let scenarios = folder.appending(path: "scenarios-\(latency)")
        try? FileManager.default.createDirectory(at: scenarios, withIntermediateDirectories: true)
        let stage = "{latency: \(latency), jitter: 0.5}"
        try? "recognition: \(stage)\ntranslation: \(stage)\nsynthesis: \(stage)\n"
            .write(to: scenarios.appending(path: "steady.yaml"), atomically: true, encoding: .utf8)
        return CrashTests.environment.merging([
            "VERBIO_STORE_PATH": folder.appending(path: store).path, "VERBIO_SIM_CALL_LOG": log.path,
            "VERBIO_PROVIDERS_SCENARIOS": scenarios.path,
        ]) { $1 }
    }

    private static func integrity(_ store: String) throws -> String? {
        let queue = try DatabaseQueue(path: store + "/verbio.sqlite")
        defer { try? queue.close() }
        return try queue.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") }
    }
}
