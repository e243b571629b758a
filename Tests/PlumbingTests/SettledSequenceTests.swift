import Plumbing
import Testing
import VerbioTesting

@Suite("A settled sequence", .timeLimit(.minutes(10)))
struct SettledSequenceTests {
    private struct Ended: Error, Equatable {
        var reason: Int
    }

    /// What one wait came to.
    private enum Outcome: Equatable {
        case settled([Int: Int])
        case ended(Ended)
        case cancelled
    }

    private static func outcome(of range: ClosedRange<Int>, in sequence: SettledSequence<Int>) async -> Outcome {
        do {
            try await sequence.wait(for: range)
            return .settled(sequence.values(in: range))
        } catch let error as Ended {
            return .ended(error)
        } catch {
            return .cancelled
        }
    }

    /// A range within 1 to `count`.
    private static func range(upTo count: Int, _ random: inout SplitMix64) -> ClosedRange<Int> {
        let (one, other) = (Int.random(in: 1...count, using: &random), Int.random(in: 1...count, using: &random))
        return min(one, other)...max(one, other)
    }

    @Test(
        "Given items settled in any order, when a range is awaited, then all its values are returned", arguments: 0..<20
    )
    func anyOrder(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let count = Int.random(in: 1...40, using: &random)
        let sequence = SettledSequence<Int>()
        let order = (1...count).shuffled(using: &random)
        let ranges = (0..<60).map { _ in Self.range(upTo: count, &random) }
        await withTaskGroup(of: (ClosedRange<Int>, Outcome).self) { group in
            for range in ranges { group.addTask { (range, await Self.outcome(of: range, in: sequence)) } }
            group.addTask {
                for number in order {
                    sequence.settle(number, -number)
                    await Task.yield()
                }
                return (1...count, await Self.outcome(of: 1...count, in: sequence))
            }
            for await (range, outcome) in group {
                #expect(outcome == .settled(Dictionary(uniqueKeysWithValues: range.map { ($0, -$0) })))
            }
        }
        #expect(sequence.isSettled(through: count))
    }

    @Test(
        "Given items settled in any order, when a consumer takes them, then it gets each once in the order of numbers",
        arguments: 0..<20)
    func consumer(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let taken = Locked<[Int]>([])
        let sequence = SettledSequence<Int> { number, value in taken.withLock { $0.append(number * 1_000 + value) } }
        var left = (1...50).shuffled(using: &random)
        var settled: Set<Int> = []
        while let number = left.popLast() {
            #expect(sequence.settle(number, number))
            #expect(!sequence.settle(number, 999))
            settled.insert(number)
            let front = (1...50).first { !settled.contains($0) } ?? 51
            #expect(taken.withLock { $0 } == (1..<front).map { $0 * 1_001 })
            #expect(sequence.isSettled(through: front - 1))
            #expect(front > 50 || !sequence.isSettled(through: front))
        }
    }

    @Test("Given a settled item, when it is settled again, then the first value stays")
    func first() {
        let sequence = SettledSequence<Int>()
        #expect(sequence.settle(3, 1))
        #expect(!sequence.settle(3, 2))
        #expect(sequence.values(in: 1...5) == [3: 1])
    }

    @Test("Given optional values, when an item is settled with nil, then nil counts as its value")
    func none() async throws {
        let sequence = SettledSequence<Int?>()
        sequence.settle(1, nil)
        try await sequence.wait(through: 1)
        let settled: [Int: Int?] = [1: nil]
        #expect(sequence.values(in: 1...1) == settled)
        #expect(!sequence.settle(1, 5))
    }

    @Test(
        "Given waits, when the sequence is abandoned, then each throws the first error and nothing is settled later",
        arguments: 0..<20)
    func abandoned(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let sequence = SettledSequence<Int>()
        for number in 2...20 where Bool.random(using: &random) { sequence.settle(number, number) }
        let ranges = (0..<40).map { _ in 1...Int.random(in: 1...20, using: &random) }
        await withTaskGroup(of: Outcome.self) { group in
            for range in ranges { group.addTask { await Self.outcome(of: range, in: sequence) } }
            group.addTask {
                for _ in 0..<Int.random(in: 0...5) { await Task.yield() }
                sequence.abandon(with: Ended(reason: 1))
                sequence.abandon(with: Ended(reason: 2))
                return await Self.outcome(of: 1...1, in: sequence)
            }
            for await outcome in group { #expect(outcome == .ended(Ended(reason: 1))) }
        }
        #expect(!sequence.settle(1, 1))
        #expect(!sequence.isSettled(through: 1))
    }

    @Test("Given several waits, when some are cancelled, then these throw and the others continue", arguments: 0..<20)
    func cancelled(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let sequence = SettledSequence<Int>()
        let ends = (0..<40).map { _ in Int.random(in: 1...10, using: &random) }
        let tasks = ends.map { end in Task { await Self.outcome(of: 1...end, in: sequence) } }
        let isCancelled = tasks.map { _ in Bool.random(using: &random) }
        for (task, isCancelled) in zip(tasks, isCancelled) {
            if Bool.random(using: &random) { await Task.yield() }
            if isCancelled { task.cancel() }
        }
        // Cancelled waits end although nothing is settled.
        for (task, isCancelled) in zip(tasks, isCancelled) where isCancelled {
            #expect(await task.value == .cancelled)
        }
        for number in 1...10 { sequence.settle(number, number) }
        for ((task, isCancelled), end) in zip(zip(tasks, isCancelled), ends) where !isCancelled {
            #expect(await task.value == .settled(Dictionary(uniqueKeysWithValues: (1...end).map { ($0, $0) })))
        }
    }

    @Test("Given a settled item, when a cancelled task waits for it, then it gets the value")
    func settledBefore() async {
        let sequence = SettledSequence<Int>()
        sequence.settle(1, 7)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.outcome(of: 1...1, in: sequence)
        }
        #expect(await task.value == .settled([1: 7]))
    }

    @Test(
        "Given waits, when settling, abandoning and cancelling happen in any order, then every wait ends",
        arguments: 0..<40)
    func anything(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let sequence = SettledSequence<Int>()
        let ranges = (0..<50).map { _ in Self.range(upTo: 20, &random) }
        let waits = ranges.map { range in Task { await Self.outcome(of: range, in: sequence) } }
        let cancelled = Set(waits.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
        let isAbandoned = Bool.random(using: &random)
        let order = (1...20).shuffled(using: &random)
        let settled = isAbandoned ? order.prefix(Int.random(in: 0...19, using: &random)) : order[...]
        await withDiscardingTaskGroup { group in
            group.addTask {
                for number in settled {
                    sequence.settle(number, number)
                    await Task.yield()
                }
                if isAbandoned { sequence.abandon(with: Ended(reason: 1)) }
            }
            group.addTask {
                for place in cancelled {
                    waits[place].cancel()
                    await Task.yield()
                }
            }
        }
        for (place, wait) in waits.enumerated() {
            switch await wait.value {
            case .settled(let values):
                #expect(values == Dictionary(uniqueKeysWithValues: ranges[place].map { ($0, $0) }))
                #expect(ranges[place].allSatisfy(settled.contains))
            case .ended(let error): #expect(isAbandoned && error == Ended(reason: 1))
            case .cancelled: #expect(cancelled.contains(place))
            }
        }
    }

    @Test("Given waits for later items, when the sequence ends, then no task waits any longer")
    func end() async throws {
        let sequence = SettledSequence<Int>()
        sequence.settle(1, 1)
        let wait = Task { await Self.outcome(of: 2...9, in: sequence) }
        await Task.yield()
        sequence.settle(2, 2)
        sequence.end(after: 2)
        #expect(await wait.value == .settled([2: 2]))
        try await sequence.wait(through: 100)
        #expect(await Self.outcome(of: 50...60, in: sequence) == .settled([:]))
    }

    @Test("Given an item, when it is forgotten, then it counts as settled without a value")
    func forgotten() async throws {
        let sequence = SettledSequence<Int>()
        for number in [1, 2, 5] { sequence.settle(number, number) }
        let wait = Task { await Self.outcome(of: 3...5, in: sequence) }
        await Task.yield()
        sequence.forget(through: 1)
        #expect(sequence.values(in: 1...9) == [2: 2, 5: 5])
        #expect(!sequence.isSettled(through: 3))
        sequence.forget(through: 4)
        #expect(await wait.value == .settled([5: 5]))
        #expect(sequence.isSettled(through: 5))
        #expect(!sequence.settle(3, 3))
    }

    @Test("Given a wait, when it has to suspend, then it says so first, and otherwise not")
    func suspending() async throws {
        let sequence = SettledSequence<Int>()
        sequence.settle(1, 1)
        var calls = 0
        try await sequence.wait(through: 0) { calls += 1 }
        try await sequence.wait(through: 1) { calls += 1 }
        #expect(calls == 0)
        try await sequence.wait(through: 2) {
            calls += 1
            sequence.settle(2, 2)
        }
        #expect(calls == 1)
        await #expect(throws: Ended(reason: 4)) {
            try await sequence.wait(through: 3) { throw Ended(reason: 4) }
        }
    }
}
