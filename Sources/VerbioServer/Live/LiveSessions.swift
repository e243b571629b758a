internal import Access
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import ServiceLifecycle

/// All live sessions, those included whose clients are away for a while. All are children of one task, so that none outlives the
/// server.
final class LiveSessions: Service {
    private let pool: WorkPool
    private let resumption: LiveSession.Resumption
    private let limits: SessionWatch.Limits
    private let most: Int
    private let time: TimeSource
    private let admitted = BoundedChannel<LiveSession>(capacity: 64)
    private let sessions = Locked<[String: (session: LiveSession, principal: Principal)]>([:])
    /// Announces that there is a session.
    private let arrivals = BoundedChannel<Void>(capacity: 1)
    private let standing: @Sendable (Principal) async -> PrincipalStanding

    /// How often the server finds out whether the keys and accounts of its sessions are still good.
    static let checkInterval: Duration = .seconds(2)

    /// - Parameters:
    ///   - pool: runs the conversations.
    ///   - standing: says what a principal may do now.
    init(
        configuration: ServerConfiguration, pool: WorkPool,
        standing: @escaping @Sendable (Principal) async -> PrincipalStanding
    ) {
        self.pool = pool
        self.standing = standing
        resumption = LiveSession.Resumption(
            patience: configuration.awayPatience, confirmation: configuration.confirmationPatience,
            events: configuration.unconfirmedEvents)
        limits = SessionWatch.Limits(configuration)
        // A session outlives its conversation only until its client has got the last events.
        most = 4 * configuration.concurrentTranslations
        time = pool.time
        let grace = configuration.grace
        pool.whenDraining { [sessions] in
            for entry in sessions.withLock({ Array($0.values) }) { entry.session.goAway(grace: grace) }
        }
    }

    /// How many sessions there are, with a connection and without.
    var counts: (connected: Int, away: Int) {
        let open = sessions.withLock { $0.values.map(\.session) }
        let away = open.count { $0.isAway }
        return (open.count - away, away)
    }

    /// The form of a session.
    struct Form {
        /// Whether the client may come back after its connection broke.
        var isResumable: Bool
        /// How the client gets speech.
        var speech = SpeechForm.text
        /// The encoding of speech; nil if the client gets none.
        var spoken: PieceEncoding?
        /// Decodes the client's messages; nil if they are parts of a stream of bytes.
        var packets: PacketAudio?
        /// The last utterance whose end the client has got; nil if the conversation begins here.
        var known: Int?
    }

    /// Begins a session and its conversation.
    ///
    /// - Parameters:
    ///   - principal: only requests of its scope find the session, which ends when the principal may do nothing any more.
    ///   - work: starts the conversation, which gives its answers to the feed.
    /// - Throws: ``Refusal`` with status 503 if there are too many or the server is being stopped; what `work` throws.
    func begin(
        _ form: Form, for principal: Principal, with work: (LiveFeed) async throws -> ServedWork
    ) async throws -> LiveSession {
        let resumption = form.isResumable ? resumption : nil
        let outbox = LiveOutbox(
            limits: resumption.map { .resumable(events: $0.events) } ?? .direct, isConfirmed: form.isResumable)
        let feed = LiveFeed(into: outbox, speech: form.speech, as: form.spoken, after: form.known)
        let work = try await work(feed)
        do {
            guard let live = work.live else { preconditionFailure("a session is of live speech") }
            let session = LiveSession(
                work, live, feed, in: form, resumption: resumption, limits: limits, time: time)
            try await admit(session, for: principal)
            return session
        } catch {
            work.listenerLeft()
            throw error
        }
    }

    private func admit(_ session: LiveSession, for principal: Principal) async throws {
        let isAdmitted = sessions.withLock { sessions in
            // What runs is limited elsewhere. Sessions that only wait for their clients must not take all places.
            let ofScope = sessions.values.count { $0.principal.scope == principal.scope }
            guard sessions.count < most, principal == .local || ofScope < most - most / 4 else { return false }
            sessions[session.token] = (session, principal)
            return true
        }
        _ = arrivals.trySend(())
        guard isAdmitted else { throw Refusal.busy(limit: most, retryAfter: 5) }
        do {
            try await admitted.send(session)
        } catch {
            remove(session)
            throw Refusal.stopping
        }
    }

    /// The session with a token; nil if it has ended or is of another scope. It continues for the principal that asks.
    func session(_ token: String, for principal: Principal) -> LiveSession? {
        sessions.withLock { sessions in
            guard let found = sessions[token], found.principal.scope == principal.scope else { return nil }
            sessions[token] = (found.session, principal)
            return found.session
        }
    }

    private func remove(_ session: LiveSession) { sessions.withLock { $0[session.token] = nil } }

    /// Runs the admitted sessions until the server is stopped and the last one has ended.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await self.watchPrincipals() }
                await withDiscardingTaskGroup { group in
                    while let session = try? await admitted.next() {
                        group.addTask {
                            await session.run()
                            self.remove(session)
                        }
                    }
                }
                tasks.cancelAll()
            }
        } onGracefulShutdown: {
            self.admitted.finish()
            for session in self.sessions.withLock({ $0.values.map(\.session) }) { session.abandonIfAway() }
        }
    }

    /// Closes the sessions whose key was revoked or whose account's session has ended. Limits that have changed count for the
    /// others.
    private func watchPrincipals() async {
        while !Task.isCancelled {
            // Nothing is looked at while there is no session.
            if sessions.withLock({ $0.isEmpty }) { _ = try? await arrivals.next() }
            try? await time.sleep(Self.checkInterval)
            let open = sessions.withLock { Array($0.values) }
            for (identity, entries) in Dictionary(grouping: open, by: \.principal.identity) where identity != .local {
                switch await standing(entries[0].principal) {
                case .good(let limits): for entry in entries { entry.session.limit(to: limits) }
                case .over(let refusal): for entry in entries { entry.session.end(because: refusal) }
                case .unknown: break
                }
            }
        }
    }
}
