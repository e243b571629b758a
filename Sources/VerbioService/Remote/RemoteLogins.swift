package import CurlHTTP
import FoundationEssentials
import HTTPTypes
package import Plumbing

/// The servers at which this user is logged in.
///
///     let logins = try RemoteLogins(assembly)
///     let token = try await logins.login(at: "https://verbio.example.com").accessToken()
///
/// The tokens are in a file that only this user can read. Several processes may use it at once.
package struct RemoteLogins: Sendable {
    /// A login that waits for a person to approve it in a browser.
    package struct Waiting: Sendable, Hashable {
        package var server: String
        /// The code that the person types.
        package var userCode: String
        /// Where they type it.
        package var address: String
        /// The address with the code in it.
        package var completeAddress: String
        /// How long they have.
        package var patience: Duration
        fileprivate var deviceCode: String
        fileprivate var interval: Duration
    }

    private let file: LoginFile
    private let client: HTTPClient
    private let time: TimeSource

    /// - Parameter path: the file; see ``path(_:)``.
    package init(at path: String, client: HTTPClient, time: TimeSource = .system) {
        file = LoginFile(path: path, time: time)
        self.client = client
        self.time = time
    }

    /// The file of this user, by the XDG base directory specification: `$XDG_STATE_HOME/verbio/logins.json`.
    package static func path(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return base + "/verbio/logins.json"
    }

    /// The addresses of the servers, in order.
    ///
    /// - Throws: `Problem` of kind `store`: `login.exposed`, `login.unreadable`.
    package func servers() throws(Problem) -> [String] { try file.entries().keys.sorted() }

    /// The login at a server.
    ///
    /// - Parameter server: nil if there is only one.
    /// - Throws: `Problem` of kind `usage`: `login.none`, `login.several`, `login.server`; as ``servers()``.
    package func login(at server: String? = nil) throws(Problem) -> RemoteLogin {
        let entries = try file.entries()
        let address: String
        if let server {
            address = try RemoteServer.address(server)
        } else {
            guard entries.count < 2 else {
                throw Problem(
                    .usage, "login.several", "there are logins at \(entries.keys.sorted().joined(separator: ", "))",
                    cure: "name one with --server")
            }
            guard let only = entries.keys.first else { throw Self.none("anywhere", "https://verbio.example.com") }
            address = only
        }
        guard let entry = entries[address] else { throw Self.none("at \(address)", address) }
        return RemoteLogin(
            account: entry.account, file: file, server: RemoteServer(address: address, client: client), time: time)
    }

    private static func none(_ place: String, _ example: String) -> Problem {
        Problem(
            .usage, "login.none", "this user is not logged in \(place)",
            cure: "run 'verbio login --server \(example)'")
    }

    // MARK: Logging in

    private struct DeviceOrder: Encodable { var device: String? }
    private struct CodeOrder: Encodable { var deviceCode: String }

    private struct Begun: Decodable {
        var deviceCode: String
        var userCode: String
        var verificationUri: String
        var verificationUriComplete: String
        var expiresIn: Int
        var interval: Int
    }

    /// Begins a login.
    ///
    /// - Parameter device: the name of this machine for the list of devices.
    /// - Throws: `Problem`: `login.server`, `login.unreachable`, `login.refused`.
    package func begin(at server: String, device: String?) async throws -> Waiting {
        let server = RemoteServer(address: try RemoteServer.address(server), client: client)
        let answer = try await server.send(.post, "/api/auth/device", json: DeviceOrder(device: device))
        guard answer.status == 200, let begun = answer.value(Begun.self) else {
            throw answer.status == 404
                ? Problem(
                    .usage, "login.refused", "\(server.address) has no accounts",
                    cure: "check the address, or use a key of the server")
                : RemoteLogin.refused(answer, by: server)
        }
        return Waiting(
            server: server.address, userCode: begun.userCode, address: begun.verificationUri,
            completeAddress: begun.verificationUriComplete, patience: .seconds(min(3_600, max(0, begun.expiresIn))),
            deviceCode: begun.deviceCode, interval: .seconds(min(60, max(1, begun.interval))))
    }

    /// Waits until the person has decided, and stores the tokens.
    ///
    /// - Throws: `Problem` of kind `usage`: `login.denied`, `login.expired`, `login.refused`; of kind `store`.
    package func finish(_ waiting: Waiting) async throws -> RemoteLogin {
        let server = RemoteServer(address: waiting.server, client: client)
        let end = time.now() + waiting.patience
        var interval = waiting.interval
        while time.now() < end {
            try await time.sleep(interval)
            let answer: RemoteServer.Answer
            do {
                answer = try await server.send(
                    .post, "/api/auth/device/token", json: CodeOrder(deviceCode: waiting.deviceCode))
            } catch let problem as Problem where problem.code == "login.unreachable" {
                // The network may return before the code expires.
                continue
            }
            if answer.status == 200, let tokens = answer.value(RemoteLogin.Tokens.self), let account = tokens.account {
                try await file.change { $0[server.address] = tokens.entry(of: account.id, at: time) }
                return RemoteLogin(account: account.id, file: file, server: server, time: time)
            }
            switch answer.code {
            case "device.pending": break
            case "device.slow-down", "sign-in.pace":
                interval = max(interval + .seconds(1), .seconds(min(60, answer.retryAfter ?? 10)))
            case "device.denied":
                throw Problem(.usage, "login.denied", "the login was denied", cure: "run 'verbio login' again")
            case "device.expired", "device.unknown": throw Self.expired
            default:
                guard answer.status >= 500 else { throw RemoteLogin.refused(answer, by: server) }
            }
        }
        throw Self.expired
    }

    private static let expired = Problem(
        .usage, "login.expired", "the login was not approved in time", cure: "run 'verbio login' again")

    // MARK: Logging out

    /// Ends a login and forgets its tokens, also if the server cannot be reached.
    ///
    /// - Returns: whether the server has ended the session.
    /// - Throws: `Problem` of kind `store`.
    package func logOut(_ login: RemoteLogin) async throws -> Bool {
        let isEnded = await login.end()
        try await file.change { $0[login.server] = nil }
        return isEnded
    }
}

extension RemoteLogins {
    /// The servers at which the user of this machine is logged in.
    ///
    /// - Throws: `Problem` of kind `usage` for wrong settings of the network.
    package init(_ assembly: Assembly) throws(Problem) {
        let configuration = try assembly.run.clientConfiguration()
        self.init(
            at: Self.path(assembly.environment), client: HTTPClient(configuration: configuration, time: assembly.time),
            time: assembly.time)
    }
}
