internal import Crypto
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import Plumbing

/// The opening handshake of RFC 6455, section 4.2.
struct SocketHandshake {
    /// The value of `Sec-WebSocket-Accept`.
    let accept: String

    /// - Throws: ``Refusal`` with status 426 if the request does not ask for a WebSocket of version 13, and with 400 if its key is
    ///   wrong.
    init(_ request: HTTPRequest) throws(Refusal) {
        let fields = request.headerFields
        guard Self.isAsked(by: request) else { throw .upgrade }
        guard fields[Self.version] == "13" else { throw .upgrade }
        guard let key = fields[Self.key], Data(base64Encoded: key)?.count == 16 else { throw .socketKey }
        var hash = Insecure.SHA1()
        hash.update(data: Array((key + Self.suffix).utf8))
        accept = Data(hash.finalize()).base64EncodedString()
    }

    /// Whether the request asks for a WebSocket, of whatever version.
    static func isAsked(by request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        return request.method == .get && fields.words(of: .upgrade).contains("websocket")
            && fields.words(of: .connection).contains("upgrade")
    }

    /// The constant of RFC 6455, section 1.3.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    fileprivate static let key = name("Sec-WebSocket-Key")
    fileprivate static let version = name("Sec-WebSocket-Version")
    fileprivate static let accept = name("Sec-WebSocket-Accept")

    private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .upgrade }
}

extension SocketHandshake {
    /// The answer with 101, after which the connection is a WebSocket.
    ///
    /// - Parameter run: works with the socket. When it returns, the socket is closed with code 1000, unless it was
    ///   closed before. If it throws, the code is 1011.
    /// - Throws: ``Refusal``; see ``init(_:)``.
    static func response(
        to request: Request, _ context: ServerContext, limits: SocketLimits = SocketLimits(),
        run: @escaping @Sendable (Socket) async throws -> Void
    ) async throws -> Response {
        let handshake = try SocketHandshake(request.head)
        let channel = context.channel
        let opened = try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: SocketUpgrade.self)
                .offer(limits, on: channel.eventLoop)
        }.get()
        let logger = context.logger
        let body = ResponseBody { writer in
            let socket = try await opened.get()
            do {
                try await run(socket)
                await socket.close(.normal)
            } catch is Socket.Ended {
                // The client has left.
            } catch {
                // Only the type is logged: the text of an error may contain what was said.
                logger.error("socket failed", metadata: ["type": "\(type(of: error))"])
                await socket.close(.internalError)
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .switchingProtocols,
            headers: [.upgrade: "websocket", .connection: "Upgrade", Self.accept: handshake.accept], body: body)
    }
}

extension Refusal {
    fileprivate static let upgrade = Refusal(
        HTTPResponse.Status(code: 426, reasonPhrase: "Upgrade Required"),
        Problem(
            .usage, "socket.upgrade", "this address is a WebSocket of version 13",
            cure: "connect with a WebSocket client"),
        headers: [.upgrade: "websocket", .connection: "Upgrade, close", SocketHandshake.version: "13"])

    fileprivate static let socketKey = Refusal(
        .badRequest,
        Problem(
            .usage, "socket.key", "Sec-WebSocket-Key is not sixteen bytes in base64",
            cure: "connect with a WebSocket client"), headers: [.connection: "close"])
}
