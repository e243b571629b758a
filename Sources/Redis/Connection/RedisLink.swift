internal import CHiredis
internal import Plumbing

/// One connection. Its calls block, and one thread at a time may use it.
final class RedisLink {
    private let connection: OpaquePointer

    /// Connects, and says the password if there is one.
    ///
    /// - Parameter patience: how long to wait for the connection, and for each answer.
    /// - Throws: ``RedisFailure``.
    init(to address: RedisAddress, patience: Duration) throws(RedisFailure) {
        let milliseconds = Int32(clamping: Int64(patience.milliseconds))
        guard let connection = verbio_redis_connect(address.host, Int32(address.port), milliseconds) else {
            throw RedisFailure(message: "there is not enough memory")
        }
        self.connection = connection
        guard verbio_redis_is_whole(connection), verbio_redis_set_patience(connection, milliseconds) else {
            throw broken
        }
        var greetings: [[String]] = []
        if let password = address.password { greetings.append(["AUTH"] + [address.user, password].compactMap(\.self)) }
        if address.database != 0 { greetings.append(["SELECT", "\(address.database)"]) }
        for reply in try exchange(greetings) {
            if case .error = reply { throw RedisFailure.unexpected(reply) }
        }
    }

    deinit { verbio_redis_close(connection) }

    private var broken: RedisFailure {
        RedisFailure(message: verbio_redis_message(connection).map { String(cString: $0) } ?? "")
    }

    /// Whether the connection can be used, as far as is known without asking the server.
    var isUsable: Bool { verbio_redis_is_whole(connection) && !verbio_redis_has_ended(connection) }

    /// Sends commands and receives their replies, in one round trip.
    ///
    /// - Throws: ``RedisFailure`` if the connection has broken or the server is silent. The link is of no use then.
    func exchange(_ commands: [[String]]) throws(RedisFailure) -> [RedisReply] {
        for command in commands { try append(command) }
        var replies: [RedisReply] = []
        while replies.count < commands.count {
            guard let reply = verbio_redis_next(connection) else { throw broken }
            replies.append(RedisReply(reply))
            verbio_redis_free(reply)
        }
        return replies
    }

    private func append(_ command: [String]) throws(RedisFailure) {
        let words = command.map { Array($0.utf8) }
        // One buffer for all words, so that none is copied for its address.
        let isQueued = Array(words.joined()).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                let start = bytes.baseAddress
                var (place, places): (Int, [UnsafePointer<CChar>?]) = (0, [])
                for word in words {
                    places.append(start?.advanced(by: place))
                    place += word.count
                }
                return verbio_redis_append(connection, Int32(words.count), &places, words.map(\.count))
            }
        }
        guard isQueued else { throw broken }
    }
}
