import Plumbing
import Testing
import VerbioTesting

@Suite("A bounded channel", .timeLimit(.minutes(10)))
struct BoundedChannelTests {
    @Test(
        "Given a channel of any capacity, when elements are sent, then they arrive in order",
        arguments: [1, 2, 7, 1_000])
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

    @Test("Given a full channel, when another element is sent, then the sender waits until one is taken")
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

    @Test("Given a sender that waits, when it is cancelled, then its element is not in the channel")
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

    @Test("Given a receiver that waits, when it is cancelled, then a later element goes to the next receiver")
    func cancelledReceiver() async throws {
        let channel = BoundedChannel<Int>(capacity: 1)
        let waiting = Task { try await channel.next() }
        for _ in 0..<50 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        try await channel.send(7)
        #expect(try await channel.next() == 7)
    }

    @Test(
        "Given held elements, when the channel finishes with an error, then the elements are received before the error")
    func finishThrowing() async throws {
        struct Broken: Error {}
        let channel = BoundedChannel<Int>(capacity: 4)
        try await channel.send(1)
        channel.finish(throwing: Broken())
        #expect(try await channel.next() == 1)
        await #expect(throws: Broken.self) { _ = try await channel.next() }
        await #expect(throws: CancellationError.self) { try await channel.send(2) }
    }

    @Test("Given many senders, when they send at once, then each element arrives once")
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
