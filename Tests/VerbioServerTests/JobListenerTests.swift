import Conversations
import Jobs
import Plumbing
import Testing

@testable import VerbioServer

@Suite("Listeners of a job")
struct JobListenerTests {
    /// Asks for what follows a place, and counts how often it is read.
    private static func read(
        _ listeners: JobListeners, _ id: JobID, part: Int = 0, isNew: Bool = false, _ count: Locked<Int>
    ) async throws -> JobReading {
        try await listeners.reading(of: id, after: JobEventPlace(part: part), isNew: isNew) {
            count.withLock { $0 += 1 }
            return JobReading(place: JobEventPlace(part: part + 1))
        }
    }

    @Test("given many listeners at one place, when they read between two changes, then the stores are asked once")
    func shared() async throws {
        let (listeners, id, count) = (JobListeners(), JobID.random(), Locked(0))
        let all = (0..<50).map { _ in listeners.listen(to: id) }
        for round in 1...3 {
            try await withThrowingTaskGroup(of: JobReading.self) { group in
                for _ in all { group.addTask { try await Self.read(listeners, id, count) } }
                for try await reading in group { #expect(reading.place == JobEventPlace(part: 1)) }
            }
            #expect(count.withLock { $0 } == round)
            listeners.changed(id)
        }
        withExtendedLifetime(all) {}
    }

    @Test("given a reading that is kept, when a listener asks elsewhere or for a new one, then it is read again")
    func apart() async throws {
        let (listeners, id, count) = (JobListeners(), JobID.random(), Locked(0))
        let listener = listeners.listen(to: id)
        for part in 0..<10 { _ = try await Self.read(listeners, id, part: part, count) }
        #expect(count.withLock { $0 } == 10)
        _ = try await Self.read(listeners, id, part: 9, count)
        #expect(count.withLock { $0 } == 10)
        _ = try await Self.read(listeners, id, part: 9, isNew: true, count)
        // Only the newest ones are kept.
        _ = try await Self.read(listeners, id, part: 0, count)
        #expect(count.withLock { $0 } == 12)
        withExtendedLifetime(listener) {}
    }
}
