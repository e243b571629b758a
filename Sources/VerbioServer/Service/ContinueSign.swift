internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import Plumbing

/// Tells a client that waits for `100 Continue` to send its body, once and before the answer begins.
final class ContinueSign: Sendable {
    private let channel: any Channel
    private let isDue = Locked(true)

    init(on channel: any Channel) { self.channel = channel }

    /// The request is accepted, so its body is not sent for nothing.
    func send() {
        guard withdraw() else { return }
        channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
    }

    /// The answer begins, so the sign would come too late.
    ///
    /// - Returns: whether it was due.
    @discardableResult
    func withdraw() -> Bool {
        isDue.withLock { isDue in
            defer { isDue = false }
            return isDue
        }
    }
}

extension ServerContext {
    /// Tells the client to send its body before it is read: the answer may begin earlier than that.
    func askForBody() { sign?.send() }
}
