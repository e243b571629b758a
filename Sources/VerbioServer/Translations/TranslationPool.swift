internal import Access
internal import Conversations
internal import Hummingbird
internal import Logging
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// All translations that run, up to a limit. All are children of one task, so that none outlives the server.
final class TranslationPool: Service {
    private struct State {
        var running: [ObjectIdentifier: TranslationRun] = [:]
        var isDraining = false
        var whenDraining: [@Sendable () -> Void] = []
    }

    private let configuration: ServerConfiguration
    let time: TimeSource
    /// Counts the results of the translations.
    let metrics: ServiceMetrics
    private let places: WorkPlaces
    private let admitted: BoundedChannel<TranslationRun>
    private let state = Locked(State())

    init(configuration: ServerConfiguration, logger: Logger, time: TimeSource) {
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

    /// Calls an action once when the server is asked to stop, before the translations are.
    func whenDraining(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenDraining.append(action) }
    }

    /// Starts a correction, or a translation before anything of its body is read. If the limit is reached, it waits for
    /// its turn.
    ///
    /// - Parameters:
    ///   - spoken: the form in which speech is among the answers; nil to leave it out.
    ///   - service: the service of the scope that the work belongs to.
    ///   - permit: what the work may use; nil if there are no limits. It is ended with the work.
    ///   - begun: takes the conversation as soon as it has begun; the work is then completed even if its listener leaves.
    /// - Throws: ``Refusal`` with status 503 if it may not wait, or has waited for too long, and with status 409 if the conversation to be corrected
    ///   is being worked on.
    func begin(
        _ work: TranslationWork, spoken: PieceEncoding?, with service: any ConversationService,
        permit: UsePermit? = nil, begun: TranslationAnswers.Begun? = nil
    ) async throws -> TranslationRun {
        let translation = TranslationRun(
            work, spoken: spoken, service: service, permit: permit, begun: begun,
            on: TranslationRun.Server(configuration: configuration, metrics: metrics, time: time))
        try check(translation)
        try await places.take(for: translation.scope, mayWait: !translation.isLive)
        do { try admit(translation) } catch {
            places.release(of: translation.scope)
            throw error
        }
        do {
            // The channel has as many places as there are admitted translations.
            try await admitted.send(translation)
        } catch {
            remove(translation)
            throw Refusal.stopping
        }
        return translation
    }

    /// The live speech of a conversation; nil if none runs.
    func live(_ conversation: ConversationID) -> TranslationRun? {
        state.withLock { $0.running.values.first { $0.isLive && $0.conversation == conversation } }
    }

    /// - Throws: ``Refusal`` with status 503 if no translation could begin or wait now, so that no upload is read for nothing.
    func checkRoom(for scope: Scope, isLive: Bool) throws(Refusal) {
        guard !isDraining else { throw .stopping }
        try places.check(for: scope, mayWait: !isLive)
    }

    private func check(_ translation: TranslationRun) throws(Refusal) {
        try state.withLock { state throws(Refusal) in try Self.check(translation, state) }
    }

    private static func check(_ translation: TranslationRun, _ state: State) throws(Refusal) {
        guard !state.isDraining else { throw .stopping }
        if let conversation = translation.conversation {
            guard !state.running.values.contains(where: { $0.conversation == conversation }) else {
                throw .busy(conversation)
            }
        }
    }

    private func admit(_ translation: TranslationRun) throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            // While it has waited, the server may have been asked to stop.
            try Self.check(translation, state)
            state.running[ObjectIdentifier(translation)] = translation
        }
    }

    private func remove(_ translation: TranslationRun) {
        if state.withLock({ $0.running.removeValue(forKey: ObjectIdentifier(translation)) }) != nil {
            places.release(of: translation.scope)
        }
    }

    /// Runs the admitted translations until the server is stopped and the last translation has ended.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                // If the task is cancelled, the loop ends here, and the running translations are cancelled, too.
                while let translation = try? await admitted.next() {
                    group.addTask {
                        await translation.run()
                        self.remove(translation)
                    }
                }
            }
        } onGracefulShutdown: {
            self.drain()
        }
        for translation in state.withLock({ Array($0.running.values) }) { translation.abandon() }
    }

    private func drain() {
        let (running, actions) = state.withLock { state in
            state.isDraining = true
            defer { state.whenDraining = [] }
            return (Array(state.running.values), state.whenDraining)
        }
        for action in actions { action() }
        for translation in running { translation.stop() }
        admitted.finish()
    }
}
