internal import CHiredis

/// An answer of the server.
enum RedisReply: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case list([RedisReply])
    case nothing
    /// The server has refused the command.
    case error(String)

    init(_ reply: OpaquePointer) {
        switch Int(verbio_redis_kind(reply)) {
        case VERBIO_REDIS_TEXT, VERBIO_REDIS_STATUS: self = .text(Self.text(reply))
        case VERBIO_REDIS_INTEGER: self = .integer(verbio_redis_integer(reply))
        case VERBIO_REDIS_LIST:
            self = .list(
                (0..<verbio_redis_count(reply)).map { index in
                    verbio_redis_element(reply, index).map(RedisReply.init) ?? .nothing
                })
        case VERBIO_REDIS_ERROR: self = .error(Self.text(reply))
        default: self = .nothing
        }
    }

    private static func text(_ reply: OpaquePointer) -> String {
        var count = 0
        guard let start = verbio_redis_bytes(reply, &count) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// Scripts answer with numbers in digits, too, because those of Lua are not exact.
    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .text(let text): Int64(text)
        default: nil
        }
    }

    /// Empty if it is no list.
    var list: [RedisReply] {
        guard case .list(let list) = self else { return [] }
        return list
    }
}

/// The server could not be reached, or has answered with an error.
struct RedisFailure: Error {
    let message: String

    static func unexpected(_ reply: RedisReply) -> RedisFailure {
        if case .error(let message) = reply { return RedisFailure(message: message) }
        return RedisFailure(message: "the server has answered something unexpected")
    }
}
