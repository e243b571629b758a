import Conversations
import Coordination
import Foundation
import Jobs
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// A place for jobs in its own folder, which several servers may use.
struct JobHall {
    let folder: String
    let time: TimeSource

    /// The secret that signs callbacks.
    static let secret = "a secret for tests"

    static func with(_ time: TimeSource = .patient, _ body: (JobHall) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-jobs-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(JobHall(folder: folder, time: time))
    }

    /// The stores of jobs in a folder.
    static func stores(in folder: String, turns: (any WorkTurns)? = nil) throws -> JobStores {
        JobStores(
            rows: try JobTable(at: folder + "/verbio.jobs.sqlite"),
            uploads: try JobUploads(at: folder + "/verbio.jobs"),
            turns: turns ?? FileTurns(at: folder + "/verbio.turn."))
    }

    /// - Parameter isSigned: whether there is a secret.
    func services(
        isSigned: Bool = true, turns: (any WorkTurns)? = nil, _ change: (inout JobServices) -> Void = { _ in }
    ) throws -> JobServices {
        var services = JobServices(
            try Self.stores(in: folder, turns: turns),
            outside: OutsideClient(listed: try HostList(["127.0.0.1"], of: "test")),
            signer: isSigned ? CallbackSigner(secret: Self.secret) : nil)
        change(&services)
        return services
    }

    /// The turns of all servers in the folder.
    var turns: any WorkTurns { FileTurns(at: folder + "/verbio.turn.") }

    /// The uploads that are there.
    var uploads: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/verbio.jobs"))?.sorted() ?? []
    }

    /// Waits until there is no upload: those of a job are erased a moment after its end is reported.
    func erased() async throws {
        while !uploads.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

extension RunningServer {
    /// Makes a job.
    ///
    /// - Returns: its document.
    func job(
        _ query: String = "from=en&to=es", fields: [String] = [], body: [UInt8]? = nil
    ) async throws -> [String: Any] {
        let answer = try await send(
            "POST", "/api/jobs?\(query)", fields: fields, body: try body ?? Recordings.wav(seconds: 6))
        #expect(answer.status == 202, "\(answer.text)")
        let job = try JSON.object(answer.body)
        #expect(answer.fields["location"] == "/api/jobs/\(job["id"] as? String ?? "")")
        return job
    }

    /// The events of a job until its end; the last one is the job itself.
    func events(
        of id: String, after last: String? = nil, fields: [String] = []
    ) async throws -> [ServerSentEvent] {
        let connection = try await open()
        try await connection.send(
            .head("GET", "/api/jobs/\(id)/events", fields: fields + (last.map { ["Last-Event-ID: \($0)"] } ?? [])))
        let answer = try await connection.head()
        #expect(answer.status == 200 && answer.fields["content-type"] == "text/event-stream; charset=utf-8")
        var events: [ServerSentEvent] = []
        while let event = try await connection.realEvent() { events.append(event) }
        await connection.close()
        return events
    }

    /// Waits for the end of a job.
    ///
    /// - Returns: its document.
    func ended(_ id: String, fields: [String] = []) async throws -> [String: Any] {
        let last = try #require(try await events(of: id, fields: fields).last)
        #expect(last.event == "job")
        return try JSON.object(last.data)
    }
}

extension [String: Any] {
    var id: String { self["id"] as? String ?? "" }
    var state: String? { self["state"] as? String }
    var errorCode: String? { (self["error"] as? [String: Any])?["code"] as? String }
    var progress: [String: Any] { self["progress"] as? [String: Any] ?? [:] }
    var conversations: [[String: Any]] { self["conversations"] as? [[String: Any]] ?? [] }
}
