internal import CurlHTTP
internal import FoundationEssentials
package import Plumbing
internal import SocketClient

/// One live session on a server, which survives its connections. After a drop it continues at the same place, and no
/// event is lost or repeated.
package final class RemoteLive: Sendable {
    /// What the server sends.
    package enum Item: Sendable {
        /// An event: its name, its number, and its JSON.
        case event(name: String, json: String)
        /// The bytes of the piece of speech that the previous event announced.
        case speech([UInt8])
    }

    /// How to reach the server.
    package struct Connection: Sendable {
        package var address: LiveAddress
        /// A file of certificates that are trusted instead of the system's.
        package var authorities: String?
        /// Gives what each connection sends as a bearer: a key, or a token that is renewed; nil if the server demands none.
        package var credential: @Sendable () async throws -> String? = { nil }

        package init(_ address: LiveAddress, authorities: String? = nil) {
            self.address = address
            self.authorities = authorities
        }
    }

    private struct State {
        var token: String?
        /// The number of the last event.
        var last = 0
        /// Whether the next binary message belongs to an event that is new.
        var takesSpeech = false
        var patience = Duration.seconds(30)
        /// The last error that the server has reported.
        var problem: Problem?
        var confirmed = 0
    }

    private let connection: Connection
    private let parameters: [(String, String)]
    private let time: TimeSource
    private let outgoing = OutgoingMessages()
    private let state = Locked(State())

    /// - Parameter parameters: of `GET /api/live`; the session is resumable and its speech binary in any case.
    package init(_ connection: Connection, parameters: [(String, String)], time: TimeSource = .system) {
        self.connection = connection
        self.parameters = parameters
        self.time = time
    }

    /// The server pings after 20 s.
    private static let longestSilence = Duration.seconds(45)

    // MARK: Up

    /// Sends sound. While too much waits for the connection, so does the caller.
    package func feed(_ bytes: [UInt8]) async throws { try await outgoing.add(.binary(bytes)) }

    /// Sends an order, such as `{"type":"pause"}`.
    package func order(_ json: String) async throws { try await outgoing.add(.text(json)) }

    /// Says that the speech has ended. What was said is finished, and then ``run(_:)`` returns.
    package func end() async throws { try await outgoing.add(.text(#"{"type":"end"}"#), isLast: true) }

    // MARK: The session

    /// Runs the session to its end, over as many connections as it takes.
    ///
    /// - Parameters:
    ///   - note: takes sentences about the connection.
    ///   - take: takes what the server sends, in order.
    /// - Throws: ``Problem``: the server's own, or `remote.…` of kind `provider`; `CancellationError`; what `take` throws.
    package func run(
        note: @escaping @Sendable (String) -> Void = { _ in },
        _ take: @escaping @Sendable (Item) async throws -> Void
    ) async throws {
        var awaySince: Duration?
        var pause = Duration.milliseconds(250)
        while true {
            let before = state.withLock { $0.last }
            do {
                let code = try await connect(take)
                return try finish(code ?? 1_000, "")
            } catch let failure as SocketFailure {
                switch failure.kind {
                case .refused(let status):
                    // A server that is being restarted, or is full for a moment, has not forgotten the session.
                    guard state.withLock({ $0.token }) != nil, status == 503 else {
                        throw Self.problem(status, failure.message)
                    }
                // The confirmations were behind sound that the server had no room for. The next connection begins with them.
                case .closed where failure.message == "session.unconfirmed": break
                case .closed(let code): return try finish(code, failure.message)
                case .certificate: throw Self.insecure(failure.message)
                case .unreachable, .timeout, .broken, .badURL: break
                }
            }
            let (token, patience, last) = state.withLock { ($0.token, $0.patience, $0.last) }
            guard token != nil else { throw Self.unreachable(connection.address) }
            if last != before { (awaySince, pause) = (nil, .milliseconds(250)) }
            let since = awaySince ?? time.now()
            if awaySince == nil { note("the connection is broken; trying to take the session up again") }
            awaySince = since
            guard time.now() - since < patience else { throw Self.lost(connection.address) }
            try await time.sleep(pause)
            pause = min(pause * 2, .seconds(5))
        }
    }

    /// - Returns: the code with which the server closed the connection.
    private func connect(_ take: @escaping @Sendable (Item) async throws -> Void) async throws -> Int? {
        let (token, last) = state.withLock { ($0.token, $0.last) }
        let query =
            token.map { [("session", $0), ("after", String(last))] }
            ?? parameters + [("resumable", "true"), ("binary", "true")]
        let target = connection.address.path + "/api/live?" + FormFields(query).text
        let greeted = BoundedChannel<Int>(capacity: 1)
        var client = SocketClient(authorities: connection.authorities, time: time)
        client.longestMessage = 16 << 20
        client.silence = Self.longestSilence
        let credential = try await connection.credential()
        return try await client.converse(
            connection.address.socketOrigin + target,
            headers: credential.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        ) { sender in
            guard let received = try await greeted.next() else { return }
            guard self.outgoing.begin(after: received) else { throw Self.lost(self.connection.address) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        switch try await self.outgoing.next() {
                        case .text(let text): try await sender.send(text: text)
                        case .binary(let bytes): try await sender.send(binary: bytes)
                        }
                    }
                }
                group.addTask {
                    while true {
                        try await self.time.sleep(.milliseconds(500))
                        try await self.confirm(over: sender)
                    }
                }
                try await group.next()
            }
        } receiving: { message in
            try await self.receive(message, greeted, take)
        }
    }

    /// Confirms to the server what has arrived, so that it need not keep it.
    private func confirm(over sender: SocketSender) async throws {
        let last = state.withLock { state -> Int? in
            guard state.last > state.confirmed else { return nil }
            state.confirmed = state.last
            return state.last
        }
        if let last { try await sender.send(text: "{\"type\":\"seen\",\"seq\":\(last)}") }
    }

    private struct Head: Decodable {
        var event: String?
        var seq: Int?
        var session: String?
        var received: Int?
        var patience: Int?
        var code: String?
        var detail: String?
    }

    private func receive(
        _ message: SocketMessage, _ greeted: BoundedChannel<Int>, _ take: (Item) async throws -> Void
    ) async throws {
        switch message {
        case .binary(let bytes):
            if state.withLock({ $0.takesSpeech }) { try await take(.speech(bytes)) }
        case .text(let text):
            guard let head = try? JSONDecoder().decode(Head.self, from: Data(text)), let name = head.event else {
                return
            }
            if name == "session" {
                state.withLock { state in
                    state.token = head.session
                    // The next connection confirms again.
                    state.confirmed = 0
                    if let patience = head.patience { state.patience = .seconds(patience) }
                }
                return try await greeted.send(head.received ?? 0)
            }
            if name == "error", let code = head.code {
                state.withLock {
                    $0.problem = Problem(.provider, code, head.detail ?? "the server reports an error")
                }
            }
            let isNew = state.withLock { state in
                guard let number = head.seq else { return true }
                guard number > state.last else {
                    state.takesSpeech = false
                    return false
                }
                state.last = number
                state.takesSpeech = name == "utterance.audio"
                return true
            }
            if isNew { try await take(.event(name: name, json: String(decoding: text, as: UTF8.self))) }
        }
    }

    /// - Parameters:
    ///   - code: with which the server closed the connection.
    ///   - reason: the server's.
    private func finish(_ code: Int, _ reason: String) throws {
        guard code != 1_000 else { return }
        let problem = state.withLock { $0.problem }
        if let problem, !problem.code.hasPrefix("live.") || problem.code == "live.session" { throw problem }
        if code == 1_001 {
            throw Problem(
                .provider, "remote.stopped", "the server was stopped", cure: "begin again when it is back")
        }
        throw Problem(
            .provider, "remote.closed",
            "the server has closed the session (\(code)\(reason.isEmpty ? "" : ", \(reason.clipped(to: 100).printableOnOneLine)"))",
            cure: "begin a new one")
    }

    // MARK: Texts

    private struct Document: Decodable {
        var code: String?
        var detail: String?
    }

    private static func problem(_ status: Int, _ body: String) -> Problem {
        let document = try? JSONDecoder().decode(Document.self, from: Data(body.utf8))
        guard let code = document?.code, let detail = document?.detail else {
            return Problem(
                .provider, "remote.refused", "the server answers with the status \(status)", at: "--remote",
                cure: "look whether this is the address of 'verbio serve'")
        }
        // The server's own advice is for programs that send HTTP requests.
        if code == "key.missing" {
            return Problem(
                .usage, code, "the server demands a key", at: "--remote",
                cure: "give it with --key-file or in VERBIO_KEY, or log in with 'verbio login' if it has accounts")
        }
        return Problem(status < 500 ? .usage : .provider, code, "the server says: \(detail)")
    }

    private static func unreachable(_ address: LiveAddress) -> Problem {
        Problem(
            .provider, "remote.unreachable", "\(address.host), port \(address.port), cannot be reached",
            at: "--remote", cure: "look whether 'verbio serve' runs there, and whether it speaks HTTPS")
    }

    private static func lost(_ address: LiveAddress) -> Problem {
        Problem(
            .provider, "remote.lost", "the session at \(address.host) could not be taken up again",
            cure: "begin a new one; what was said is in the server's conversations")
    }

    private static func insecure(_ what: String) -> Problem {
        Problem(
            .provider, "remote.certificate", "the server's certificate is not trusted (\(what.clipped(to: 200)))",
            at: "--remote", cure: "name the authority's certificate with http.authorities")
    }
}
