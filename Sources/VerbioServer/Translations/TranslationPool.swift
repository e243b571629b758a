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
        var refused = 0
        var whenDraining: [@Sendable () -> Void] = []
    }

    private let configuration: ServerConfiguration
    let time: TimeSource
    /// Counts the results of the translations.
    let metrics: ServiceMetrics
    private let admitted: BoundedChannel<TranslationRun>
    private let state = Locked(State())

    init(configuration: ServerConfiguration, logger: Logger, time: TimeSource) {
        metrics = ServiceMetrics(logger: logger, time: time)
        self.configuration = configuration
        self.time = time
        admitted = BoundedChannel(capacity: configuration.concurrentTranslations)
    }

    /// Whether the server is being stopped.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// The load of the server.
    var load: ServiceLoad {
        state.withLock {
            ServiceLoad(
                running: $0.running.count, limit: configuration.concurrentTranslations, refused: $0.refused)
        }
    }

    /// Calls an action once when the server is asked to stop, before the translations are.
    func whenDraining(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenDraining.append(action) }
    }

    /// Starts a correction, or a translation before anything of its body is read.
    ///
    /// - Parameters:
    ///   - spoken: the form in which speech is among the answers; nil to leave it out.
    ///   - service: the service of the scope that the work belongs to.
    ///   - permit: what the work may use; nil if there are no limits. It is ended with the work.
    ///   - begun: takes the conversation as soon as it has begun; the work is then completed even if its listener leaves.
    /// - Throws: ``Refusal`` with status 503 if the limit is reached, and with status 409 if the conversation to be corrected
    ///   is being worked on.
    func begin(
        _ work: TranslationRun.Work, spoken: PieceEncoding?, with service: any ConversationService,
        permit: UsePermit? = nil, begun: TranslationRun.Begun? = nil
    ) async throws -> TranslationRun {
        let translation = TranslationRun(
            work, spoken: spoken, service: service, permit: permit, begun: begun,
            on: TranslationRun.Server(configuration: configuration, metrics: metrics, time: time))
        try admit(translation)
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

    /// - Throws: ``Refusal`` with status 503 if no translation could begin now, so that no upload is read for nothing.
    func checkRoom() throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            guard !state.isDraining else { throw .stopping }
            guard state.running.count < configuration.concurrentTranslations else { throw refused(&state) }
        }
    }

    private func refused(_ state: inout State) -> Refusal {
        state.refused &+= 1
        // The times to wait differ, so that clients that are refused together do not come back together.
        return .busy(limit: configuration.concurrentTranslations, retryAfter: 1 + state.refused % 5)
    }

    private func admit(_ translation: TranslationRun) throws(Refusal) {
        try state.withLock { state throws(Refusal) in
            guard !state.isDraining else { throw .stopping }
            guard state.running.count < configuration.concurrentTranslations else { throw refused(&state) }
            if let conversation = translation.conversation {
                guard !state.running.values.contains(where: { $0.conversation == conversation }) else {
                    throw .busy(conversation)
                }
            }
            state.running[ObjectIdentifier(translation)] = translation
        }
    }

    private func remove(_ translation: TranslationRun) {
        state.withLock { $0.running[ObjectIdentifier(translation)] = nil }
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
