/// What the parts of a service must know of each other for a moment, such as how many requests a key has sent. With a database, these
/// are all servers of the service.
///
/// Nothing in it is needed for long: if it is lost, limits begin anew, and clients ask for another ticket.
package protocol Coordination: WorkTurns {
    /// Changes values in one step. If they cannot be reached, those of this process are changed instead.
    ///
    /// - Parameters:
    ///   - names: of the values, among those of their type.
    ///   - change: gets the values that are there by their names. It may be called again with other values.
    /// - Throws: `CancellationError`.
    func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result

    /// Takes one of a number of places. If they cannot be reached, those of this process count.
    ///
    /// - Returns: nil if all are taken.
    /// - Throws: `CancellationError`.
    func place(_ name: String, of most: Int) async throws -> WorkRight?

    /// Keeps a text for one reader.
    ///
    /// - Parameter size: what it counts of the bytes that may be kept.
    /// - Returns: false if too many are kept.
    /// - Throws: `Problem` of kind `store`.
    func keep(_ text: String, size: Int, as name: String, within limits: KeptTextLimits) async throws -> Bool

    /// Removes a text that was kept.
    ///
    /// - Returns: nil if there is none, or if its time is over.
    /// - Throws: `Problem` of kind `store`.
    func takeText(_ name: String) async throws -> String?

    /// Whether limits count over all servers at the moment; nil if there is one server only.
    var isShared: Bool? { get }

    /// The processes of the service; nil if there is one server only.
    var nodes: (any NodeList)? { get }

    /// Tells other servers at once what has changed; nil if they only find out when they look.
    var hints: (any ChangeHints)? { get }
}

extension Coordination {
    package var hints: (any ChangeHints)? { nil }
}

/// When values are changed, and for how many servers they count.
package struct CoordinationMoment: Sendable, Hashable {
    /// By the clock that all servers share, or of this process if it counts alone.
    package var now: Duration
    /// How many servers count at the same time, each its part of a limit; 1 if all count together.
    package var parts: Int

    package init(now: Duration, parts: Int = 1) {
        self.now = now
        self.parts = parts
    }

    /// What one server may allow of a limit, at least 1.
    package func part(of limit: Int) -> Int { max(1, limit / max(1, parts)) }
}

/// A value that servers change together.
package protocol CoordinatedValue: Codable, Sendable {
    /// The name of the type, which is stored and therefore never changes.
    static var kind: String { get }

    /// How long it still matters if it does not change.
    func life(at now: Duration) -> Duration
}

/// How much may be kept for readers.
package struct KeptTextLimits: Sendable, Hashable {
    /// How long each text is kept.
    package var life: Duration
    /// How many texts are kept at once.
    package var count: Int
    /// The sum of their sizes.
    package var bytes: Int

    package init(life: Duration, count: Int, bytes: Int) {
        self.life = life
        self.count = count
        self.bytes = bytes
    }
}
