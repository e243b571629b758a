internal import Coordination
internal import Dispatch
internal import Plumbing

/// Hints in a stream that keeps the last ones. A server that was cut off for a moment finds those that it has missed.
final class RedisHints: ChangeHints {
    private struct State {
        /// Those that wait to be sent.
        var topics: Set<String> = []
        var isSending = false
        var areComing = false
    }

    /// The most that wait. A server that does not hear of a change looks for it.
    private static let most = 1_000
    /// About how many the stream keeps.
    private static let kept = "1000"
    /// How long the stream is kept without a hint, in seconds.
    private static let life = "60"
    private static let key = "hints"
    private static let adding = RedisScript(
        source: """
            redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, 3))
            return redis.call('EXPIRE', KEYS[1], ARGV[2])
            """)
    /// How long one question waits for hints. The connection waits longer for an answer.
    static let block = Duration.milliseconds(500)

    private let client: RedisClient
    private let reach: Reach
    private let time: TimeSource
    /// Tells the hints of this process from those of others.
    private let name = String(UInt64.random(in: .min ... .max), radix: 36)
    private let state = Locked(State())

    init(_ client: RedisClient, _ reach: Reach, time: TimeSource) {
        self.client = client
        self.reach = reach
        self.time = time
    }

    var areComing: Bool { state.withLock { $0.areComing } }

    // MARK: Sending

    func send(_ topic: String) {
        let isFirst = state.withLock { state in
            guard state.topics.count < Self.most else { return false }
            state.topics.insert(topic)
            defer { state.isSending = true }
            return !state.isSending
        }
        if isFirst { Task { await sendAll() } }
    }

    private func sendAll() async {
        while true {
            let topics = state.withLock { state in
                let topics = state.topics
                (state.topics, state.isSending) = ([], !topics.isEmpty)
                return topics
            }
            if topics.isEmpty { return }
            let pairs = topics.flatMap { [name, $0] }
            // If it fails, the others look by themselves.
            _ = try? await reach.answered { [client] in
                _ = try await client.ask(Self.adding.command(keys: [Self.key], [Self.kept, Self.life] + pairs))
            }
        }
    }

    // MARK: Receiving

    func receive(_ body: @escaping @Sendable (_ topic: String) -> Void) async {
        let reader = HintReader(client.address, key: RedisScript.prefix + Self.key)
        while !Task.isCancelled {
            do {
                for hint in try await reader.next(within: Self.block) where hint.sender != name { body(hint.topic) }
                state.withLock { $0.areComing = true }
            } catch {
                state.withLock { $0.areComing = false }
                try? await time.sleep(Reach.patience)
            }
        }
        state.withLock { $0.areComing = false }
    }
}

/// Reads a stream of hints, on a connection and a thread of its own.
private final class HintReader: @unchecked Sendable {
    struct Hint: Sendable {
        var sender: String
        var topic: String
    }

    private let address: RedisAddress
    private let key: String
    private let queue = DispatchQueue(label: "verbio.redis.hints", qos: .userInitiated)
    // Both are used on the queue only.
    private var link: RedisLink?
    /// The last entry that was read. A new connection begins with the oldest one: after a restart, the numbers may begin anew.
    private var place = "0-0"

    init(_ address: RedisAddress, key: String) {
        self.address = address
        self.key = key
    }

    /// The next hints; empty if there are none within that time.
    ///
    /// - Throws: ``RedisFailure``.
    func next(within time: Duration) async throws -> [Hint] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read(within: time) }) }
        }
    }

    private func read(within time: Duration) throws -> [Hint] {
        do {
            let link = try self.link ?? RedisLink(to: address, patience: RedisClient.patience)
            self.link = link
            let command = ["XREAD", "COUNT", "1000", "BLOCK", "\(Int(time.milliseconds))", "STREAMS", key, place]
            guard let reply = try link.exchange([command]).first else { return [] }
            if case .error = reply { throw RedisFailure.unexpected(reply) }
            // One stream with its name; then each entry with its number and its pairs.
            let entries = reply.list.first?.list.last?.list ?? []
            if let last = entries.last?.list.first?.text { place = last }
            return entries.flatMap { entry -> [Hint] in
                let words = entry.list.last?.list.compactMap(\.text) ?? []
                return stride(from: 0, to: words.count - 1, by: 2).map { Hint(sender: words[$0], topic: words[$0 + 1]) }
            }
        } catch {
            (link, place) = (nil, "0-0")
            throw error
        }
    }
}
