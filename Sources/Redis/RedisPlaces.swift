internal import Coordination
internal import Plumbing

/// Places that the processes of a service take, each under a name that it renews. If a process is silent for the time of a lease, its
/// places are free.
///
/// A process always writes how many places it has, and not by how many they change. So it can write all of them again, after Redis has
/// lost them or has not answered.
final class RedisPlaces: Sendable {
    private struct State {
        /// The places that this process has, by their names, whether Redis knows them or not.
        var held: [String: Int] = [:]
        /// The name under which Redis knows all of them; nil if it must be told anew.
        var holder: String?
        /// The last one that Redis may still know.
        var former: String?
        /// The processes that Redis knew last.
        var servers = 1
        /// How often the lease of the holder was renewed. The other processes have told Redis of themselves after some times.
        var renewals = 0
        var renewal: Task<Void, Never>?
    }

    /// How long a process may be silent.
    static let lease = Duration.seconds(15)
    static let interval = Duration.seconds(5)
    private static let holders = "holders"

    private let client: RedisClient
    private let reach: Reach
    private let time: TimeSource
    /// One caller at a time tells Redis something, so that the last word is the newest.
    private let turn = Limiter(limit: 1)
    private let state = Locked(State())

    init(_ client: RedisClient, _ reach: Reach, time: TimeSource) {
        self.client = client
        self.reach = reach
        self.time = time
    }

    deinit { state.withLock { $0.renewal }?.cancel() }

    /// How many processes of the service there are, as far as is known.
    var servers: Int { state.withLock { $0.servers } }

    /// Shows the other processes that this one lives, from now on.
    func begin() {
        state.withLock { state in
            guard state.renewal == nil else { return }
            state.renewal = Task.detached { [weak self, time] in
                while !Task.isCancelled {
                    await self?.renew()
                    do { try await time.sleep(Self.interval) } catch { return }
                }
            }
        }
    }

    func place(_ name: String, of most: Int) async throws -> WorkRight? {
        begin()
        let found = try await turn.run {
            try await reach.answered { [self] () -> (right: WorkRight?, Void) in
                (try await take(name, of: most) ? right(to: name) : nil, ())
            }
        }
        if let found { return found.right }
        forget()
        let isTaken = state.withLock { state in
            let part = CoordinationMoment(now: .zero, parts: state.servers).part(of: most)
            guard state.held[name, default: 0] < part else { return false }
            state.held[name, default: 0] += 1
            return true
        }
        return isTaken ? right(to: name) : nil
    }

    private func right(to name: String) -> WorkRight {
        WorkRight { [self] in
            state.withLock { state in
                let left = (state.held[name] ?? 1) - 1
                state.held[name] = left > 0 ? left : nil
            }
            return Task { [self] in
                let isTold: Void? = try? await turn.run {
                    try await reach.answered { [self] in try await tell(name) }
                }
                if isTold == nil { forget() }
            }
        }
    }

    /// What Redis knows of this process is not certain any more.
    private func forget() {
        state.withLock { state in
            state.former = state.holder ?? state.former
            state.holder = nil
        }
    }

    // MARK: What Redis is told, in turns

    /// Takes a place if there is one. All scripts answer with the number of processes, or with -1 if the holder is not known.
    private static let taking = RedisScript(
        source: """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
            if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return -1 end
            local holders = redis.call('ZRANGE', KEYS[1], 0, -1)
            local count = tonumber(ARGV[3])
            for _, holder in ipairs(holders) do
                if holder ~= ARGV[1] then
                    count = count + (redis.call('HGET', KEYS[1] .. ':' .. holder, ARGV[2]) or 0)
                end
            end
            if count >= tonumber(ARGV[4]) then return 0 end
            redis.call('HSET', KEYS[2], ARGV[2], ARGV[3] + 1)
            redis.call('PEXPIRE', KEYS[2], ARGV[5])
            return #holders
            """)

    /// Writes how many places of one name the process has.
    private static let telling = RedisScript(
        source: """
            if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return -1 end
            if ARGV[3] == '0' then
                redis.call('HDEL', KEYS[2], ARGV[2])
            else
                redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
                redis.call('PEXPIRE', KEYS[2], ARGV[4])
            end
            return redis.call('ZCARD', KEYS[1])
            """)

    /// Renews the lease. With names and numbers, a process is written anew with its places, and its former name is removed.
    private static let renewing = RedisScript(
        source: """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
            if ARGV[3] == 'new' then
                redis.call('ZREM', KEYS[1], ARGV[4])
                redis.call('DEL', KEYS[1] .. ':' .. ARGV[4])
                for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
            elseif not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
                return -1
            end
            redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
            redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
            redis.call('PEXPIRE', KEYS[2], ARGV[2])
            return redis.call('ZCARD', KEYS[1])
            """)

    private static let life = "\(Int(lease.milliseconds))"

    /// - Returns: whether there was a place. It is counted then.
    private func take(_ name: String, of most: Int) async throws -> Bool {
        while true {
            try Task.checkCancellation()
            let holder = try await knownHolder()
            let held = state.withLock { $0.held[name] ?? 0 }
            let answer = try await ask(Self.taking, holder, [name, "\(held)", "\(most)", Self.life])
            guard answer >= 0 else { continue }
            if answer == 0 { return false }
            state.withLock { $0.held[name, default: 0] += 1 }
            return true
        }
    }

    private func tell(_ name: String) async throws {
        // Otherwise everything is told with the next contact.
        guard let holder = state.withLock({ $0.holder }) else { return }
        let held = state.withLock { $0.held[name] ?? 0 }
        _ = try await ask(Self.telling, holder, [name, "\(held)", Self.life])
    }

    private func renew() async {
        let isRenewed: Void? = try? await turn.run {
            try await reach.answered { [self] in
                let holder = try await knownHolder()
                let answer = try await ask(Self.renewing, holder, [Self.life, "same"])
                if answer < 0 {
                    _ = try await knownHolder()
                    return
                }
                state.withLock { state in
                    state.renewals += 1
                    if state.renewals > Int(Self.lease / Self.interval) { state.servers = answer }
                }
            }
        }
        if isRenewed == nil { forget() }
    }

    /// The name under which Redis knows all places of this process.
    private func knownHolder() async throws -> String {
        if let holder = state.withLock({ $0.holder }) { return holder }
        let holder = String(UInt64.random(in: .min ... .max), radix: 36)
        let (former, held) = state.withLock { ($0.former ?? holder, $0.held) }
        let places = held.flatMap { [$0.key, "\($0.value)"] }
        _ = try await ask(Self.renewing, holder, [Self.life, "new", former] + places)
        state.withLock { ($0.holder, $0.renewals) = (holder, 0) }
        return holder
    }

    /// - Returns: -1 if Redis does not know the holder; it must be told anew.
    private func ask(_ script: RedisScript, _ holder: String, _ arguments: [String]) async throws -> Int {
        let keys = [Self.holders, "\(Self.holders):\(holder)"]
        do {
            let reply = try await client.ask(script.command(keys: keys, [holder] + arguments))
            guard let answer = reply.integer.flatMap(Int.init(exactly:)) else { throw RedisFailure.unexpected(reply) }
            // A restart has lost the others, which come back.
            state.withLock { $0.servers = max($0.servers, answer) }
            if answer < 0 { forget() }
            return answer
        } catch {
            forget()
            throw error
        }
    }
}
