internal import Access
internal import Conversations
internal import Hummingbird
internal import Logging
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// All work that clients wait for, up to a limit. All of it is done by children of one task, so that none outlives the server.
final class WorkPool: Service {
    private struct State {
        var running: [ObjectIdentifier: ServedWork] = [:]
        var isDraining = false
        var whenDraining: [@Sendable () -> Void] = []
    }

    private let configuration: ServerConfiguration
    let time: TimeSource
    /// Counts the results of the work.
    let metrics: ServiceMetrics
    /// What all work shares.
    var server: WorkServer {
        WorkServer(configuration: configuration, metrics: metrics, time: time, tracer: tracer)
    }
    private let tracer: Tracer?
    private let places: WorkPlaces
    private let admitted: BoundedChannel<ServedWork>
    private let state = Locked(State())

    /// - Parameter tracer: begins the traces of work without a request; nil if nothing is traced.
    init(configuration: ServerConfiguration, logger: Logger, time: TimeSource, tracer: Tracer? = nil) {
        self.tracer = tracer
        metrics = ServiceMetrics(logger: logger, time: time)
        self.configuration = configuration
        self.time = time
        places = WorkPlaces(configuration, time: time)
        admitted = BoundedChannel(capacity: configuration.concurrentTranslations)
    }

    /// Whether the server is being stopped.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// The load of the server.
    var load: ServiceLoad {
        ServiceLoad(
            running: state.withLock { $0.running.count }, limit: places.limit, waiting: places.waiting,
            refused: places.refused)
    }

    /// Calls an action once when the server is asked to stop, before the work is.
    func whenDraining(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenDraining.append(action) }
    }

    /// Starts work before anything of its body is read. If the limit is reached, it waits for its turn.
    ///
    /// - Parameters:
    ///   - service: the service of the scope that the work belongs to.
    ///   - permit: what the work may use; nil if there are no limits. It is ended with the work.
    ///   - begun: takes the conversation as soon as it has begun; the work is then completed even if its listener leaves.
    /// - Throws: ``Refusal`` with status 503 if it may not wait, or has waited for too long, and with status 409 if the conversation to be changed
    ///   is being worked on.
    func begin(
        _ parts: [WorkPart], for listener: any WorkListener, with service: any ConversationService,
        permit: UsePermit? = nil, begun: ServedWork.Begun? = nil
    ) async throws -> ServedWork {
        let work = ServedWork(
            parts, for: listener, service: service, permit: permit, begun: begun, on: server)
        try check(work)
        try await places.take(for: work.scope, mayWait: work.live == nil)
        do { try admit(work) } catch {
            places.release(of: work.scope)
            throw error
        }
        do {
            // The channel has as many places as work is admitted.
            try await admitted.send(work)
        } catch {
            remove(work)
            throw Refusal.stopping
        }
        return work
    }

    /// The live speech of a conversation; nil if none runs.
    func live(_ conversation: ConversationID) -> LiveRun? {
        state.withLock { $0.running.values.first { $0.live != nil && $0.conversation == conversation }?.live }
    }

    /// - Throws: ``Refusal`` with status 503 if no work could begin or wait now, so that no upload is read for nothing.
    func checkRoom(for scope: Scope, isLive: Bool) throws(Refusal) {
        guard !isDraining else { throw .stopping }
        try places.check(for: scope, mayWait: !isLive)
    }

    private func check(_ work: ServedWork) throws(Refusal) {
        try state.withLock { state throws(Refusal) in try Self.check(work, state) }
    }

    private static func check(_ work: ServedWork, _ state: State) throws(Refusal) {
        guard !state.isDraining else { throw .stopping }
        if let conversation = work.conversation {
            guard !state.running.values.contains(where: { $0.conversation == conversation }) else {
                throw .busy(conversation)
            }
        }
    }

    private func admit(_ work: ServedWork) throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            // While it has waited, the server may have been asked to stop.
            try Self.check(work, state)
            state.running[ObjectIdentifier(work)] = work
        }
    }

    private func remove(_ work: ServedWork) {
        if state.withLock({ $0.running.removeValue(forKey: ObjectIdentifier(work)) }) != nil {
            places.release(of: work.scope)
        }
    }

    /// Runs the admitted work until the server is stopped and the last of it has ended.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                // If the task is cancelled, the loop ends here, and the running work is cancelled, too.
                while let work = try? await admitted.next() {
                    group.addTask {
                        await work.run()
                        self.remove(work)
                    }
                }
            }
        } onGracefulShutdown: {
            self.drain()
        }
        for work in state.withLock({ Array($0.running.values) }) { await work.abandon() }
    }

    private func drain() {
        let (running, actions) = state.withLock { state in
            state.isDraining = true
            defer { state.whenDraining = [] }
            return (Array(state.running.values), state.whenDraining)
        }
        for action in actions { action() }
        for work in running { work.stop() }
        admitted.finish()
    }
}
