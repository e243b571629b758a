package import Coordination
package import Plumbing

/// Coordination of servers that share a database, with what is asked for most at a server of Redis or Valkey: limits, places and hints.
///
/// Rights and texts stay in the database: work would be done twice, and a ticket be lost, if Redis lost them. If Redis does not
/// answer, each server allows its part of the limits, by the number of servers that Redis knew last.
package final class RedisCoordination: Coordination {
    /// Callers whose first value is the same take turns, so that they do not get in each other's way, and so that a crowd that waits
    /// does not look like a server that is silent.
    private static let lanes = 64

    private let base: any Coordination
    private let turns = (0..<lanes).map { _ in Limiter(limit: 1) }
    private let reach: Reach
    private let values: RedisValues
    private let places: RedisPlaces
    private let local: LocalCoordination
    private let redisHints: RedisHints

    /// Opens no connection yet.
    ///
    /// - Parameter base: the coordination in the database.
    package init(_ address: RedisAddress, beside base: any Coordination, time: TimeSource = .system) {
        self.base = base
        let client = RedisClient(address)
        reach = Reach(time: time)
        values = RedisValues(client)
        places = RedisPlaces(client, reach, time: time)
        local = LocalCoordination(time: time)
        redisHints = RedisHints(client, reach, time: time)
    }

    package var isShared: Bool? { reach.isThere }
    package var nodes: (any NodeList)? { base.nodes }
    package var hints: (any ChangeHints)? { redisHints }

    package func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        places.begin()
        let lane = Int(UInt(bitPattern: names.first?.hashValue ?? 0) % UInt(Self.lanes))
        let answer = try await turns[lane].run {
            try await reach.answered { [values] in try await values.change(names, change) }
        }
        if let answer { return answer }
        return local.change(names, parts: places.servers, change)
    }

    package func place(_ name: String, of most: Int) async throws -> WorkRight? {
        try await places.place(name, of: most)
    }

    package func right(to work: String) async throws -> WorkRight? { try await base.right(to: work) }

    package func keep(
        _ text: String, size: Int, as name: String, within limits: KeptTextLimits
    ) async throws -> Bool {
        try await base.keep(text, size: size, as: name, within: limits)
    }

    package func takeText(_ name: String) async throws -> String? { try await base.takeText(name) }

    /// Whether the server can be used: it is reached, takes the password, runs scripts and keeps what they write.
    ///
    /// - Throws: `Problem` of kind `store`, code `coordination.unreachable`.
    package static func check(_ address: RedisAddress) async throws {
        let name = "doctor \(UInt64.random(in: .min ... .max))"
        do {
            let values = RedisValues(RedisClient(address))
            try await values.change([name]) { (windows: inout [String: Trial], _) in windows[name] = Trial() }
        } catch let failure as RedisFailure {
            throw Problem(
                .store, "coordination.unreachable",
                "Redis cannot be used (\(failure.message.printableOnOneLine))", at: address.description,
                cure: "start it, or correct its address and password")
        }
    }

    /// A value that is there for a moment.
    private struct Trial: CoordinatedValue {
        static let kind = "trial"

        func life(at now: Duration) -> Duration { .seconds(1) }
    }
}
