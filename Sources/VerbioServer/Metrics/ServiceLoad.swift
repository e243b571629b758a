/// How much of what it may do the server does.
struct ServiceLoad: Sendable {
    /// Translations and corrections in progress.
    var running: Int
    /// How many may be.
    var limit: Int
    /// Requests that wait until one of them has ended.
    var waiting: Int
    /// Requests that were refused for that reason since the start.
    var refused: Int
}
