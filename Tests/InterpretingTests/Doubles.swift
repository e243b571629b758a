import Audio
import ConversationTesting
import Conversations
import Foundation
import Plumbing
import VerbioTesting

/// A scenario without latency whose calls are logged to a file.
struct CallLogFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-calls-\(UUID().uuidString)")
    var log: URL { folder.appending(path: "calls.log") }

    /// `sim:PATH` of the scenario.
    ///
    /// - Parameter stages: what else is in it.
    func scenario(_ stages: String = "") throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "logged.yaml")
        try "description: instant, and logged\ncalls: \(log.path)\n\(stages)\n".write(
            to: file, atomically: true, encoding: .utf8)
        return "sim:" + file.path
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func count(_ verb: String, stage: String? = nil) -> Int {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { $0.split(separator: " ") }.count { fields in
            fields[0] == verb && stage.map { fields[2] == $0 } ?? true
        }
    }
}

/// A store one of whose commits fails, as on a full disk, and which works again afterwards.
final class FailingStore: ForwardingStore {
    let base: InMemoryStore
    private let failAt: Int
    private let commits = Locked(0)

    private let losesBlobs: Bool

    /// - Parameter losesBlobs: whether every blob is found damaged.
    init(base: InMemoryStore, failAt: Int, losesBlobs: Bool = false) {
        self.base = base
        self.failAt = failAt
        self.losesBlobs = losesBlobs
    }

    func commit(_ changes: [StoreChange]) async throws {
        try countAndFail()
        try await base.commit(changes)
    }

    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        try countAndFail()
        return try await base.begin(attempt, after: changes)
    }

    private func countAndFail() throws {
        let number = commits.withLock { commits in
            commits += 1
            return commits
        }
        guard number != failAt else { throw Problem(.store, "store.full", "the disk is full") }
    }

    func blob(_ id: BlobID) async throws -> [UInt8]? {
        if losesBlobs { throw Problem(.store, "store.corrupt-blob", "the bytes are not what they were") }
        return try await base.blob(id)
    }
}

/// A live source on which nothing is said and which stays open until it is stopped.
final class PausedSource: SpeechSource {
    let source = SourceDescription(name: "pause", container: "raw", codec: "pcm", sampleRate: 16_000, channels: 1)
    let laneCount = 1
    let expectedSeconds: Double? = nil
    let damage: [AudioDamage] = []
    private let asked = BoundedChannel<Void>(capacity: 1)
    private let stopped = BoundedChannel<Void>(capacity: 1)

    func waitUntilAsked() async { _ = try? await asked.next() }

    func next() async throws -> SpeechBlock? {
        _ = asked.trySend(())
        // Deaf to cancellation, as a read of an open pipe is.
        _ = await Task.detached { [stopped] in try? await stopped.next() }.value
        return nil
    }

    func stop() { stopped.finish() }
}
