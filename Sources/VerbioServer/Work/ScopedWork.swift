internal import Access
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// The work of all scopes, as the routes of one scope see it: what they begin belongs to that scope.
struct ScopedWork: Sendable {
    private let pool: WorkPool
    private let service: any ConversationService
    private let meter: UseMeter?
    private let principal: Principal

    /// - Parameter meter: keeps the limits of principals; nil if there are none.
    init(
        _ pool: WorkPool, service: any ConversationService, meter: UseMeter? = nil, principal: Principal = .local
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

    /// Counts the results of all work.
    var metrics: ServiceMetrics { pool.metrics }

    var time: TimeSource { pool.time }

    /// The same for a principal and the service of its scope.
    func serving(_ principal: Principal, with service: any ConversationService) -> ScopedWork {
        ScopedWork(pool, service: service, meter: meter, principal: principal)
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

    /// Starts work on one conversation, before anything of its body is read.
    ///
    /// - Parameters:
    ///   - spoken: the form in which speech is among the answers; nil to leave it out.
    ///   - begun: takes the conversation as soon as it has begun; the work is then completed even if its listener leaves.
    /// - Throws: as ``WorkPool/begin(_:for:with:permit:begun:)``, and `LimitReached`.
    func begin(
        _ work: Work, spoken: PieceEncoding? = nil, begun: ServedWork.Begun? = nil
    ) async throws -> AnsweredWork {
        try await begin([WorkPart(work: work)], spoken: spoken, begun: begun)
    }

    /// Starts work on one or several conversations, one after the other.
    ///
    /// - Throws: as ``begin(_:spoken:begun:)-(Work,_,_)``.
    func begin(
        _ parts: [WorkPart], spoken: PieceEncoding? = nil, begun: ServedWork.Begun? = nil
    ) async throws -> AnsweredWork {
        let answers = ListenerAnswers(takesSpeech: spoken != nil, on: pool.server)
        let work = try await begin(parts, for: answers, begun: begun)
        return AnsweredWork(work: work, answers: answers, spoken: spoken)
    }

    /// Starts live speech.
    ///
    /// - Throws: as ``begin(_:spoken:begun:)-(Work,_,_)``.
    func beginLive(_ request: ConversationRequest, for listener: any WorkListener) async throws -> ServedWork {
        try await begin([WorkPart(work: .live(request))], for: listener)
    }

    private func begin(
        _ parts: [WorkPart], for listener: any WorkListener, begun: ServedWork.Begun? = nil
    ) async throws -> ServedWork {
        let parts = parts.map { WorkPart(name: $0.name, work: $0.work.preferring(principal)) }
        // The languages of a request have the same voices.
        try check(voices: parts.first?.work.voices ?? [])
        let permit = try await permit(parts.contains { $0.work.isLive } ? .session : .translation)
        do {
            return try await pool.begin(parts, for: listener, with: service, permit: permit, begun: begun)
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
        do {
            return try await pool.live(conversation)?.perform(correction)
        } catch is CorrectionQueue.Closed {
            return nil
        }
    }

    /// - Parameter isLive: whether it is for live speech, which cannot wait.
    /// - Throws: ``Refusal`` with status 503 if no work could begin or wait now, so that no upload is read for nothing.
    func checkRoom(isLive: Bool = false) throws(Refusal) {
        try pool.checkRoom(for: principal.scope, isLive: isLive)
    }
}
