import Plumbing
import Testing
import VerbioTesting

@Suite("A bounded channel", .timeLimit(.minutes(10)))
struct BoundedChannelTests {
    @Test("gives what was sent, in order, whatever its capacity", arguments: [1, 2, 7, 1_000])
    func order(capacity: Int) async throws {
        let channel = BoundedChannel<Int>(capacity: capacity)
        async let sent: Void = {
            for number in 0..<500 { try await channel.send(number) }
            channel.finish()
        }()
        var received: [Int] = []
        for try await number in channel { received.append(number) }
        try await sent
        #expect(received == Array(0..<500))
    }

    @Test("makes a sender wait while it is full")
    func backpressure() async throws {
        let channel = BoundedChannel<Int>(capacity: 3)
        let sent = Locked(0)
        let producer = Task {
            for number in 0..<10 {
                try await channel.send(number)
                sent.withLock { $0 = number + 1 }
            }
        }
        // Three are held and the fourth waits: then nothing moves until something is taken.
        while channel.count < 4 { await Task.yield() }
        for _ in 0..<200 { await Task.yield() }
        #expect(sent.withLock { $0 } == 3)
        for expected in 0..<10 { #expect(try await channel.next() == expected) }
        try await producer.value
    }

    @Test("a cancelled sender leaves nothing behind")
    func cancelledSender() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        try await channel.send(1)
        let waiting = Task { try await channel.send(2) }
        while channel.count < 2 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        channel.finish()
        #expect(try await channel.next() == 1)
        #expect(try await channel.next() == nil)
    }

    @Test("a cancelled receiver takes nothing")
    func cancelledReceiver() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        let waiting = Task { try await channel.next() }
        for _ in 0..<50 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        try await channel.send(7)
        #expect(try await channel.next() == 7)
    }

    @Test("finishing with an error lets the receiver have what is held first")
    func finishThrowing() async throws {
        struct Broken: Error {}
        let channel = BoundedChannel<Int>(capacity: 4)
        try await channel.send(1)
        channel.finish(throwing: Broken())
        #expect(try await channel.next() == 1)
        await #expect(throws: Broken.self) { _ = try await channel.next() }
        await #expect(throws: CancellationError.self) { try await channel.send(2) }
    }

    @Test("many senders lose and double nothing")
    func manySenders() async throws {
        let channel = BoundedChannel<Int>(capacity: 5)
        async let all: Void = withThrowingTaskGroup(of: Void.self) { group in
            for sender in 0..<20 {
                group.addTask { for number in 0..<50 { try await channel.send(sender * 50 + number) } }
            }
            try await group.waitForAll()
            channel.finish()
        }
        var received: Set<Int> = []
        var count = 0
        for try await number in channel {
            received.insert(number)
            count += 1
        }
        try await all
        #expect(count == 1_000)
        #expect(received == Set(0..<1_000))
    }
}
