internal import Access
internal import Conversations
package import Jobs
internal import VerbioTesting

/// The promises of every store of jobs, as checks that any test target can run.
package struct JobStoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsJobs = "jobs come back as they were stored, the newest first and in pages, to their scope only"
        case keepsLimits = "no more jobs and bytes wait in a scope than its limits allow"
        case addsInTurn = "additions at the same moment together keep the limits"
        case knowsRequests = "a request that is sent again makes no second job"
        case forgetsEnded = "only so many ended jobs of a scope are remembered, and those with a callback"
        case changes = "a change is stored and returned, and that of a missing job is not"
        case changesInTurn = "changes at the same moment are all stored"
        case removes = "only a job of the scope that has ended can be removed"
        case queues =
            "the oldest queued job of each scope is at its head, and scopes with fewer running jobs come first"
        case claims =
            "of several runners at once, one gets a job, and none gets one that has changed since it was found"
        case fences = "a runner that has lost a job changes nothing of it"
        case requeues = "the jobs that a runner has left go back to their places, and those of others stay"
        case callsInTurn = "callbacks that are due come in turns of the scopes"
        case ends = "the end of a scope removes its jobs, and asks those that run to end"
        case moves = "the jobs of a scope get another owner, except for those that run"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any JobStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any JobStore) { self.makeStore = makeStore }

    /// Runs one check.
    ///
    /// - Throws: `ComplianceFailure`, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let checks = JobStoreChecks(store: try await makeStore())
        switch check {
        case .keepsJobs: try await checks.keepsJobs()
        case .keepsLimits: try await checks.keepsLimits()
        case .addsInTurn: try await checks.addsInTurn()
        case .knowsRequests: try await checks.knowsRequests()
        case .forgetsEnded: try await checks.forgetsEnded()
        case .changes: try await checks.changes()
        case .changesInTurn: try await checks.changesInTurn()
        case .removes: try await checks.removes()
        case .queues: try await checks.queues()
        case .claims: try await checks.claims()
        case .fences: try await checks.fences()
        case .requeues: try await checks.requeues()
        case .callsInTurn: try await checks.callsInTurn()
        case .ends: try await checks.ends()
        case .moves: try await checks.moves()
        }
    }
}

/// The checks over one store.
private struct JobStoreChecks {
    let store: any JobStore

    private func job(_ scope: String = "acme", at time: Int64 = 1, bytes: Int = 10) throws -> Job {
        let principal = Principal(
            identity: .account(id: "ada", session: "phone"), scope: try Scope(scope), permissions: [],
            limits: AccessLimits())
        return Job(
            id: .random(), owner: JobOwner(principal), kind: .audio, parameters: [.init("from", "en \"é\"")],
            parts: [.init(target: "es", conversation: .random())], bytes: bytes, createdAt: time)
    }

    /// Adds a job.
    private func added(_ scope: String = "acme", at time: Int64 = 1, bytes: Int = 10) async throws -> Job {
        let job = try job(scope, at: time, bytes: bytes)
        let addition = try await store.add(job, of: nil, within: JobLimits())
        try ComplianceCheck.require(addition == .added, "a job within the limits was not added")
        return job
    }

    private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        try ComplianceCheck.require(condition, what())
    }

    func keepsJobs() async throws {
        let (acme, zenith) = (try Scope("acme"), try Scope("zenith"))
        var jobs: [Job] = []
        for time in 1...5 {
            var job = try job(at: Int64(time / 2))
            job.callback = JobCallback(url: "https://example.com/?a=\"é\"")
            (job.progress.seconds, job.progress.total, job.problem) = (1.25, 60, "{}")
            let addition = try await store.add(job, of: nil, within: JobLimits())
            try require(addition == .added, "a job within the limits was not added")
            jobs.append(job)
        }
        let sorted = jobs.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
        try require(try await store.jobs(in: acme, after: nil, limit: 9) == sorted, "the list of jobs is another one")
        try require(
            try await store.jobs(in: acme, after: nil, limit: 2) == Array(sorted.prefix(2)), "a page is another one")
        try require(try await store.jobs(in: zenith, after: nil, limit: 9).isEmpty, "a scope lists jobs of another one")
        for (index, job) in sorted.enumerated() {
            let rest = try await store.jobs(
                in: acme, after: JobPlace(createdAt: job.createdAt, id: job.id), limit: 9)
            try require(rest == Array(sorted[(index + 1)...]), "a page after job \(index + 1) is another one")
            try require(try await store.job(job.id, in: acme) == job, "a job comes back changed")
            try require(try await store.job(job.id, in: zenith) == nil, "a scope finds a job of another one")
        }
    }

    func keepsLimits() async throws {
        var limits = JobLimits()
        (limits.jobs, limits.bytes) = (2, 100)
        func add(_ scope: String, _ bytes: Int) async throws -> JobAddition {
            try await store.add(try job(scope, bytes: bytes), of: nil, within: limits)
        }
        try require(try await add("acme", 101) == .tooLarge, "an upload above the limit was accepted")
        let first = try job(bytes: 60)
        try require(try await store.add(first, of: nil, within: limits) == .added, "a job was not added")
        try require(try await add("acme", 41) == .tooLarge, "two uploads above the limit were accepted")
        try require(try await add("acme", 40) == .added, "two uploads at the limit were refused")
        try require(try await add("acme", 0) == .tooMany, "a job above the limit was accepted")
        try require(try await add("zenith", 60) == .added, "the limit of one scope counts for another one")
        let waiting = try await store.waiting(in: try Scope("acme"))
        try require(waiting == (2, 100), "\(waiting) jobs and bytes wait, not 2 and 100")
        var load = try await store.load()
        try require(load == JobLoad(queued: 3, running: 0), "\(load) of all scopes, not 3 queued")
        _ = try await store.change(first.id) { $0.state = .running }
        load = try await store.load()
        try require(load == JobLoad(queued: 2, running: 1), "\(load) of all scopes, not 2 queued and 1 running")
        _ = try await store.change(first.id) { $0.state = .done }
        try require(try await add("acme", 60) == .added, "an ended job counts as waiting")
    }

    func addsInTurn() async throws {
        var limits = JobLimits()
        limits.jobs = 5
        let jobs = try (0..<20).map { _ in try job() }
        let count = try await withThrowingTaskGroup(of: Int.self) { [limits] group in
            for job in jobs {
                group.addTask { try await store.add(job, of: nil, within: limits) == .added ? 1 : 0 }
            }
            return try await group.reduce(0, +)
        }
        try require(count == 5, "\(count) jobs were added within a limit of 5")
    }

    func knowsRequests() async throws {
        let request = JobRequest(key: "k", fingerprint: "1", since: 0)
        let first = try job(at: 10)
        func add(_ request: JobRequest, _ scope: String = "acme") async throws -> JobAddition {
            try await store.add(try job(scope, at: 20), of: request, within: JobLimits())
        }
        try require(
            try await store.add(first, of: request, within: JobLimits()) == .added, "a first request made no job")
        try require(try await add(request) == .known(first), "the same request is not known")
        let other = JobRequest(key: "k", fingerprint: "2", since: 0)
        try require(try await add(other) == .otherRequest, "a key was accepted for another request")
        try require(try await add(request, "zenith") == .added, "a request of another scope counts")
        let later = JobRequest(key: "k", fingerprint: "2", since: 10)
        try require(try await add(later) == .added, "a request that is too old counts")
    }

    func forgetsEnded() async throws {
        var limits = JobLimits()
        limits.ended = 2
        var jobs: [Job] = []
        for index in 0..<5 {
            var job = try job(at: Int64(index))
            if index == 0 { job.callback = JobCallback(url: "https://example.com/") }
            _ = try await store.add(job, of: nil, within: limits)
            _ = try await store.change(job.id) { $0.end(.done, at: 100) }
            jobs.append(job)
        }
        _ = try await store.add(try job(at: 9), of: nil, within: limits)
        let left = try await store.jobs(in: try Scope("acme"), after: nil, limit: 9).dropFirst().map(\.id)
        try require(
            left == [jobs[4].id, jobs[3].id, jobs[0].id], "other jobs are left than the newest and the one to call for")
    }

    func changes() async throws {
        let (one, other) = (try await added(), try await added())
        let changed = try await store.change(one.id) { ($0.state, $0.startedAt) = (.running, 7) }
        try require(changed?.state == .running && changed?.startedAt == 7, "the returned job is not the changed one")
        try require(try await store.job(one.id, in: one.owner.scope) == changed, "a change was not stored")
        try require(try await store.job(other.id, in: one.owner.scope) == other, "another job was changed")
        let missing = try await store.change(.random()) { $0.state = .done }
        try require(missing == nil, "a missing job was changed")
    }

    func changesInTurn() async throws {
        let id = try await added().id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await store.change(id) { $0.progress.utterances += 1 } } }
            try await group.waitForAll()
        }
        let count = try await store.job(id, in: try Scope("acme"))?.progress.utterances
        try require(count == 50, "of 50 changes at the same moment, \(count ?? 0) were stored")
    }

    func removes() async throws {
        let (acme, zenith) = (try Scope("acme"), try Scope("zenith"))
        let id = try await added().id
        for state in [Job.State.queued, .running] {
            _ = try await store.change(id) { $0.state = state }
            try require(try await !store.remove(id, in: acme), "a job that is \(state.rawValue) was removed")
        }
        _ = try await store.change(id) { $0.state = .failed }
        try require(try await !store.remove(id, in: zenith), "a scope has removed a job of another one")
        try require(try await store.remove(id, in: acme), "an ended job was not removed")
        try require(try await store.job(id, in: acme) == nil, "a removed job is still there")
        try require(try await !store.remove(id, in: acme), "a job was removed twice")
    }

    func queues() async throws {
        var ids: [JobID] = []
        // The times are in another order: the order of addition counts.
        for (index, scope) in ["acme", "zenith", "acme", "zenith"].enumerated() {
            ids.append(try await added(scope, at: Int64(10 - index)).id)
        }
        let jobs = try await store.heads()
        try require(jobs.map(\.id) == [ids[0], ids[1]], "the heads are other jobs")
        _ = try await store.claim(jobs[0], for: "one", at: 5)
        try require(
            try await store.heads().map(\.id) == [ids[1], ids[2]], "a scope without a running job does not come first")
        try require(try await store.running().map(\.id) == [ids[0]], "the job that runs is another one")
        _ = try await store.change(ids[0]) { $0.wait() }
        try require(try await store.heads().map(\.id) == [ids[0], ids[1]], "a job has lost its place in the queue")
    }

    func claims() async throws {
        let found = try await added()
        let claimed = try await withThrowingTaskGroup(of: Job?.self) { group in
            for number in 0..<12 {
                group.addTask { try await store.claim(found, for: "runner \(number)", at: Int64(100 + number)) }
            }
            return try await group.reduce(into: [Job]()) { if let job = $1 { $0.append(job) } }
        }
        try require(claimed.count == 1, "\(claimed.count) runners have got one job")
        guard let job = claimed.first, let runner = job.runner else { throw ComplianceFailure("it has no runner") }
        try require(
            job.state == .running && runner.hasPrefix("runner ") && job.startedAt ?? 0 >= 100, "the job is \(job)")
        try require(try await store.job(found.id, in: found.owner.scope) == job, "the claim was not stored")
        let cancelled = try await added()
        _ = try await store.change(cancelled.id) { $0.isToEnd = true }
        try require(try await store.claim(cancelled, for: "one", at: 5) == nil, "a job that is to end was claimed")
        let moved = try await added()
        _ = try await store.change(moved.id) { $0.owner.name = "heir" }
        try require(try await store.claim(moved, for: "one", at: 5) == nil, "a job of another owner was claimed")
        let missing = try self.job("acme")
        try require(try await store.claim(missing, for: "one", at: 5) == nil, "a missing job was claimed")
    }

    func fences() async throws {
        let found = try await added()
        let early = try await store.change(found.id, of: "one") { $0.progress.utterances = 1 }
        try require(early == nil, "a runner has changed a job that it does not have")
        try require(
            try await store.change(found.id, of: nil) { $0.progress.utterances = 2 } != nil, "a queued job has a runner"
        )
        guard let first = try await store.claim(found, for: "one", at: 5) else {
            throw ComplianceFailure("a queued job was not claimed")
        }
        try require(
            try await store.change(found.id, of: nil) { $0.end(.failed, at: 9) } == nil, "a running job has no runner")
        let changed = try await store.change(first.id, of: "one") { $0.progress.utterances = 3 }
        try require(changed?.progress.utterances == 3, "a runner cannot change its job")
        try await store.requeue(of: "one")
        guard let second = try await store.claim(found, for: "other", at: 50) else {
            throw ComplianceFailure("a job that was put back was not claimed")
        }
        try require(second.startedAt == 5, "a job has begun a second time")
        try require(
            try await store.change(first.id, of: "one") { $0.end(.failed, at: 9) } == nil,
            "a runner has ended a job that it has lost")
        try require(try await store.job(found.id, in: found.owner.scope) == second, "a lost job was changed")
        let done = try await store.change(first.id, of: "other") { $0.end(.done, at: 60) }
        try require(done?.state == .done && done?.runner == nil, "a runner cannot end its job")
    }

    func requeues() async throws {
        var ids: [JobID] = []
        for scope in ["acme", "acme", "zenith", "north"] {
            let job = try await added(scope)
            ids.append(job.id)
            if scope != "north" { _ = try await store.claim(job, for: scope, at: 5) }
        }
        _ = try await store.change(ids[3]) { $0.state = .running }
        try await store.requeue(of: "acme")
        try require(
            try await store.running().map(\.id) == [ids[2], ids[3]], "other jobs run than those of other runners")
        try require(try await store.heads().map(\.id) == [ids[0]], "a job has lost its place in the queue")
        try await store.requeue(of: nil)
        try require(try await store.running().map(\.id) == [ids[2]], "a job of a runner without a name still runs")
    }

    func callsInTurn() async throws {
        var ids: [JobID] = []
        for (index, scope) in ["acme", "acme", "acme", "zenith", "acme"].enumerated() {
            var job = try job(scope)
            job.callback = JobCallback(url: "https://example.com/")
            _ = try await store.add(job, of: nil, within: JobLimits())
            // The last one is not due yet.
            if index == 4 {
                _ = try await store.change(job.id) { $0.end(.done, at: 900) }
            } else if index != 2 {
                _ = try await store.change(job.id) { $0.end(.done, at: Int64(100 + index)) }
            }
            ids.append(job.id)
        }
        func due(_ limit: Int, _ each: Int) async throws -> [JobID] {
            try await store.callbacks(dueAt: 500, limit: limit, each: each).map(\.id)
        }
        try require(try await due(9, 9) == [ids[0], ids[3], ids[1]], "the callbacks come in another order")
        try require(try await due(9, 1) == [ids[0], ids[3]], "more callbacks of one scope come than asked for")
        try require(try await due(1, 9) == [ids[0]], "more callbacks come than asked for")
        _ = try await store.change(ids[0]) { $0.callback?.note(delivered: true, at: 500) }
        try require(try await due(9, 9) == [ids[1], ids[3]], "a delivered callback is still due")
    }

    func ends() async throws {
        let acme = try Scope("acme")
        let (queued, running, done) = (try await added(), try await added(), try await added())
        let other = try await added("zenith")
        _ = try await store.change(running.id) { $0.state = .running }
        _ = try await store.change(done.id) { $0.state = .done }
        let removed = try await store.end(acme)
        try require(Set(removed) == [queued.id, done.id], "other jobs were removed than those that do not run")
        let left = try await store.jobs(in: acme, after: nil, limit: 9)
        try require(left.map(\.id) == [running.id], "other jobs are left than the one that runs")
        try require(left.first?.isToEnd == true, "the job that runs was not asked to end")
        try require(try await store.job(other.id, in: other.owner.scope) == other, "another scope has changed")
    }

    func moves() async throws {
        let (guest, acme) = (try Scope("guest"), try Scope("acme"))
        var ids: [JobID] = []
        for scope in ["guest", "zenith", "guest", "acme"] { ids.append(try await added(scope).id) }
        _ = try await store.change(ids[2]) { $0.state = .running }
        try require(try await !store.move(guest, to: acme, named: "heir"), "a scope with a running job counts as empty")
        try require(
            try await store.jobs(in: guest, after: nil, limit: 9).map(\.id) == [ids[2]],
            "other jobs stay than the one that runs")
        _ = try await store.change(ids[2]) { $0.state = .done }
        for _ in 1...2 {
            try require(try await store.move(guest, to: acme, named: "heir"), "a scope without jobs is not empty")
        }
        let moved = try await store.job(ids[0], in: acme)
        try require(
            moved?.owner.scope == acme && moved?.owner.name == "heir" && moved?.owner.session == nil,
            "a moved job has another owner")
        try require(try await store.heads().map(\.id) == [ids[0], ids[1]], "a moved job has lost its place")
        try require(try await store.jobs(in: acme, after: nil, limit: 9).count == 3, "jobs were lost")
    }
}
