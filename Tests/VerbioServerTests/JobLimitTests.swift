import Access
import Accounts
import ConversationTesting
import Conversations
import Foundation
import HTTPTypes
import Jobs
import Plumbing
import Providers
import Resilience
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite("Limits and tenants of jobs", .serialized, .timeLimit(.minutes(5)))
struct JobLimitTests {
    @Test("given a job of one tenant, when another calls any of its routes, then it does not exist")
    func tenants() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let (owner, other) = (try await place.key("acme"), try await place.key("zenith"))
                try await withServer(policy: place.policy(isRequired: true), jobs: try hall.services()) { server in
                    let job = try await server.job(fields: [owner])
                    let routes = Routes.all.map { $0.name }.filter { $0.path.hasPrefix("/api/jobs/{id}") }
                    #expect(routes.count == 4)
                    for route in routes {
                        let query = route.path.hasSuffix("/film") ? "?format=mkv&to=es" : ""
                        let target = route.path.replacing("{id}", with: job.id) + query
                        let method = route.method.rawValue
                        let answer = try await server.send(method, target, fields: [other])
                        let absent = try await server.send(
                            method, target.replacing(job.id, with: JobID.random().rawValue), fields: [other])
                        #expect(answer.status == 404 && absent.status == 404 && answer.body == absent.body)
                    }
                    let list = try JSON.object(try await server.send("GET", "/api/jobs", fields: [other]).body)
                    #expect((list["jobs"] as? [Any])?.isEmpty == true)
                    let done = try await server.ended(job.id, fields: [owner])
                    #expect(done.state == "done")
                    let href = try #require(done.conversations.first?["href"] as? String)
                    #expect(try await server.send("GET", href, fields: [owner]).status == 200)
                    #expect(try await server.send("GET", href, fields: [other]).status == 404)
                }
            }
        }
    }

    @Test("given a queue that is full, when one more job comes, then only its own tenant has to wait")
    func queue() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let gate = Gate()
                let service = SampleService(hooks: .init(opening: { await gate.wait() }))
                let keys = [try await place.key("acme"), try await place.key("zenith")]
                let wav = try Recordings.wav(seconds: 3)
                var jobs = try hall.services()
                jobs.limits.jobs = 2
                jobs.limits.bytes = 3 * wav.count
                try await withServer(service, policy: place.policy(), jobs: jobs) { server in
                    let target = "/api/jobs?from=en&to=es"
                    for _ in 0..<2 { _ = try await server.job(fields: [keys[0]], body: wav) }
                    let refused = try await server.send("POST", target, fields: [keys[0]], body: wav)
                    #expect(refused.status == 429 && refused.fields["retry-after"] == "30")
                    #expect(try JSON.object(refused.body)["code"] as? String == "jobs.too-many")
                    _ = try await server.job(fields: [keys[1]], body: wav)
                    let large = try await server.send(
                        "POST", target, fields: [keys[1]], body: try Recordings.wav(seconds: 8))
                    #expect(large.status == 429 && large.fields["retry-after"] != nil)
                    #expect(try JSON.object(large.body)["code"] as? String == "jobs.too-large")
                    #expect(hall.uploads.count == 3)
                    gate.open()
                }
            }
        }
    }

    @Test("given a key whose minutes end in a job, when the next one comes, then it is refused before its body is read")
    func minutes() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let field = try await place.key { $0.limits.minutesPerDay = 0.1 }
                try await withServer(policy: place.policy(), jobs: try hall.services()) { server in
                    let job = try await server.job(
                        fields: [field], body: SpeechFixtures.wav(try SpeechFixtures.sample()))
                    let ended = try await server.ended(job.id, fields: [field])
                    #expect(ended.state == "partial" && ended.errorCode == "limit.minutes", "\(ended)")
                    let key = try #require(await place.ring.store.keys().first)
                    let permit = try? await place.meter.begin(.translation, for: Principal(key))
                    while try await permit?.take(audioMilliseconds: 10) == true {}
                    await permit?.end()
                    let connection = try await server.open()
                    let fields = [field, "Expect: 100-continue"]
                    try await connection.send(
                        .head("POST", "/api/jobs?from=en&to=es", fields: fields, length: 100_000))
                    let refused = try await connection.answer()
                    #expect(refused.status == 429)
                    #expect(try JSON.object(refused.body)["code"] as? String == "limit.minutes")
                    await connection.close()
                }
            }
        }
    }

    @Test("given a key whose money of the day is spent, when it sends a job, then it is refused")
    func money() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let field = try await place.key { $0.limits.dollarsPerDay = 0.01 }
                let key = try #require(await place.ring.store.keys().first)
                let permit = try await place.meter.begin(.translation, for: Principal(key))
                let reserved = try await permit.reserve(Money(dollars: 0.01))
                reserved?.settle(spent: Money(dollars: 0.01))
                await permit.end()
                try await withServer(policy: place.policy(), jobs: try hall.services()) { server in
                    let refused = try await server.send(
                        "POST", "/api/jobs?from=en&to=es", fields: [field], body: try Recordings.wav(seconds: 3))
                    #expect(refused.status == 402 && hall.uploads.isEmpty)
                    #expect(try JSON.object(refused.body)["code"] as? String == "limit.money")
                }
            }
        }
    }

    @Test("given streams of events, when a key is revoked, then its stream ends and sends nothing more")
    func revokedListener() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let gate = Gate()
                let service = SampleService(hooks: .init(opening: { await gate.wait() }))
                let (good, bad) = (try await place.key("acme"), try await place.key("acme"))
                try await withServer(
                    service, services: SampleServices(service), time: place.time.source, policy: place.policy(),
                    jobs: try hall.services { $0.concurrent = 1 }
                ) { server in
                    let job = try await server.job(fields: [good]).id
                    var listeners: [HTTPConnection] = []
                    for field in [good, bad] {
                        let listener = try await server.open()
                        try await listener.send(.head("GET", "/api/jobs/\(job)/events", fields: [field]))
                        #expect(try await listener.head().status == 200)
                        listeners.append(listener)
                    }
                    let id = String(try #require(bad.split(separator: "_").dropFirst().first?.prefix(12)))
                    _ = try await place.ring.revoke(id)
                    place.time.advance(by: StandingWriter.interval)
                    gate.open()
                    var told: [String] = []
                    while let event = try await listeners[0].realEvent() { told.append(event.event ?? "") }
                    #expect(told.last == "job" && told.count > 3, "\(told)")
                    // The connection is cut, and not ended as an answer is.
                    let rest = try? await listeners[1].realEvent()
                    #expect(rest == nil)
                    for listener in listeners { await listener.close() }
                }
            }
        }
    }

    @Test("given a key that was revoked since, when its job's turn comes, then nothing is done for it")
    func revoked() async throws {
        try await KeyPlace.with { place in
            try await JobHall.with { hall in
                let gate = Gate()
                let service = SampleService(hooks: .init(opening: { await gate.wait() }))
                let services = SampleServices(service)
                let (good, bad) = (try await place.key("acme"), try await place.key("acme"))
                try await withServer(
                    service, services: services, policy: place.policy(), jobs: try hall.services { $0.concurrent = 1 }
                ) { server in
                    let first = try await server.job(fields: [good])
                    let second = try await server.job(fields: [bad])
                    let id = String(try #require(bad.split(separator: "_").dropFirst().first?.prefix(12)))
                    _ = try await place.ring.revoke(id)
                    gate.open()
                    #expect(try await server.ended(first.id, fields: [good]).state == "done")
                    let failed = try await server.ended(second.id, fields: [good])
                    #expect(failed.state == "failed" && failed.errorCode == "key.revoked")
                }
            }
        }
    }

    @Test("given a job of a guest who signs in, when its turn comes before it has moved, then it waits and is done")
    func moving() async throws {
        try await JobHall.with { hall in
            try await AccountPlace.with { place in
                let turns = ClosedTurns(hall.turns)
                let jobs = try hall.services(turns: turns)
                try await withServer(services: place.services, policy: place.policy(), jobs: jobs) { server in
                    let ada = try await server.signIn(place)
                    let guest = try SignedIn(try await server.beginAsGuest())
                    let left = try await server.job(fields: [guest.field])
                    place.isBusy.withLock { $0 = true }
                    #expect(try await server.signIn(place, fields: [guest.field]).account == ada.account)
                    turns.open()
                    // A new job wakes the runner. The guest's job has its turn first.
                    let next = try await server.job(fields: [ada.field])
                    #expect(try await server.ended(next.id, fields: [ada.field]).state == "done")
                    let (old, new) = (try Scope("account-\(guest.account)"), try Scope("account-\(ada.account)"))
                    let identifier = try #require(JobID(rawValue: left.id))
                    #expect(try await jobs.store.job(identifier, in: old)?.state == .queued)
                    place.isBusy.withLock { $0 = false }
                    #expect(try await jobs.store.move(old, to: new, named: ada.account))
                    #expect(try await place.accounts.erasure.finishPending() == 1)
                    _ = try await server.job(fields: [ada.field])
                    #expect(try await server.ended(left.id, fields: [ada.field]).state == "done")
                }
            }
        }
    }

    @Test("given jobs of a tenant, when it is erased, then they and their uploads are gone, once none runs")
    func erased() async throws {
        try await JobHall.with { hall in
            let jobs = try hall.services()
            let (scope, other) = (try Scope("acme"), try Scope("zenith"))
            let stores = InMemoryStores()
            var ids: [JobID] = []
            for (number, scope) in [scope, scope, other].enumerated() {
                let job = Job.sample(in: scope)
                let upload = try await jobs.uploads.begin(.upload(job.id))
                try upload.write([1, 2, 3], at: 0)
                _ = try await jobs.store.add(job, of: nil, within: jobs.limits)
                upload.keep()
                ids.append(job.id)
                if number == 0 { _ = try await jobs.store.change(job.id) { $0.begin(for: "one", at: 1) } }
            }
            let erasure = ScopeContents(stores: stores, jobs: jobs)
            _ = stores.store(for: scope)
            // A server does jobs. The one that runs has not opened the store yet.
            var lock = try await jobs.right(of: "one")
            #expect(lock != nil)
            let busy = await #expect(throws: Problem.self) { try await erasure.remove(scope) }
            #expect(busy?.code == "scope.busy")
            #expect(stores.scopes().contains(scope))
            #expect(hall.uploads == [ids[0], ids[2]].map(\.rawValue).sorted())
            let running = try #require(try await jobs.store.job(ids[0], in: scope))
            #expect(running.isToEnd)
            // The server is killed, so that the job never ends.
            lock = nil
            let claim = try await stores.store(for: scope).claim(.random())
            await #expect(throws: Problem.self) { try await erasure.remove(scope) }
            claim?.release()
            #expect(try await erasure.remove(scope))
            #expect(hall.uploads == [ids[2].rawValue])
            #expect(try await jobs.store.jobs(in: scope, after: nil, limit: 9).isEmpty)
            #expect(try await jobs.store.jobs(in: other, after: nil, limit: 9).count == 1)
        }
    }
}

extension Job {
    static func sample(in scope: Scope) -> Job {
        let owner = JobOwner(
            Principal(identity: .key(id: "k"), scope: scope, permissions: [], limits: AccessLimits()))
        return Job(
            id: .random(), owner: owner, kind: .audio, parameters: [.init("from", "en"), .init("to", "es")],
            parts: [.init(target: "es", conversation: .random())], bytes: 3, createdAt: 1)
    }
}
