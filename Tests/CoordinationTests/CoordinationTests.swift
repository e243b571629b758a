import Coordination
import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("Coordination") struct CoordinationTests {
    @Test(
        "Given coordination in memory, when a promise is checked, then it holds",
        arguments: CoordinationCompliance.Check.allCases)
    func inMemory(_ check: CoordinationCompliance.Check) async throws {
        let time = ManualTime()
        try await CoordinationCompliance { [LocalCoordination(time: time.source)] }.run(check)
    }

    @Test(
        "Given a window with more uses than times are told apart, when time goes on, then none has more than its limit")
    func crowdedWindow() async throws {
        let time = ManualTime()
        let coordination = LocalCoordination(time: time.source)
        var admitted: [Duration] = []
        for _ in 0..<12_000 {
            time.advance(by: .milliseconds(10))
            let status = try await coordination.count("a", limit: 3_000, per: .seconds(60))
            if status.isAdmitted { admitted.append(time.now) }
        }
        for (index, start) in admitted.enumerated().dropLast(3_000) {
            #expect(admitted[index + 3_000] - start >= .seconds(60))
        }
        #expect(admitted.count >= 5_900 && admitted.count <= 6_000, "\(admitted.count) of two minutes")
    }

    @Test("Given a pace, when its uses come back, then one is there after the time that was told")
    func paceReturns() async throws {
        let time = ManualTime()
        let coordination = LocalCoordination(time: time.source)
        let pace = Pace("a", 6, per: .seconds(60))
        for _ in 1...6 { #expect(try await coordination.take([pace]) == nil) }
        let wait = try #require(try await coordination.take([pace])?.wait)
        #expect(wait == .seconds(10))
        time.advance(by: wait)
        #expect(try await coordination.take([pace]) == nil)
        #expect(try await coordination.take([pace]) != nil)
    }

    @Test(
        "Given one of three servers that count alone, when limits are asked for, then it allows a third, and at least one"
    )
    func parts() throws {
        let moment = CoordinationMoment(now: .zero, parts: 3)
        #expect([9, 8, 3, 2, 1].map { moment.part(of: $0) } == [3, 2, 1, 1, 1])
        #expect(CoordinationMoment(now: .zero).part(of: 5) == 5)
        #expect(CoordinationMoment(now: .zero, parts: 0).part(of: 5) == 5)
    }

    @Test("Given something that answers too late, when it is asked again, then it is left alone for a while")
    func reach() async throws {
        let time = ManualTime()
        let reach = Reach(time: time.source)
        #expect(try await reach.answered { 1 } == 1)
        async let silent = reach.answered { try await time.source.sleep(.seconds(60)) }
        try await time.waitForSleepers(count: 2)
        time.advance(by: Reach.patience)
        #expect(try await silent == nil)
        #expect(!reach.isThere && !reach.isWorthAsking)
        #expect(try await reach.answered { 1 } == nil)
        time.advance(by: Reach.rest)
        #expect(!reach.isThere && reach.isWorthAsking)
        #expect(try await reach.answered { 1 } == 1)
        #expect(reach.isThere)
        #expect(try await reach.answered { () -> Int in throw CocoaError(.fileNoSuchFile) } == nil)
        #expect(!reach.isThere)
    }

    @Test("Given a place that is dropped without an end, when another one is asked for, then it is free")
    func dropped() async throws {
        let coordination = LocalCoordination()
        _ = try await coordination.place("a", of: 1)
        #expect(try await coordination.place("a", of: 1) != nil)
    }

    @Test("Given a right by a file, when another process asks for it, then it gets it after the first")
    func files() async throws {
        let prefix = FileManager.default.temporaryDirectory.appending(path: "verbio-turn-\(UUID().uuidString)-").path
        let (first, second) = (FileTurns(at: prefix), FileTurns(at: prefix))
        let right = try #require(try await first.right(to: "the jobs"))
        #expect(right.isHeld)
        #expect(try await second.right(to: "the jobs") == nil)
        let other = try await second.right(to: "others")
        #expect(other != nil)
        await right.end()
        let next = try #require(try await second.right(to: "the jobs"))
        #expect(try await first.right(to: "the jobs") == nil)
        await next.end()
        #expect(!FileManager.default.fileExists(atPath: prefix + "the-jobs"))
        // As a process that was killed leaves it.
        #expect(FileManager.default.createFile(atPath: prefix + "gone", contents: nil))
        let third = FileTurns(at: prefix)
        #expect(!FileManager.default.fileExists(atPath: prefix + "gone"))
        #expect(try await third.right(to: "others") == nil)
        let missing = FileTurns(at: "/nowhere/lock-")
        await #expect(throws: Problem.self) { try await missing.right(to: "a") }
        await other?.end()
    }
}
