/// A message of a WebSocket: text that is valid UTF-8, or bytes.
enum ServedMessage: Sendable, Hashable {
    case text(String)
    case binary([UInt8])

    /// The size in bytes.
    var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

/// Limits of a WebSocket.
struct SocketLimits: Sendable, Hashable {
    /// The most bytes of one message, in one frame or in several.
    var message = 1 << 20
    /// The most bytes of received messages that wait. While more wait, nothing is read from the client.
    var waiting = 256 << 10
    /// A text that goes before the close frame if a message is too large; nil for none. Most clients do not show close codes.
    var notice: String?
    /// How long the client may send nothing before it gets a ping. After the same time again without a sign of life, the
    /// connection is closed.
    var patience: Duration = .seconds(20)
}

/// Why a WebSocket is closed: the numbers of RFC 6455, section 7.4.1.
struct SocketCloseCode: RawRepresentable, Sendable, Hashable {
    var rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    static let normal = SocketCloseCode(rawValue: 1000)
    /// The server is being stopped.
    static let goingAway = SocketCloseCode(rawValue: 1001)
    /// The client may connect again (RFC 6455, the registry's 1012).
    static let restart = SocketCloseCode(rawValue: 1012)
    static let protocolError = SocketCloseCode(rawValue: 1002)
    /// A text is not UTF-8.
    static let notText = SocketCloseCode(rawValue: 1007)
    /// A message that the endpoint does not accept.
    static let policy = SocketCloseCode(rawValue: 1008)
    static let tooLarge = SocketCloseCode(rawValue: 1009)
    static let internalError = SocketCloseCode(rawValue: 1011)
    static let tryAgainLater = SocketCloseCode(rawValue: 1013)

    /// Whether a peer may send the number: 1004 to 1006 and 1015 are never sent, and those below 3000 need a definition.
    var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
