internal import Audio
internal import Plumbing
internal import VerbioService

/// The translations of all scopes, as the routes of one scope see them: what they begin belongs to that scope.
struct TranslationRuns: Sendable {
    private let pool: TranslationPool
    private let service: any ConversationService

    init(_ pool: TranslationPool, service: any ConversationService) {
        self.pool = pool
        self.service = service
    }

    /// Whether the server is being stopped.
    var isDraining: Bool { pool.isDraining }

    /// The number of translations that run, of all scopes.
    var running: Int { pool.running }

    /// Counts the results of all translations.
    var metrics: ServiceMetrics { pool.metrics }

    var time: TimeSource { pool.time }

    /// The same for another scope.
    func serving(with service: any ConversationService) -> TranslationRuns { TranslationRuns(pool, service: service) }

    /// Starts a correction, or a translation before anything of its body is read.
    ///
    /// - Throws: as ``TranslationPool/begin(_:spoken:with:)``.
    func begin(_ work: TranslationRun.Work, spoken: SpeechEncoding? = nil) async throws -> TranslationRun {
        try await pool.begin(work, spoken: spoken, with: service)
    }

    /// - Throws: ``Refusal`` with status 503 if no translation could begin now, so that no upload is read for nothing.
    func checkRoom() throws(Refusal) { try pool.checkRoom() }
}
