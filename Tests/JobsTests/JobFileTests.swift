import Access
import Conversations
import Foundation
import Testing

@testable import Jobs

@Suite("The file of jobs")
struct JobFileTests {
    private static func with(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-jobs-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private static func job(_ scope: String = "acme", at time: Int64 = 1, bytes: Int = 10) throws -> Job {
        let owner = JobOwner(
            Principal(identity: .local, scope: try Scope(scope), permissions: [], limits: AccessLimits()))
        return Job(
            id: .random(), owner: owner, kind: .audio, parameters: [.init("from", "en")],
            parts: [.init(target: nil, conversation: .random())], bytes: bytes, createdAt: time)
    }

    @Test("given jobs, when the file is opened again, then they are as they were, the newest first and in pages")
    func kept() async throws {
        try await Self.with { folder in
            let limits = JobLimits()
            var jobs: [Job] = []
            do {
                let file = try JobTable(at: folder + "/jobs")
                for time in 1...5 {
                    var job = try Self.job(at: Int64(time / 2))
                    job.callback = JobCallback(url: "https://example.com/")
                    #expect(try await file.add(job, of: nil, within: limits) == .added)
                    jobs.append(job)
                }
            }
            let file = try JobTable(at: folder + "/jobs")
            let scope = try Scope("acme")
            let sorted = jobs.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
            #expect(try await file.jobs(in: scope, after: nil, limit: 9) == sorted)
            for (index, job) in sorted.enumerated() {
                let place = JobPlace(createdAt: job.createdAt, id: job.id)
                #expect(try await file.jobs(in: scope, after: place, limit: 9) == Array(sorted[(index + 1)...]))
                #expect(try await file.job(job.id, in: scope) == job)
                #expect(try await file.job(job.id, in: Scope("zenith")) == nil)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/jobs")[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("given jobs of a scope, when they get another owner, then all go over but those that run, in their order")
    func moved() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            let (guest, acme) = (try Scope("guest"), try Scope("acme"))
            var ids: [JobID] = []
            for scope in ["guest", "zenith", "guest", "guest", "acme"] {
                let job = try Self.job(scope)
                _ = try await file.add(job, of: nil, within: JobLimits())
                ids.append(job.id)
            }
            _ = try await file.change(ids[2]) { $0.state = .running }
            #expect(try await !file.move(guest, to: acme, named: "heir"))
            #expect(try await file.jobs(in: guest, after: nil, limit: 9).map(\.id) == [ids[2]])
            let running = try #require(try await file.job(ids[2], in: guest))
            #expect(!running.isToEnd)
            _ = try await file.change(ids[2]) { $0.state = .done }
            #expect(try await file.move(guest, to: acme, named: "heir"))
            #expect(try await file.move(guest, to: acme, named: "heir"), "a second time changes nothing")
            #expect(try await file.jobs(in: guest, after: nil, limit: 9).isEmpty)
            let moved = try #require(try await file.job(ids[0], in: acme))
            #expect(moved.owner.scope == acme && moved.owner.name == "heir")
            #expect(try await file.heads().map(\.id) == [ids[0], ids[1]])
            #expect(try await file.jobs(in: acme, after: nil, limit: 9).count == 4)
        }
    }

    @Test("given jobs of an erased scope, when the file is searched for them, then they are not in free pages either")
    func overwritten() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            var job = try Self.job("acme")
            job.callback = JobCallback(url: "https://example.com/ada-lovelace")
            _ = try await file.add(job, of: nil, within: JobLimits())
            _ = try await file.add(try Self.job("zenith"), of: nil, within: JobLimits())
            func stored() throws -> Data { try Data(contentsOf: URL(filePath: folder + "/jobs")) }
            let traces = [Data("ada-lovelace".utf8), Data(job.id.rawValue.utf8)]
            for trace in traces { #expect(try stored().range(of: trace) != nil) }
            #expect(try await file.end(Scope("acme")) == [job.id])
            for trace in traces { #expect(try stored().range(of: trace) == nil) }
        }
    }

    @Test("given a queue, when a process ends during its jobs, then they return to their places")
    func queued() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            let jobs = [try Self.job("b"), try Self.job("a"), try Self.job("b"), try Self.job("a")]
            for job in jobs { _ = try await file.add(job, of: nil, within: JobLimits()) }
            #expect(try await file.heads().map(\.id) == [jobs[0].id, jobs[1].id])
            #expect(try await file.claim(jobs[0], for: "one", at: 5) != nil)
            #expect(try await file.heads().map(\.id) == [jobs[1].id, jobs[2].id])
            #expect(try await file.running().map(\.id) == [jobs[0].id])
            try await file.requeue(of: "one")
            #expect(try await file.heads().map(\.id) == [jobs[0].id, jobs[1].id])
            #expect(try await !file.remove(jobs[0].id, in: Scope("b")), "it has not ended")
            _ = try await file.change(jobs[0].id) { $0.end(.done, at: 9) }
            #expect(try await !file.remove(jobs[0].id, in: Scope("a")))
            #expect(try await file.remove(jobs[0].id, in: Scope("b")))
            #expect(try await file.change(jobs[0].id) { _ in } == nil)
        }
    }

    @Test("given limits of a scope, when they are reached, then no more is added, and another scope is not concerned")
    func limited() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            var limits = JobLimits()
            (limits.jobs, limits.bytes, limits.ended) = (3, 25, 2)
            let first = try Self.job()
            #expect(try await file.add(first, of: nil, within: limits) == .added)
            #expect(try await file.add(Self.job(bytes: 16), of: nil, within: limits) == .tooLarge)
            #expect(try await file.add(Self.job(bytes: .max), of: nil, within: limits) == .tooLarge)
            for _ in 0..<2 { #expect(try await file.add(Self.job(bytes: 1), of: nil, within: limits) == .added) }
            #expect(try await file.add(Self.job(bytes: 1), of: nil, within: limits) == .tooMany)
            #expect(try await file.add(Self.job("b"), of: nil, within: limits) == .added)
            let scope = try Scope("acme")
            #expect(try await file.waiting(in: scope) == (3, 12))
            // The oldest of the ended jobs are removed.
            for job in try await file.jobs(in: scope, after: nil, limit: 9) {
                _ = try await file.change(job.id) { $0.state = .done }
            }
            #expect(try await file.add(Self.job(), of: nil, within: limits) == .added)
            #expect(try await file.jobs(in: scope, after: nil, limit: 9).count == 3)
            #expect(try await file.job(first.id, in: scope) == nil)
        }
    }

    @Test("given the name of a request, when it comes again, then the job is found for as long as it is remembered")
    func requests() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            let job = try Self.job(at: 100)
            let request = JobRequest(key: "k", fingerprint: "f", since: 0)
            #expect(try await file.add(job, of: request, within: JobLimits()) == .added)
            #expect(try await file.add(Self.job(), of: request, within: JobLimits()) == .known(job))
            let other = JobRequest(key: "k", fingerprint: "g", since: 0)
            #expect(try await file.add(Self.job(), of: other, within: JobLimits()) == .otherRequest)
            #expect(try await file.add(Self.job("b"), of: other, within: JobLimits()) == .added)
            let late = JobRequest(key: "k", fingerprint: "g", since: 100)
            #expect(try await file.add(Self.job(at: 200), of: late, within: JobLimits()) == .added)
        }
    }

    @Test("given a callback, when attempts fail, then it is due later each time, and at last no more")
    func callbacks() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            var job = try Self.job()
            job.callback = JobCallback(url: "https://example.com/")
            _ = try await file.add(job, of: nil, within: JobLimits())
            _ = try await file.change(job.id) { $0.callback?.nextAt = 5 }
            #expect(try await file.callbacks(dueAt: 10, limit: 9, each: 9).isEmpty, "it has not ended")
            _ = try await file.change(job.id) { $0.state = .done }
            var now: Int64 = 5
            for wait in JobCallback.waits {
                #expect(try await file.callbacks(dueAt: now - 1, limit: 9, each: 9).isEmpty)
                #expect(try await file.callbacks(dueAt: now, limit: 9, each: 9).map(\.id) == [job.id])
                _ = try await file.change(job.id) { [now] in $0.callback?.note(delivered: false, at: now) }
                now += wait * 1_000
            }
            let last = try await file.change(job.id) { [now] in $0.callback?.note(delivered: false, at: now) }
            #expect(last?.callback?.state == .failed && last?.callback?.attempts == JobCallback.waits.count + 1)
            #expect(try await file.callbacks(dueAt: .max, limit: 9, each: 9).isEmpty)
        }
    }

    @Test("given many due callbacks of one scope, when others have some, then the scopes take turns")
    func turnsOfCallbacks() async throws {
        try await Self.with { folder in
            let file = try JobTable(at: folder + "/jobs")
            for (count, scope) in [(20, "acme"), (3, "umbrella"), (1, "wayne")] {
                for number in 0..<count {
                    var job = try Self.job(scope)
                    job.state = .done
                    job.callback = JobCallback(url: "https://example.com/")
                    _ = try await file.add(job, of: nil, within: JobLimits())
                    // Those of the first scope are the oldest.
                    let due = Int64(scope == "acme" ? number : 100 + number)
                    _ = try await file.change(job.id) { $0.callback?.nextAt = due }
                }
            }
            func scopes(limit: Int, each: Int) async throws -> [String] {
                try await file.callbacks(dueAt: 1_000, limit: limit, each: each).map(\.owner.scope.name)
            }
            #expect(
                try await scopes(limit: 9, each: 4) == [
                    "acme", "umbrella", "wayne", "acme", "umbrella", "acme", "umbrella", "acme",
                ])
            #expect(try await scopes(limit: 4, each: 4) == ["acme", "umbrella", "wayne", "acme"])
            #expect(try await file.callbacks(dueAt: 99, limit: 9, each: 9).count == 9)
        }
    }

    @Test("given uploads that a kill has left, when the folder is tidied, then those of no waiting job are removed")
    func uploads() async throws {
        try await Self.with { folder in
            let uploads = try JobUploads(at: folder + "/uploads")
            let (kept, left, underway) = (JobID.random(), JobID.random(), JobID.random())
            for id in [kept, left] {
                let upload = try await uploads.begin(.upload(id))
                try upload.write([1, 2, 3], at: 0)
                try upload.synchronize()
                #expect(try upload.bytes(2, at: 1) == [2, 3])
                upload.keep()
            }
            let open = try await uploads.begin(.upload(underway))
            do { _ = try await uploads.begin(.upload(JobID.random())) }
            try await uploads.tidy { $0 == .upload(kept) }
            func names() throws -> Set<String> {
                Set(try FileManager.default.contentsOfDirectory(atPath: folder + "/uploads"))
            }
            #expect(try names() == [kept.rawValue, underway.rawValue])
            withExtendedLifetime(open) {}
        }
    }

    @Test("given films, when they are kept, read and removed, then what a kill has left goes, too")
    func films() async throws {
        try await Self.with { folder in
            let uploads = try JobUploads(at: folder + "/uploads")
            let (id, left) = (JobID.random(), JobID.random())
            let film = JobFile.film(id, of: .random(), format: "mkv")
            #expect(JobFile(name: film.name) == film && JobFile(name: film.name + ".part") == nil)
            #expect(try await uploads.open(film) == nil)
            let place = try await uploads.beginFilms(of: id)
            try Data([1, 2, 3]).write(to: URL(filePath: place + "/a"))
            try Data().write(to: URL(filePath: place + "/b.partial"))
            try await uploads.keep(film, from: place + "/a")
            await uploads.endFilms(of: id)
            _ = try await uploads.beginFilms(of: left)
            try Data().write(to: URL(filePath: try await uploads.beginFilms(of: left) + "/c.partial"))
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder + "/uploads").sorted()
            }
            #expect(try names().count == 2)
            try await uploads.removeUnfinishedFilms { _ in false }
            #expect(try names().count == 2)
            try await uploads.removeUnfinishedFilms { _ in true }
            #expect(try names() == [film.name])
            let open = try #require(try await uploads.open(film))
            try await uploads.tidy { _ in true }
            try await uploads.removeAll(of: id)
            #expect(try names() == [])
            // An answer that is being sent ends well.
            #expect(try await open.bytes(at: 1, most: 9) == [2, 3])
            #expect(try await open.bytes(at: 3, most: 9) == [])
        }
    }
}
