/// One connection of a live session, as the session sees it: messages in, messages out.
protocol LiveConnection: AnyObject, Sendable {
    /// Whether the client gets the session's token first, even if the session ends when the client leaves.
    var isGreeted: Bool { get }
    /// Whether the client takes what was sent more slowly than it is made.
    var isCongested: Bool { get }

    /// The next message; nil when the client has disconnected.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func next() async throws -> ServedMessage?

    /// - Throws: ``ConnectionEnded`` if the connection is closed or is being closed.
    func send(_ message: ServedMessage) async throws

    func close(_ code: SocketCloseCode, reason: String) async

    /// Calls back once when the connection is closed, at once if it is.
    func whenClosed(_ action: @escaping @Sendable () -> Void)

    /// Closes the connection without waiting for the client, which may read nothing.
    func cutOff(_ code: SocketCloseCode, reason: String)
}

extension Socket: LiveConnection {
    var isGreeted: Bool { false }
}
