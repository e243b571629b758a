internal import NIOCore
internal import NIOWebSocket
internal import Plumbing

/// The connection has ended, so nothing can be sent.
struct ConnectionEnded: Error {}

/// One WebSocket, as its route sees it: messages in, messages out. Pings, fragments and the closing handshake are done below.
///
/// One task reads at a time; any task may send. Each side waits for the other. While the route takes no messages, nothing is
/// read from the client. ``send(_:)`` returns when the system has taken the bytes.
final class Socket: Sendable {
    typealias Ended = ConnectionEnded

    private let inbox: SocketInbox
    private let frames: NIOLoopBound<SocketFrames>
    private let channel: any Channel

    init(inbox: SocketInbox, frames: NIOLoopBound<SocketFrames>, channel: any Channel) {
        self.inbox = inbox
        self.frames = frames
        self.channel = channel
    }

    /// The next message; nil when the client has closed or is gone.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func next() async throws -> ServedMessage? {
        try await inbox.next { channel.eventLoop.execute { self.frames.value.readOn() } }
    }

    /// Whether the client takes what was sent more slowly than it is made: something waits in memory.
    var isCongested: Bool { !channel.isWritable }

    /// Sends a message.
    ///
    /// - Throws: ``Ended`` if the connection is closed or is being closed.
    func send(_ message: ServedMessage) async throws {
        let frame: WebSocketFrame =
            switch message {
            case .text(let text): WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
            case .binary(let bytes): WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes))
            }
        do {
            try await onLoop { $0.send(frame) }
        } catch {
            throw Ended()
        }
    }

    /// Begins the closing handshake, or does nothing if the other side has begun it.
    ///
    /// - Parameter reason: at most 123 bytes; it is cut to them.
    func close(_ code: SocketCloseCode, reason: String = "") async {
        try? await onLoop { $0.close(code, reason: reason) }
    }

    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        channel.closeFuture.whenComplete { _ in action() }
    }

    /// Closes the connection without waiting for the client, which may read nothing.
    func cutOff(_ code: SocketCloseCode, reason: String) {
        channel.eventLoop.execute { self.frames.value.cutOff(code, reason: reason) }
    }

    private func onLoop(_ action: @escaping @Sendable (SocketFrames) -> EventLoopFuture<Void>?) async throws {
        let loop = channel.eventLoop
        try await loop.flatSubmit { action(self.frames.value) ?? loop.makeFailedFuture(Ended()) }.get()
    }
}
