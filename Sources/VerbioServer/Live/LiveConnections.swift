internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import ServiceLifecycle

/// All live sessions, those included whose clients are away for a while. All are children of one task, so that none outlives the
/// server.
final class LiveConnections: Service {
    private let translations: TranslationPool
    private let patience: Duration
    private let most: Int
    private let time: TimeSource
    private let admitted = BoundedChannel<LiveConnection>(capacity: 64)
    private let sessions = Locked<[String: (session: LiveConnection, scope: Scope)]>([:])

    /// - Parameter translations: run the conversations.
    init(configuration: ServerConfiguration, translations: TranslationPool) {
        self.translations = translations
        patience = configuration.awayPatience
        // A session outlives its conversation only until its client has got the last events.
        most = 4 * configuration.concurrentTranslations
        time = translations.time
    }

    /// Begins a session for a conversation.
    ///
    /// - Parameters:
    ///   - scope: only requests of this scope find the session.
    ///   - isResumable: whether the client may come back after its connection broke.
    /// - Throws: ``Refusal`` with status 503 if there are too many or the server is being stopped.
    func begin(
        _ conversation: TranslationRun, scope: Scope, isResumable: Bool
    ) async throws -> LiveConnection {
        let session = LiveConnection(conversation, patience: isResumable ? patience : nil, time: time)
        let isAdmitted = sessions.withLock { sessions in
            guard sessions.count < most else { return false }
            sessions[session.token] = (session, scope)
            return true
        }
        guard isAdmitted else { throw Refusal.busy(limit: most, retryAfter: 5) }
        do {
            try await admitted.send(session)
        } catch {
            remove(session)
            throw Refusal.stopping
        }
        return session
    }

    /// The session with a token; nil if it has ended or is of another scope.
    func session(_ token: String, in scope: Scope) -> LiveConnection? {
        sessions.withLock { $0[token] }.flatMap { $0.scope == scope ? $0.session : nil }
    }

    private func remove(_ session: LiveConnection) { sessions.withLock { $0[session.token] = nil } }

    /// Runs the admitted sessions until the server is stopped and the last one has ended.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                while let session = try? await admitted.next() {
                    group.addTask {
                        await session.run(isStopping: { self.translations.isDraining })
                        self.remove(session)
                    }
                }
            }
        } onGracefulShutdown: {
            self.admitted.finish()
            for session in self.sessions.withLock({ $0.values.map(\.session) }) { session.abandonIfAway() }
        }
    }
}
