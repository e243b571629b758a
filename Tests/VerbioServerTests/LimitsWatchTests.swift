import Coordination
import Logging
import Plumbing
import ServiceLifecycle
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("The log of limits") struct LimitsWatchTests {
    @Test("given limits that do not count over all servers for a while, when time goes on, then the log says it once")
    func once() async throws {
        let (time, log, coordination) = (ManualTime(), LogLines(), SwitchedCoordination())
        let group = ServiceGroup(
            services: [LimitsWatch(coordination, logger: log.logger, time: time.source)],
            logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for isShared in [true, false, false, true, true, false] {
                try await time.waitForSleepers(count: 1)
                coordination.value.withLock { $0 = isShared }
                time.advance(by: LimitsWatch.interval)
            }
            try await time.waitForSleepers(count: 1)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        let lines = log.all.map { String($0.prefix(38)) }
        #expect(
            lines == [
                "limits: what counts them over all serv", "limits: they count over all servers ag",
                "limits: what counts them over all serv",
            ])
    }
}

/// Coordination in memory that says whether it is shared as a test wants.
private final class SwitchedCoordination: Coordination {
    let value = Locked(true)
    private let local = LocalCoordination()

    var isShared: Bool? { value.withLock(\.self) }
    var nodes: (any NodeList)? { nil }

    func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        try await local.change(names, change)
    }

    func place(_ name: String, of most: Int) async throws -> WorkRight? { try await local.place(name, of: most) }

    func right(to work: String) async throws -> WorkRight? { try await local.right(to: work) }

    func keep(_ text: String, size: Int, as name: String, within limits: KeptTextLimits) async throws -> Bool {
        try await local.keep(text, size: size, as: name, within: limits)
    }

    func takeText(_ name: String) async throws -> String? { try await local.takeText(name) }
}
