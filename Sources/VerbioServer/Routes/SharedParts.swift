internal import Access
internal import Plumbing

/// What the instances of routes share, each of which is made for one request.
struct SharedParts: Sendable {
    /// As many recordings are examined at once as translations may run.
    let examinations: Limiter
    /// As many texts are spoken at once as translations may run.
    let speeches: Limiter
    /// Encodes these texts.
    let speechEncoder = WorkerThread("speech")

    let sessions: LiveSessions
    let tickets: TicketBook

    init(_ configuration: ServerConfiguration, sessions: LiveSessions, time: TimeSource) {
        tickets = TicketBook(time: time)
        self.sessions = sessions
        examinations = Limiter(limit: configuration.concurrentTranslations)
        speeches = Limiter(limit: configuration.concurrentTranslations)
    }
}
