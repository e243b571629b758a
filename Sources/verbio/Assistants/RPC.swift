import FoundationEssentials

/// The name of a request: JSON-RPC allows a number or a text.
enum RPCID: Hashable, Codable, Sendable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self = try (try? value.decode(Int.self)).map(RPCID.number) ?? .text(value.decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// A request or a notification of the client, as far as this server reads it.
struct RPCRequest: Decodable, Sendable {
    struct Parameters: Decodable, Sendable {
        /// Of `initialize`.
        var protocolVersion: String?
        /// The tool of `tools/call`, and its arguments.
        var name: String?
        var arguments: ToolArguments?
        /// The request that `notifications/cancelled` means.
        var requestId: RPCID?
        var about: About?

        struct About: Decodable, Sendable {
            var progressToken: RPCID?
        }

        private enum CodingKeys: String, CodingKey {
            case protocolVersion, name, arguments, requestId
            case about = "_meta"
        }
    }

    /// Nil for a notification, which gets no answer.
    var id: RPCID?
    var method: String
    var params: Parameters?
}

/// An error of the protocol, with a code of JSON-RPC 2.0, section 5.1.
struct RPCError: Error, Encodable {
    var code: Int
    var message: String

    static let unreadable = RPCError(code: -32_700, message: "the line is not JSON; send one JSON-RPC message a line")
    static let tooLong = RPCError(code: -32_600, message: "the message has more than 1 MiB; send less")
    static let notRequest = RPCError(code: -32_600, message: "the message is no request; send id, method and params")
    static let busy = RPCError(code: -32_000, message: "eight calls are being done; wait until one has ended")

    static func unknown(method: String) -> RPCError {
        RPCError(code: -32_601, message: "there is no method '\(method.prefix(40))'")
    }

    static func parameters(_ message: String) -> RPCError { RPCError(code: -32_602, message: message) }
}

/// An answer to a request.
struct RPCAnswer<Result: Encodable>: Encodable {
    private(set) var jsonrpc = "2.0"
    /// Nil if the request could not be read; JSON-RPC wants null then.
    var id: RPCID?
    var result: Result?
    var error: RPCError?

    private enum CodingKeys: CodingKey { case jsonrpc, id, result, error }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(jsonrpc, forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(result, forKey: .result)
        try container.encodeIfPresent(error, forKey: .error)
    }
}

/// A message that gets no answer.
struct RPCNotification<Parameters: Encodable>: Encodable {
    private(set) var jsonrpc = "2.0"
    var method: String
    var params: Parameters
}
