import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A server of the user's with some workers: a call waits for a free one, and then takes two seconds.
private final class WorkerServer: Translator {
    let descriptor = ProviderDescriptor(name: "workers", model: "1")
    let capabilities: TranslatorCapabilities
    private let workers: Limiter
    private let time: TimeSource
    private let inFlight = Locked((now: 0, counts: [Int]()))

    init(_ workers: Int, time: TimeSource) throws {
        self.workers = Limiter(limit: workers)
        self.time = time
        capabilities = TranslatorCapabilities(pairs: [try LanguagePair(from: .en, to: .es)]) {
            $0.findsConcurrency = true
        }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        inFlight.withLock { inFlight in
            inFlight.now += 1
            inFlight.counts.append(inFlight.now)
        }
        defer { inFlight.withLock { $0.now -= 1 } }
        try await workers.run { try await time.sleep(.seconds(2)) }
        return Translation(text: "«\(request.text)»", language: .es)
    }

    /// How many calls were in flight after each had begun.
    var counts: [Int] { inFlight.withLock { $0.counts } }
}

@Suite("Calls at once that are found out", .timeLimit(.minutes(5)))
struct OneWorkerTests {
    private func counts(workers: Int) async throws -> [Int] {
        let clock = ManualTime()
        let server = try WorkerServer(workers, time: clock.source)
        let reading = try Reading((1...40).map { "line \($0)" }) { ($0.context.pairs, $0.context.lookAhead) = (0, nil) }
        reading.time = clock.source
        nonisolated(unsafe) let read = reading
        #expect(try await clock.run { try await read.run(server).state } == .complete)
        return server.counts
    }

    @Test("Given a server that works on one call at a time, when lines are translated, then it soon gets one at a time")
    func one() async throws {
        let counts = try await counts(workers: 1)
        #expect(counts.count == 40 && counts.max() == 2, "\(counts)")
        #expect(counts.suffix(20).allSatisfy { $0 == 1 }, "\(counts)")
    }

    @Test("Given a server that works on four calls at once, when lines are translated, then it soon gets four")
    func four() async throws {
        let counts = try await counts(workers: 4)
        #expect(counts.first == 1 && counts.max() == 4, "\(counts)")
        #expect(counts.suffix(10).contains(4), "\(counts)")
    }
}
