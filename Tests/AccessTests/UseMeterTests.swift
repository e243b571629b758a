import Conversations
import Coordination
import Foundation
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

@testable import Access

@Suite("Limits of keys", .timeLimit(.minutes(1))) struct UseMeterTests {
    private func principal(_ name: String = "abc", _ change: (inout AccessLimits) -> Void) -> Principal {
        var limits = AccessLimits()
        change(&limits)
        return Principal(identity: .key(id: name), scope: .local, permissions: [.translate], limits: limits)
    }

    private func meter(_ place: KeyPlace) throws -> UseMeter {
        UseMeter(store: try UseTable(at: place.folder.path + "/use.sqlite"), time: place.time.source)
    }

    @Test("given what was used under two names, when one takes over from the other, then the sum counts")
    func moved() async throws {
        try await KeyPlace.with { place in
            let store = try UseTable(at: place.folder.path + "/use.sqlite")
            for (name, day, amount) in [("guest", 1, 5), ("guest", 2, 7), ("ada", 2, 10)] {
                try await store.correct(Int64(amount), of: .audio, by: name, day: day)
            }
            let meter = UseMeter(store: store, time: place.time.source)
            for _ in 1...2 { try await meter.move("guest", to: "ada") }
            #expect(try await store.used(.audio, by: "ada", day: 1) == 5)
            #expect(try await store.used(.audio, by: "ada", day: 2) == 17)
            #expect(try await store.used(.audio, by: "guest", day: 2) == 0)
        }
    }

    @Test("given a limit of requests, when any sixty seconds are looked at, then no more were admitted")
    func requests() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal { $0.requestsPerMinute = 3 }
            func admitted(_ count: Int) async throws -> [Bool] {
                var all: [Bool] = []
                for _ in 0..<count { all.append(try #require(try await meter.admitRequest(of: one)).refusal == nil) }
                return all
            }
            #expect(try await admitted(2) == [true, true])
            place.time.advance(by: .seconds(40))
            #expect(try await admitted(2) == [true, false])
            let refused = try #require(try await meter.admitRequest(of: one))
            #expect(refused.status.remaining == 0 && refused.status.reset == .seconds(20))
            #expect(refused.refusal?.limit == .requests && refused.refusal?.retryAfter == .seconds(20))
            place.time.advance(by: .seconds(20))
            #expect(try await admitted(3) == [true, true, false])
            place.time.advance(by: .seconds(39))
            #expect(try await admitted(1) == [false], "the third one was 59 seconds ago")
            place.time.advance(by: .seconds(1))
            #expect(try await admitted(2) == [true, false])
            let other = principal("other") { $0.requestsPerMinute = 1 }
            #expect(try await meter.admitRequest(of: other)?.refusal == nil, "limits are those of one key")
            #expect(try await meter.admitRequest(of: principal { _ in }) == nil)
        }
    }

    @Test("given a lowered limit of requests, when more come, then those that were admitted count")
    func changed() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            for _ in 1...5 { _ = try await meter.admitRequest(of: principal { $0.requestsPerMinute = 10 }) }
            let lowered = try #require(try await meter.admitRequest(of: principal { $0.requestsPerMinute = 4 }))
            #expect(lowered.refusal != nil && lowered.status.remaining == 0)
            let raised = try #require(try await meter.admitRequest(of: principal { $0.requestsPerMinute = 6 }))
            #expect(raised.refusal == nil && raised.status.remaining == 0)
        }
    }

    @Test("given guests that come and go, when they are many, then nothing is kept of those that left")
    func crowd() async throws {
        try await KeyPlace.with { place in
            let coordination = LocalCoordination(time: place.time.source)
            let meter = UseMeter(
                store: try UseTable(at: place.folder.path + "/use.sqlite"), coordination: coordination,
                time: place.time.source)
            let busy = principal("busy") { $0.translations = 1 }
            let permit = try await meter.begin(.translation, for: busy)
            for guest in 1...20_000 {
                if guest % 1_000 == 0 { place.time.advance(by: .seconds(60)) }
                _ = try await meter.admitRequest(of: principal("guest-\(guest)") { $0.requestsPerMinute = 2 })
            }
            #expect(coordination.count(of: UseWindow.kind) <= 4_096)
            await #expect(throws: LimitReached.self) { _ = try await meter.begin(.translation, for: busy) }
            await permit.end()
        }
    }

    @Test("given fifty callers at once, when each begins work, then as many as the limit run, and each end makes room")
    func concurrent() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal {
                $0.translations = 7
                $0.sessions = 1
            }
            let permits = await begun(50, meter, one)
            #expect(permits.count == 7)
            let session = try await meter.begin(.session, for: one)
            await #expect(throws: LimitReached.self) { try await meter.begin(.session, for: one) }
            await session.end()
            await permits[0].end()
            await permits[0].end()
            #expect(await begun(50, meter, one).count == 1)
        }
    }

    private func begun(_ count: Int, _ meter: UseMeter, _ principal: Principal) async -> [UsePermit] {
        await withTaskGroup(of: UsePermit?.self) { group in
            for _ in 0..<count { group.addTask { try? await meter.begin(.translation, for: principal) } }
            return await group.reduce(into: []) { if let permit = $1 { $0.append(permit) } }
        }
    }

    @Test(
        "given fifty runs at once, when all take minutes, then exactly those of the limit are taken, also after a restart"
    )
    func minutes() async throws {
        try await KeyPlace.with { place in
            let one = principal { $0.minutesPerDay = 1 }
            func taken() async throws -> Int {
                let meter = try meter(place)
                let permits = await begun(50, meter, one)
                #expect(permits.count == 50)
                return try await withThrowingTaskGroup(of: Int.self) { group in
                    for permit in permits {
                        group.addTask {
                            var taken = 0
                            // A killed process does not end its permits.
                            for _ in 0..<20 where try await permit.take(audioMilliseconds: 70) { taken += 70 }
                            if taken < 20 * 70 {
                                #expect(permit.reached?.limit == .minutes && permit.reached?.amount == 1)
                            }
                            return taken
                        }
                    }
                    return try await group.reduce(0, +)
                }
            }
            let first = try await taken()
            #expect(first == 60_000 / 70 * 70)
            let error = await #expect(throws: LimitReached.self) {
                try await meter(place).begin(.translation, for: one)
            }
            #expect(error?.limit == .minutes)
        }
    }

    @Test(
        "given a process that is killed, when another begins, then no less counts as used than was, and at most a hundredth more"
    )
    func killed() async throws {
        try await KeyPlace.with { place in
            let one = principal { $0.minutesPerDay = 100 }
            let killed = try await meter(place).begin(.translation, for: one)
            #expect(try await killed.take(audioMilliseconds: 90_000))
            let uses = try UseTable(at: place.folder.path + "/use.sqlite")
            let day = Int(place.time.source.wallClockMilliseconds() / 86_400_000)
            let used = try await uses.used(.audio, by: "abc", day: day)
            #expect(used >= 90_000 && used <= 90_000 + 60_000)
        }
    }

    @Test("given work that ends, when nothing else runs, then the store says exactly what was used")
    func exact() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal {
                $0.minutesPerDay = 100
                $0.dollarsPerDay = 2
            }
            let permit = try await meter.begin(.translation, for: one)
            #expect(try await permit.take(audioMilliseconds: 1_234))
            let reserved = try #require(try await permit.reserve(Money(nanodollars: 5_000)))
            reserved.settle(spent: Money(nanodollars: 1_500))
            // A call that costs more than was reserved.
            let dearer = try #require(try await permit.reserve(Money(nanodollars: 5_000)))
            dearer.settle(spent: Money(nanodollars: 50_000_000))
            await permit.end()
            let uses = try UseTable(at: place.folder.path + "/use.sqlite")
            let day = Int(place.time.source.wallClockMilliseconds() / 86_400_000)
            #expect(try await uses.used(.audio, by: "abc", day: day) == 1_234)
            #expect(try await uses.used(.money, by: "abc", day: day) == 50_001_500)
        }
    }

    @Test("given two processes, when both take money, then together they take no more than the limit")
    func processes() async throws {
        try await KeyPlace.with { place in
            let one = principal { $0.dollarsPerDay = 1 }
            let meters = [try meter(place), try meter(place)]
            var permits: [UsePermit] = []
            for meter in meters { permits += await begun(10, meter, one) }
            #expect(permits.count == 20)
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for permit in permits {
                    group.addTask {
                        var taken = 0
                        for _ in 0..<20 where try await permit.reserve(Money(dollars: 0.01)) != nil { taken += 1 }
                        return taken
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(taken == 100)
        }
    }

    @Test("given a limit that is reached, when the day is over, then there is a new amount")
    func nextDay() async throws {
        try await KeyPlace.with { place in
            let meter = try meter(place)
            let one = principal { $0.dollarsPerDay = 0.5 }
            let permit = try await meter.begin(.translation, for: one)
            let reserved = try await permit.reserve(Money(dollars: 0.5))
            #expect(try await permit.reserve(Money(nanodollars: 1)) == nil)
            #expect(permit.reached?.limit == .money)
            let error = await #expect(throws: LimitReached.self) { try await meter.begin(.translation, for: one) }
            let wait = try #require(error?.retryAfter)
            // 22:13:20 on 14 November 2023.
            #expect(wait == .seconds(6_400))
            place.time.advance(by: wait)
            #expect(try await permit.reserve(Money(dollars: 0.5)) != nil)
            // What is settled late belongs to the day on which it was reserved.
            reserved?.settle(spent: .zero)
            #expect(try await permit.reserve(Money(nanodollars: 1)) == nil)
        }
    }
}
