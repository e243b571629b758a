/// A process of a service that shows the others that it lives.
package struct ServiceNode: Sendable, Hashable {
    /// What a process does for the service.
    package enum Role: String, Sendable, Hashable {
        /// It answers clients, and does jobs.
        case server
        /// It does jobs.
        case worker
    }

    /// Another one for each start.
    package var id: String
    package var role: Role
    package var version: String
    /// The name of its machine.
    package var machine: String
    /// Milliseconds since 1970.
    package var since: Int64
    /// Jobs that it does now.
    package var jobs = 0
    /// Live sessions that it has now.
    package var sessions = 0

    package init(id: String, role: Role, version: String, machine: String, since: Int64) {
        self.id = id
        self.role = role
        self.version = version
        self.machine = machine
        self.since = since
    }
}

/// The processes of a service.
package protocol NodeList: Sendable {
    /// Shows a process to the others, or that it still lives.
    ///
    /// - Throws: `Problem` of kind `store`.
    func renew(_ node: ServiceNode) async throws

    /// Takes a process that ends out of the list.
    ///
    /// - Throws: `Problem` of kind `store`.
    func remove(_ id: String) async throws

    /// The processes that have shown themselves within half a minute, the oldest first, each with the seconds since then.
    ///
    /// - Throws: `Problem` of kind `store`.
    func nodes() async throws -> [(node: ServiceNode, age: Double)]
}
