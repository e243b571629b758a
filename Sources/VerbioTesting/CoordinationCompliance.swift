package import Coordination
internal import Plumbing

/// The promises of every coordination, as checks that any test target can run.
package struct CoordinationCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case countsExactly = "many uses at once by several servers together keep the limit of a window"
        case tellsWindow = "a window tells what is left, and a use that is taken back does not count"
        case keepsPace =
            "a pace gives as many uses as it has, over all servers, and several paces are taken together or not at all"
        case keepsNames = "what is counted under one name does not count under another one"
        case givesPlaces = "no more places are taken at once than there are, over all servers, and each end makes room"
        case givesRights = "a right has one holder over all servers, until it is given back"
        case keepsTexts = "a text that one server keeps is taken at another one, once"
        case boundsTexts = "no more texts are kept than the limit allows, nor more bytes"

        package var description: String { rawValue }
    }

    private let makeServers: @Sendable () async throws -> [any Coordination]

    /// - Parameter makeServers: gives the coordinations of two servers that share nothing yet, or one.
    package init(makeServers: @escaping @Sendable () async throws -> [any Coordination]) {
        self.makeServers = makeServers
    }

    /// Runs one check.
    ///
    /// - Throws: `ComplianceFailure`, or an error of the coordination if it fails when it should not.
    package func run(_ check: Check) async throws {
        let servers = try await makeServers()
        guard let one = servers.first, let other = servers.last else { return }
        let checks = CoordinationChecks(one: one, other: other)
        switch check {
        case .countsExactly: try await checks.countsExactly()
        case .tellsWindow: try await checks.tellsWindow()
        case .keepsPace: try await checks.keepsPace()
        case .keepsNames: try await checks.keepsNames()
        case .givesPlaces: try await checks.givesPlaces()
        case .givesRights: try await checks.givesRights()
        case .keepsTexts: try await checks.keepsTexts()
        case .boundsTexts: try await checks.boundsTexts()
        }
    }
}

/// The checks over two servers, which may be the same.
private struct CoordinationChecks {
    let one: any Coordination
    let other: any Coordination

    private static let hour = Duration.seconds(3_600)

    private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        try ComplianceCheck.require(condition, what())
    }

    /// How many of some calls at once succeed, half of them at each server.
    private func successes(
        _ count: Int, _ call: @escaping @Sendable (any Coordination) async throws -> Bool
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<count {
                let server = index % 2 == 0 ? one : other
                group.addTask { try await call(server) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    func countsExactly() async throws {
        let count = try await successes(60) { try await $0.count("a", limit: 25, per: Self.hour).isAdmitted }
        try require(count == 25, "\(count) uses were admitted within a limit of 25")
    }

    func tellsWindow() async throws {
        let first = try await one.count("a", limit: 3, per: Self.hour)
        try require(first.isAdmitted && first.remaining == 2 && first.limit == 3, "the first use leaves \(first)")
        try require(first.reset > .zero && first.reset <= Self.hour, "the window ends in \(first.reset)")
        _ = try await other.count("a", limit: 3, per: Self.hour)
        let lowered = try await one.count("a", limit: 2, per: Self.hour)
        try require(!lowered.isAdmitted && lowered.remaining == 0, "a lowered limit leaves \(lowered)")
        try await other.withdraw("a")
        let again = try await one.count("a", limit: 2, per: Self.hour)
        try require(again.isAdmitted && again.remaining == 0, "a use that was taken back still counts: \(again)")
        for _ in 1...3 { try await one.withdraw("a") }
        let anew = try await other.count("a", limit: 1, per: Self.hour)
        try require(anew.isAdmitted, "a window without uses is not empty")
    }

    func keepsPace() async throws {
        let pace = Pace("a", 4, per: Self.hour)
        let count = try await successes(20) { try await $0.take([pace]) == nil }
        try require(count == 4, "\(count) uses were taken of a pace with 4")
        let wait = try await other.take([pace])?.wait ?? .zero
        try require(wait > .zero && wait <= .seconds(900), "the next use comes in \(wait), not within 900 s")
        let fresh = Pace("b", 1, per: Self.hour)
        let refused = try await one.take([fresh, pace])
        try require(refused?.index == 1, "the pace without a use is not told")
        try require(try await one.take([fresh]) == nil, "a use was taken together with one that was refused")
        try require(try await other.take([fresh])?.index == 0, "a use was taken twice")
    }

    func keepsNames() async throws {
        for name in ["a", "b", "a b", "é \"%_' \u{1F600}"] {
            try require(
                try await one.count(name, limit: 1, per: Self.hour).isAdmitted, "the name '\(name)' was counted before")
            try require(
                try await !other.count(name, limit: 1, per: Self.hour).isAdmitted, "the name '\(name)' is not counted")
        }
        try require(try await one.take([Pace("a", 1, per: Self.hour)]) == nil, "a window counts for a pace")
    }

    func givesPlaces() async throws {
        let places = Locked<[WorkRight]>([])
        let count = try await successes(30) { server in
            guard let place = try await server.place("a", of: 7) else { return false }
            places.withLock { $0.append(place) }
            return true
        }
        try require(count == 7, "\(count) places were taken of 7")
        try require(try await other.place("b", of: 1) != nil, "places of one name count for another one")
        let taken = places.withLock { places in
            defer { places = [] }
            return places
        }
        for place in taken.prefix(2) {
            await place.end()
            await place.end()
        }
        let again = try await successes(10) { server in
            guard let place = try await server.place("a", of: 7) else { return false }
            places.withLock { $0.append(place) }
            return true
        }
        try require(again == 2, "two places that were given back make room for \(again)")
        for place in taken + places.withLock(\.self) { await place.end() }
        try require(try await other.place("a", of: 1) != nil, "places that were given back are still taken")
    }

    func givesRights() async throws {
        let rights = Locked<[WorkRight]>([])
        let count = try await successes(10) { server in
            guard let right = try await server.right(to: "a") else { return false }
            rights.withLock { $0.append(right) }
            return true
        }
        try require(count == 1, "\(count) have the right at the same moment")
        let right = rights.withLock { $0[0] }
        try require(right.isHeld, "a right that was given is not held")
        try require(try await other.right(to: "b") != nil, "one right is taken with another one")
        await right.end()
        try require(!right.isHeld, "a right that was given back is held")
        let next = try await other.right(to: "a")
        try require(next != nil, "a right that was given back is not free")
        await next?.end()
        let done = try await one.run("a") { try await other.run("a") { 1 } ?? 2 }
        try require(done == 2, "work was done by two at once")
    }

    private static let limits = KeptTextLimits(life: .seconds(600), count: 3, bytes: 100)

    func keepsTexts() async throws {
        let text = "{\"é\": 'x'}"
        try require(
            try await one.keep(text, size: 0, as: "a", within: Self.limits), "a text within the limits was not kept")
        try require(try await other.takeText("b") == nil, "a text was kept under another name")
        try require(try await other.takeText("a") == text, "a text comes back changed, or not at all")
        try require(try await one.takeText("a") == nil, "a text was taken twice")
        let over = KeptTextLimits(life: .zero, count: 3, bytes: 100)
        _ = try await one.keep(text, size: 0, as: "a", within: over)
        try require(try await one.takeText("a") == nil, "a text was taken after its time")
    }

    func boundsTexts() async throws {
        func keep(_ name: String, _ size: Int) async throws -> Bool {
            try await one.keep("x", size: size, as: name, within: Self.limits)
        }
        for (name, size) in [("a", 60), ("b", 40)] {
            try require(try await keep(name, size), "a text within the limits was not kept")
        }
        try require(try await !keep("c", 1), "more bytes were kept than the limit allows")
        try require(try await keep("c", 0), "a text that counts nothing had no room")
        try require(try await !keep("d", 0), "more texts were kept than the limit allows")
        _ = try await other.takeText("a")
        try require(try await keep("d", 60), "a text that was taken still counts")
    }
}
