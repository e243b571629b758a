import Conversations
import CurlHTTP
import Plumbing
import PostgreSQL
import PostgreSQLStore
import S3
import VerbioTesting

/// An empty database of the server of the tests, whose audio is in an empty place of the S3 server of the tests.
struct AudioPlace {
    static var isInstalled: Bool { PostgreSQLServer.isInstalled && S3Server.isInstalled }
    static var isMissing: String {
        PostgreSQLServer.isInstalled ? S3Server.isMissing : PostgreSQLServer.isMissing
    }

    let rows: StorePlace
    /// The bucket, as an operator sees it.
    let bucket: S3Bucket
    private let server: S3Server
    private let address: String

    init() async throws {
        rows = try await StorePlace()
        server = try await S3Server.shared()
        address = server.address()
        bucket = try Self.bucket(address, server.environment)
    }

    private static func bucket(_ address: String, _ environment: [String: String]) throws -> S3Bucket {
        S3Bucket(
            try S3Address(address, setting: "store.audio", environment: [:]), try S3Credentials(environment),
            client: { HTTPClient(time: .patient) })
    }

    /// The stores of a process of its own.
    ///
    /// - Parameter endpoint: another one than that of the server, such as one where nothing answers.
    func stores(through endpoint: String? = nil) throws -> PostgreSQLStores {
        let address = self.address.replacing(server.endpoint, with: endpoint ?? server.endpoint)
        return PostgreSQLStores(
            try PostgreSQLDatabase(rows.address), audio: try Self.bucket(address, server.environment))
    }

    func store(for scope: Scope = .local) async throws -> any ScopeStore { try await stores().store(for: scope) }

    /// The names of all objects, without those of their folders.
    func objects() async throws -> [String] {
        try await bucket.list("").keys.map { String($0.split(separator: "/").last ?? "") }
    }

    /// The hashes in the names of all objects.
    func hashes() async throws -> [String] {
        try await objects().map { String($0.prefix(64)) }.sorted()
    }

    /// Ends the time in which audio is expected by rows, as ten minutes do.
    func expireExpectations() async throws {
        try await rows.server.query(
            "UPDATE blob SET expected_until = now() - interval '1 s' WHERE expected_until > now()", in: rows.name)
    }

    /// Ends the time in which removed names are removed again.
    func expireRemovals() async throws {
        try await rows.server.query("UPDATE removed_object SET since = now() - interval '1 h'", in: rows.name)
    }

    /// What is still to be removed.
    func removals() async throws -> [String] {
        try await rows.server.query("SELECT name FROM removed_object ORDER BY name", in: rows.name)
    }
}
