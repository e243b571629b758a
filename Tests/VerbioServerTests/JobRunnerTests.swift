import Conversations
import Coordination
import Jobs
import Logging
import Plumbing
import ServiceLifecycle
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Several runners of jobs", .serialized, .timeLimit(.minutes(5)))
struct JobRunnerTests {
    @Test("given two servers on one store, when each may do one job, then two are done at once, each by one server")
    func together() async throws {
        try await JobHall.with { hall in
            let gate = Gate()
            let services = [0, 1].map { _ in SampleService(hooks: .init(opening: { await gate.wait() })) }
            let jobs = try services.map { _ in try hall.services { $0.concurrent = 1 } }
            try await withServer(services[0], jobs: jobs[0]) { first in
                let one = try await first.job("from=en&to=es&title=one")
                _ = try await services[0].begun.next()
                try await withServer(services[1], jobs: jobs[1]) { second in
                    let other = try await second.job("from=en&to=es&title=other")
                    _ = try await services[1].begun.next()
                    let id = try #require(JobID(rawValue: one.id))
                    let runners = try await jobs[0].store.running().compactMap(\.runner)
                    #expect(runners.count == 2 && Set(runners).count == 2)
                    gate.open()
                    #expect(try await first.ended(one.id).state == "done")
                    #expect(try await second.ended(other.id).state == "done")
                    #expect(try await jobs[1].store.job(id, in: .local)?.runner == nil)
                }
            }
            for (service, title) in zip(services, ["one", "other"]) {
                let titles = service.requests.withLock { $0.map(\.title) }
                #expect(titles == [title])
            }
        }
    }

    @Test(
        "given a server that was paused for too long, when another one has done its job, then it stores nothing of the job"
    )
    func paused() async throws {
        try await JobHall.with { hall in
            let gate = Gate()
            let (slow, quick) = (SampleService(hooks: .init(opening: { await gate.wait() })), SampleService())
            let turns = LosableTurns(hall.turns)
            var done: Job?
            try await withServer(slow, jobs: try hall.services(turns: turns)) { first in
                let job = try await first.job()
                _ = try await slow.begun.next()
                await turns.lose()
                let jobs = try hall.services()
                try await withServer(quick, jobs: jobs) { second in
                    #expect(try await second.ended(job.id).state == "done")
                    done = try await jobs.store.job(try #require(JobID(rawValue: job.id)), in: .local)
                }
                gate.open()
            }
            let kept = try #require(done)
            #expect(kept.state == .done && kept.progress.utterances > 0)
            // The first server has ended, and with it all that it would have stored.
            let store = try hall.services().store
            let last = try await store.job(kept.id, in: .local)
            #expect(last == kept)
        }
    }

    @Test(
        "given a server that is killed, when another one begins, then it does the jobs that were left, from their places"
    )
    func killed() async throws {
        try await JobHall.with { hall in
            let jobs = try hall.services()
            let gone = Job.sample(in: .local)
            let upload = try await jobs.uploads.begin(.upload(gone.id))
            try upload.write(try Recordings.wav(seconds: 4), at: 0)
            _ = try await jobs.store.add(gone, of: nil, within: jobs.limits)
            upload.keep()
            _ = try await jobs.store.claim(gone, for: "gone", at: 1)
            let living = try #require(try await jobs.right(of: "living"))
            let other = Job.sample(in: .local)
            _ = try await jobs.store.add(other, of: nil, within: jobs.limits)
            _ = try await jobs.store.claim(other, for: "living", at: 1)
            try await withServer(jobs: try hall.services()) { server in
                let ended = try await server.ended(gone.id.rawValue)
                #expect(ended.state == "done")
            }
            let kept = try await jobs.store.job(other.id, in: .local)
            #expect(kept?.state == .running && kept?.runner == "living")
            await living.end()
        }
    }

    @Test(
        "given a server that does no jobs, when a worker runs on the same store, then the worker does them until it is stopped"
    )
    func worker() async throws {
        try await JobHall.with { hall in
            let (service, jobs) = (SampleService(), try hall.services { $0.concurrent = 0 })
            let work = VerbioServer(
                .test(), services: SampleServices(service), jobs: try hall.services(), logger: LogLines().logger,
                time: .system)
            let worker = ServiceGroup(services: [WorkerDoor(server: work)], logger: Logger(label: "test"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await worker.run() }
                let done = try await withServer(
                    jobs: jobs,
                    { server in
                        try await server.ended(try await server.job().id).state
                    })
                #expect(done == "done")
                #expect(service.requests.withLock { $0.count } == 1)
                await worker.triggerGracefulShutdown()
                try await group.waitForAll()
            }
            #expect(try await jobs.store.running().isEmpty)
        }
    }

    @Test("given work that one server of all does, when that one ends, then another one does it after a while")
    func housekeeping() async throws {
        let time = ManualTime()
        let turns = LocalCoordination(time: time.source)
        let first = KeptTurn("work", turns, time: time.source)
        let second = KeptTurn("work", turns, time: time.source)
        func owners() async throws -> [Bool] { [try await first.isMine(), try await second.isMine()] }
        #expect(try await owners() == [true, false])
        await first.end()
        #expect(try await second.isMine() == false, "it does not look each time")
        time.advance(by: KeptTurn.interval)
        #expect(try await second.isMine() == true)
        time.advance(by: KeptTurn.interval)
        #expect(try await owners() == [false, true])
    }
}

private struct WorkerDoor: Service {
    let server: VerbioServer

    func run() async throws { try await server.runJobs(trapsSignals: false) }
}

/// Turns of a server that can lose all of them, as one that is paused for longer than its leases.
final class LosableTurns: WorkTurns {
    private let turns: any WorkTurns
    private let isLost = Locked(false)
    private let rights = Locked<[WorkRight]>([])

    init(_ turns: any WorkTurns) { self.turns = turns }

    func right(to work: String) async throws -> WorkRight? {
        guard !isLost.withLock(\.self), let right = try await turns.right(to: work) else { return nil }
        rights.withLock { $0.append(right) }
        return WorkRight(
            isHeld: { [isLost] in !isLost.withLock(\.self) },
            ending: { Task { await right.end() } })
    }

    /// Gives others what this server has.
    func lose() async {
        isLost.withLock { $0 = true }
        for right in rights.withLock(\.self) { await right.end() }
    }
}

/// Turns that are given to no server until they are opened, as if no process did any work.
final class ClosedTurns: WorkTurns {
    private let turns: any WorkTurns
    private let isOpen = Locked(false)

    init(_ turns: any WorkTurns) { self.turns = turns }

    func open() { isOpen.withLock { $0 = true } }

    func right(to work: String) async throws -> WorkRight? {
        isOpen.withLock(\.self) ? try await turns.right(to: work) : nil
    }
}
