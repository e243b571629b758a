import FoundationEssentials
import HTTPTypes
import Plumbing

/// The login of this user at one server. It gives an access token that is valid now, whatever other processes do in the
/// meantime.
package struct RemoteLogin: Sendable {
    /// The account, as the server reports it.
    package struct Profile: Decodable, Sendable, Hashable {
        package var id: String
        package var tier: String
        package var isGuest: Bool
        package var email: String?
        package var name: String?
    }

    /// The server's answer to a sign-in and to a refresh.
    struct Tokens: Decodable {
        struct Account: Decodable { var id: String }

        var accessToken: String
        var refreshToken: String
        var session: String
        var expiresIn: Int
        /// Only after signing in.
        var account: Account?

        func entry(of account: String, at time: TimeSource) -> LoginFile.Entry {
            LoginFile.Entry(
                account: account, session: session, refreshToken: refreshToken, accessToken: accessToken,
                accessUntil: time.wallClockMilliseconds() + Int64(min(86_400, max(0, expiresIn))) * 1_000)
        }
    }

    private struct RefreshOrder: Encodable { var refreshToken: String }

    /// A token that ends sooner is exchanged, so that it lasts for the request.
    private static let minimumMilliseconds: Int64 = 60_000

    /// The identifier of the account.
    package let account: String
    private let file: LoginFile
    private let remote: RemoteServer
    private let time: TimeSource

    init(account: String, file: LoginFile, server: RemoteServer, time: TimeSource) {
        self.account = account
        self.file = file
        remote = server
        self.time = time
    }

    /// The address of the server, without a slash at its end.
    package var server: String { remote.address }

    /// An access token that is valid for another minute at least.
    ///
    /// - Throws: `Problem` of kind `usage`, code `login.ended`, if the session has ended; of kind `provider`,
    ///   code `login.unreachable`; of kind `store`.
    package func accessToken() async throws -> String {
        if let known = try file.entries()[server], isFresh(known) { return known.accessToken }
        // Another process waits in the meantime, and finds the new tokens then: each refresh token works once.
        return try await file.change { entries in
            guard let known = entries[server] else { throw Self.ended(server, "it was logged out here") }
            if isFresh(known) { return known.accessToken }
            let answer = try await remote.send(
                .post, "/api/auth/refresh", json: RefreshOrder(refreshToken: known.refreshToken))
            guard answer.status == 200, let tokens = answer.value(Tokens.self) else {
                throw answer.status == 401
                    ? Self.ended(server, answer.detail) : Self.refused(answer, by: remote)
            }
            entries[server] = tokens.entry(of: known.account, at: time)
            return tokens.accessToken
        }
    }

    private func isFresh(_ entry: LoginFile.Entry) -> Bool {
        entry.accessUntil - time.wallClockMilliseconds() > Self.minimumMilliseconds
    }

    /// Asks the server for the account.
    ///
    /// - Throws: as ``accessToken()``.
    package func profile() async throws -> Profile {
        let answer = try await remote.send(.get, "/api/user/profile", token: try await accessToken())
        guard answer.status == 200, let profile = answer.value(Profile.self) else {
            throw answer.status == 401 ? Self.ended(server, answer.detail) : Self.refused(answer, by: remote)
        }
        return profile
    }

    /// Ends the session at the server.
    ///
    /// - Returns: whether the session has ended; false if the server could not be reached.
    func end() async -> Bool {
        do {
            let answer = try await remote.send(.post, "/api/auth/logout", token: try await accessToken())
            return answer.status == 200 || answer.status == 401
        } catch let problem as Problem {
            return problem.code == "login.ended"
        } catch {
            return false
        }
    }

    private static func ended(_ server: String, _ reason: String) -> Problem {
        Problem(
            .usage, "login.ended", "the login at \(server) has ended: \(reason.clipped(to: 300).printableOnOneLine)",
            cure: "run 'verbio login --server \(server)'")
    }

    static func refused(_ answer: RemoteServer.Answer, by server: RemoteServer) -> Problem {
        Problem(
            .provider, "login.refused",
            "\(server.address) refuses the request: \(answer.detail.clipped(to: 300).printableOnOneLine)",
            cure: "check that this is a Verbio server")
    }
}
