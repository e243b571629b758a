internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Plumbing
internal import ServiceLifecycle

/// All live sessions, those included whose clients are away for a while. All are children of one task, so that none outlives the
/// server.
final class LiveSessions: Service {
    private let translations: TranslationRuns
    private let patience: Duration
    private let most: Int
    private let time: TimeSource
    private let admitted = BoundedChannel<LiveSession>(capacity: 64)
    private let sessions = Locked<[String: LiveSession]>([:])

    /// - Parameter translations: run the conversations.
    init(configuration: ServerConfiguration, translations: TranslationRuns) {
        self.translations = translations
        patience = configuration.awayPatience
        // A session outlives its conversation only until its client has got the last events.
        most = 4 * configuration.concurrentTranslations
        time = translations.time
    }

    /// Begins a session for a conversation.
    ///
    /// - Parameters:
    ///   - speakers: takes the events that say who speaks; nil if the client did not ask for that.
    ///   - isResumable: whether the client may come back after its connection broke.
    /// - Throws: ``Refusal`` with status 503 if there are too many or the server is being stopped.
    func begin(
        _ conversation: TranslationRun, speakers: SpeakerLine?, isResumable: Bool
    ) async throws -> LiveSession {
        let session = LiveSession(
            conversation, speakers: speakers, patience: isResumable ? patience : nil, time: time)
        let isAdmitted = sessions.withLock { sessions in
            guard sessions.count < most else { return false }
            sessions[session.token] = session
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

    /// The session with a token; nil if it has ended.
    func session(_ token: String) -> LiveSession? { sessions.withLock { $0[token] } }

    private func remove(_ session: LiveSession) { sessions.withLock { $0[session.token] = nil } }

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
            for session in self.sessions.withLock({ Array($0.values) }) { session.abandonIfAway() }
        }
    }
}
