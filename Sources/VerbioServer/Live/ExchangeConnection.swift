internal import Delivery
internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// One connection of a live session without WebSocket: the audio is the body of a request, and the events are its answer.
///
/// The end of the body is the end of the speech. Orders come with separate requests.
final class ExchangeConnection: LiveConnection {
    /// Limits of the body.
    struct Limits: Sendable {
        /// The most bytes.
        var bytes: Int
        /// How long the client may send nothing.
        var patience: Duration
    }

    private let body: RequestBody
    private let limits: Limits
    private let time: TimeSource
    private let pieces = BoundedChannel<[UInt8]>(capacity: 1)
    private let lines = BoundedChannel<String>(capacity: 1)
    private let gone = BoundedChannel<Void>(capacity: 1)
    private let state = Locked(State())

    private struct State {
        var isWriting = false
        var isOver = false
        var hasEnded = false
        /// To be done when the connection is closed.
        var closing: [@Sendable () -> Void] = []
        /// The last event is on its way, or was sent.
        var isClosing = false
        /// The last event, if the connection is cut off: it waits only for the current write.
        var farewell: String?
    }

    init(_ body: RequestBody, within limits: Limits, time: TimeSource) {
        self.body = body
        self.limits = limits
        self.time = time
    }

    let isGreeted = true

    var isCongested: Bool { state.withLock { $0.isWriting } }

    /// The connection is closed.
    func leave() {
        let actions = state.withLock { state in
            state.isOver = true
            defer { state.closing = [] }
            return state.closing
        }
        lines.finish()
        gone.finish()
        for action in actions { action() }
    }

    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.closing.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }

    // MARK: Up

    func next() async throws -> ServedMessage? {
        guard !state.withLock({ $0.hasEnded }) else {
            // The client still listens.
            _ = try await gone.next()
            return nil
        }
        do {
            let piece = try await withDeadline(limits.patience, time: time) { [pieces] in try await pieces.next() }
            if let piece { return .binary(piece) }
            state.withLock { $0.hasEnded = true }
            return .text(#"{"type":"end"}"#)
        } catch {
            try Task.checkCancellation()
            return nil
        }
    }

    /// Reads the body while the session takes it.
    private func read() async {
        var count = 0
        do {
            for try await buffer in body {
                count += buffer.readableBytes
                try await pieces.send(Array(buffer.readableBytesView))
                // The session, which counts as well, says that it is too much.
                guard count <= limits.bytes else { return pieces.finish() }
            }
            // A cancelled body ends without an error.
            if Task.isCancelled { pieces.finish(throwing: ConnectionEnded()) } else { pieces.finish() }
        } catch {
            pieces.finish(throwing: ConnectionEnded())
        }
    }

    // MARK: Down

    func send(_ message: ServedMessage) async throws {
        guard case .text(let text) = message, !state.withLock({ $0.isOver }) else { throw ConnectionEnded() }
        do {
            try await lines.send(Self.frame(text))
        } catch {
            try Task.checkCancellation()
            throw ConnectionEnded()
        }
    }

    func close(_ code: SocketCloseCode, reason: String) async {
        state.withLock { $0.isClosing = true }
        try? await send(.text(LiveNotice.closed(code, reason: reason).text))
        leave()
    }

    func cutOff(_ code: SocketCloseCode, reason: String) {
        state.withLock { state in
            guard !state.isClosing, !state.isOver else { return }
            state.isClosing = true
            state.farewell = Self.frame(LiveNotice.closed(code, reason: reason).text)
        }
        leave()
    }

    private struct Head: Decodable {
        var event: String?
        var seq: Int?
    }

    /// The event as an event stream has it: its number is its identifier.
    private static func frame(_ text: String) -> String {
        let head = try? JSONDecoder().decode(Head.self, from: Data(text.utf8))
        let number = head?.seq.map { "id: \($0)\n" } ?? ""
        return "\(number)event: \(head?.event ?? "message")\ndata: \(text)\n\n"
    }

    /// The answer: what a session sends while it is served over the connection.
    ///
    /// - Parameters:
    ///   - pause: how often a sign of life is sent while there is nothing to say.
    ///   - serve: serves the session over the connection.
    func answer(
        every pause: Duration, serve: @escaping @Sendable (ExchangeConnection) async throws -> Void
    ) -> Response {
        let body = ResponseBody { [self] writer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { self.leave() }
                    do { try await serve(self) } catch is ConnectionEnded {}
                }
                group.addTask { await self.read() }
                group.addTask {
                    while true {
                        do {
                            try await self.time.sleep(pause)
                            try await self.lines.send(EventLines.keepAlive)
                        } catch {
                            return
                        }
                    }
                }
                defer {
                    self.leave()
                    group.cancelAll()
                }
                while let text = try? await lines.next() {
                    state.withLock { $0.isWriting = true }
                    try await writer.write(ByteBuffer(string: text))
                    state.withLock { $0.isWriting = false }
                }
                if let farewell = state.withLock({ $0.farewell }) {
                    try await writer.write(ByteBuffer(string: farewell))
                }
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }
}
