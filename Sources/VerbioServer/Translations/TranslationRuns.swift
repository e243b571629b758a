internal import Access
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// The translations of all scopes, as the routes of one scope see them: what they begin belongs to that scope.
struct TranslationRuns: Sendable {
    private let pool: TranslationPool
    private let service: any ConversationService
    private let meter: UseMeter?
    private let principal: Principal

    /// - Parameter meter: keeps the limits of principals; nil if there are none.
    init(
        _ pool: TranslationPool, service: any ConversationService, meter: UseMeter? = nil, principal: Principal = .local
    ) {
        self.pool = pool
        self.service = service
        self.meter = meter
        self.principal = principal
    }

    /// Whether the server is being stopped.
    var isDraining: Bool { pool.isDraining }

    /// The load of the server.
    var load: ServiceLoad { pool.load }

    /// Counts the results of all translations.
    var metrics: ServiceMetrics { pool.metrics }

    var time: TimeSource { pool.time }

    /// The same for a principal and the service of its scope.
    func serving(_ principal: Principal, with service: any ConversationService) -> TranslationRuns {
        TranslationRuns(pool, service: service, meter: meter, principal: principal)
    }

    /// Does work that is no translation, such as a speech, within the limits of the principal.
    ///
    /// - Parameter work: receives what it may use; nil if there are no limits.
    /// - Throws: `LimitReached`, and what the work throws.
    func permitted<Value>(_ work: (UsePermit?) async throws -> Value) async throws -> Value {
        let permit = try await permit(.translation)
        do {
            let value = try await work(permit)
            await permit?.end()
            return value
        } catch {
            await permit?.end()
            throw permit?.reached ?? error
        }
    }

    /// How many minutes of audio a principal has used in this month.
    func minutesOfMonth(of principal: Principal) async throws -> Double {
        try await meter?.minutesOfMonth(of: principal) ?? 0
    }

    private func permit(_ work: UseMeter.Work) async throws -> UsePermit? {
        guard principal.isCounted else { return nil }
        return try await meter?.begin(work, for: principal)
    }

    /// Checks whether something is left of the principal's limits of the day, so that no upload is read for nothing. As many
    /// jobs may wait as the queue holds, so what runs at the moment does not matter.
    ///
    /// - Throws: `LimitReached`.
    func checkDay() async throws {
        do {
            try await permit(.translation)?.end()
        } catch let reached as LimitReached where reached.limit == .translations {
            return
        }
    }

    /// - Throws: `LimitReached` if the principal may not ask for one of the voices.
    func check(voices: [String]) throws(LimitReached) {
        for voice in voices { try principal.limits.check(voice: voice) }
    }

    /// What is begun belongs to it.
    var owner: Principal { principal }

    /// Starts a correction, or a translation before anything of its body is read.
    ///
    /// - Parameter begun: takes the conversation as soon as it has begun; the work is then completed even if its listener leaves.
    /// - Throws: as ``TranslationPool/begin(_:spoken:with:permit:begun:)``, and `LimitReached`.
    func begin(
        _ work: TranslationWork, spoken: PieceEncoding? = nil, begun: TranslationAnswers.Begun? = nil
    ) async throws -> TranslationRun {
        let work = work.preferring(principal)
        try check(voices: work.voices)
        let permit = try await permit(work.isLive ? .session : .translation)
        do {
            return try await pool.begin(work, spoken: spoken, with: service, permit: permit, begun: begun)
        } catch {
            await permit?.end()
            throw error
        }
    }

    /// Corrects an utterance of a conversation that is being spoken, in its turn.
    ///
    /// - Parameter conversation: belongs to the scope of this.
    /// - Returns: the utterance's new events; nil if the conversation does not run here.
    /// - Throws: `Problem` if the correction cannot be made, `CancellationError` if the run ends before.
    func perform(
        _ correction: CorrectionQueue.Correction, in conversation: ConversationID
    ) async throws -> [Event]? {
        try await pool.live(conversation)?.perform(correction)
    }

    /// - Parameter isLive: whether it is for live speech, which cannot wait.
    /// - Throws: ``Refusal`` with status 503 if no translation could begin or wait now, so that no upload is read for nothing.
    func checkRoom(isLive: Bool = false) throws(Refusal) {
        try pool.checkRoom(for: principal.scope, isLive: isLive)
    }
}
