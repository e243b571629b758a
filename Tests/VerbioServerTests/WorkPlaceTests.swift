import Conversations
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Places for translations", .timeLimit(.minutes(5)))
struct WorkPlaceTests {
    private static func places(_ limit: Int, waiting: Int) -> WorkPlaces {
        var configuration = ServerConfiguration.test()
        (configuration.concurrentTranslations, configuration.waitingTranslations) = (limit, waiting)
        return WorkPlaces(configuration, time: .patient)
    }

    private static func until(_ isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test(
        "given one tenant that has all places and fills the line, when another one comes, then it is the next in turn")
    func turns() async throws {
        let (one, other) = (Scope.local, try Scope("umbrella"))
        let places = Self.places(2, waiting: 5)
        for _ in 0..<2 { try await places.take(for: one, mayWait: false) }
        var waiting: [Task<Void, any Error>] = []
        for count in 1...3 {
            waiting.append(Task { try await places.take(for: one, mayWait: true) })
            await Self.until { places.waiting == count }
        }
        let next = Task { try await places.take(for: other, mayWait: true) }
        await Self.until { places.waiting == 4 }
        // The first tenant has more than half of the line now, and the other one has not.
        #expect(throws: Refusal.self) { try places.check(for: one, mayWait: true) }
        try places.check(for: other, mayWait: true)
        places.release(of: one)
        try await next.value
        #expect(places.waiting == 3)
        // The first tenant gets its place back, and not that of the other one.
        places.release(of: one)
        try await waiting[0].value
        #expect(throws: Refusal.self) { try places.check(for: one, mayWait: false) }
        places.release(of: other)
        #expect(places.waiting == 2)
        try places.check(for: other, mayWait: false)
        for task in waiting { task.cancel() }
    }

    @Test("given one tenant alone that has filled the line, when others come, then each has a first request in it")
    func filled() async throws {
        let one = Scope.local
        let places = Self.places(2, waiting: 2)
        for _ in 0..<2 { try await places.take(for: one, mayWait: false) }
        var waiting: [Task<Void, any Error>] = []
        for (count, scope) in [one, one, try Scope("umbrella"), try Scope("zenith")].enumerated() {
            waiting.append(Task { try await places.take(for: scope, mayWait: true) })
            await Self.until { places.waiting == count + 1 }
        }
        // The line is twice as long now.
        #expect(throws: Refusal.self) { try places.check(for: try Scope("stark"), mayWait: true) }
        places.release(of: one)
        try await waiting[2].value
        for task in waiting { task.cancel() }
    }

    @Test(
        "given a tenant that comes first and takes all that it may, when another one comes, then a place is free for it"
    )
    func first() async throws {
        let one = try Scope("acme")
        let places = Self.places(3, waiting: 4)
        for _ in 0..<2 { try await places.take(for: one, mayWait: false) }
        #expect(throws: Refusal.self) { try places.check(for: one, mayWait: false) }
        var waiting: [Task<Void, any Error>] = []
        for count in 1...2 {
            waiting.append(Task { try await places.take(for: one, mayWait: true) })
            await Self.until { places.waiting == count }
        }
        #expect(throws: Refusal.self) { try places.check(for: one, mayWait: true) }
        try await places.take(for: try Scope("umbrella"), mayWait: false)
        for task in waiting { task.cancel() }
    }

    @Test("given the user of this machine alone, then all places and the whole line are for that user")
    func alone() async throws {
        let scope = Scope.local
        let places = Self.places(2, waiting: 2)
        for _ in 0..<2 { try await places.take(for: scope, mayWait: false) }
        let waiting = (0..<2).map { _ in Task { try await places.take(for: scope, mayWait: true) } }
        await Self.until { places.waiting == 2 }
        #expect(throws: Refusal.self) { try places.check(for: scope, mayWait: true) }
        for _ in 0..<2 { places.release(of: scope) }
        for task in waiting { try await task.value }
    }
}
