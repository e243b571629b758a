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
        var events = ReceivedEvents()
        var patience = Duration.seconds(30)
        /// The last error that the server has reported.
        var problem: Problem?
        var confirmed = 0
        /// The layout of the sound; nil if it is not known, so that no other server can go on with it.
        var sound: SoundStream?
        /// Since when the server owes a sign that it has got sound; nil if it does not.
        var owedSince: Duration?
        /// Whether another server goes on, and has not said from where.
        var awaitsPosition = false
    }

    /// Where a connection begins to send.
    private enum Start: Sendable {
        /// After a number of messages.
        case after(Int)
        /// At a sample of the server's clock, as a new stream.
        case at(sample: Int)
    }

    /// The rate of the clock with which the server counts samples (Hz).
    private static let clock = 16_000

    private let connection: Connection
    private let parameters: [(String, String)]
    private let time: TimeSource
    private let outgoing = OutgoingMessages()
    private let state = Locked(State())
    /// Whether sound was given.
    private let isBegun = Locked(false)
    /// Signals that.
    private let beginning = BoundedChannel<Void>(capacity: 1)

    /// - Parameter parameters: of `GET /api/live`; the session is resumable and its speech binary in any case.
    package init(_ connection: Connection, parameters: [(String, String)], time: TimeSource = .system) {
        self.connection = connection
        self.parameters = parameters
        self.time = time
        let raw = parameters.first { $0.0 == "raw" }.flatMap { SoundStream(raw: $0.1) }
        state.withLock { $0.sound = raw }
    }

    /// The server pings after 20 s.
    private static let longestSilence = Duration.seconds(45)
    /// The server acknowledges sound twice a second. A machine that is dead or cut off does not, and closes nothing.
    private static let longestDebt = Duration.seconds(10)

    // MARK: Up

    /// Sends sound. While too much waits for the connection, so does the caller.
    package func feed(_ bytes: [UInt8]) async throws {
        let isFirst = isBegun.withLock { isBegun in
            defer { isBegun = true }
            return !isBegun
        }
        if isFirst {
            if let wav = SoundStream(wav: bytes) { state.withLock { $0.sound = $0.sound ?? wav } }
            _ = beginning.trySend(())
        }
        try await outgoing.add(.binary(bytes))
    }

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
        if state.withLock({ $0.sound == nil }) {
            // The first bytes say whether another server can go on with the sound.
            _ = try? await withDeadline(.seconds(1), time: time) { [beginning] in try await beginning.next() }
        }
        while true {
            let before = state.withLock { $0.events.last }
            do {
                let code = try await connect(take)
                return try finish(code ?? 1_000, "")
            } catch let failure as SocketFailure {
                switch failure.kind {
                case .refused(let status):
                    // A server that is being restarted, or is full for a moment, has not forgotten the session. If another one has died, its
                    // place among the sessions of the client is taken for some seconds.
                    guard state.withLock({ $0.token }) != nil, [429, 503].contains(status) else {
                        throw Self.problem(status, failure.message)
                    }
                // The confirmations were behind sound that the server had no room for. The next connection begins with them.
                case .closed where failure.message == "session.unconfirmed": break
                // Another server goes on, or this one when it has been started again.
                case .closed where failure.message == "session.handed-over": break
                case .closed(let code): return try finish(code, failure.message)
                case .certificate: throw Self.insecure(failure.message)
                case .unreachable, .timeout, .broken, .badURL: break
                }
            }
            let (token, patience, last) = state.withLock { ($0.token, $0.patience, $0.events.last) }
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
        let target = connection.address.path + "/api/live?" + FormFields(query).text
        let greeted = BoundedChannel<Start>(capacity: 1)
        var client = SocketClient(authorities: connection.authorities, time: time)
        client.longestMessage = 16 << 20
        client.silence = Self.longestSilence
        let credential = try await connection.credential()
        return try await client.converse(
            connection.address.socketOrigin + target,
            headers: credential.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
        ) { sender in
            guard let start = try await greeted.next() else { return }
            guard self.begin(start) else { throw Self.lost(self.connection.address) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        switch try await self.outgoing.next() {
                        case .text(let text): try await sender.send(text: text)
                        case .binary(let bytes):
                            self.owe()
                            try await sender.send(binary: bytes)
                        }
                    }
                }
                group.addTask { try await self.collectDebts() }
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

    private func owe() { state.withLock { [now = time.now()] in $0.owedSince = $0.owedSince ?? now } }

    /// - Throws: ``SocketFailure`` of kind `broken` if the server gives no sign for too long.
    private func collectDebts() async throws {
        state.withLock { $0.owedSince = nil }
        while true {
            try await time.sleep(.seconds(1))
            guard let since = state.withLock({ $0.owedSince }), time.now() - since > Self.longestDebt else { continue }
            throw SocketFailure(.broken, "the server gave no sign for \(Self.longestDebt.components.seconds) s")
        }
    }

    /// The parameters of the next connection.
    private var query: [(String, String)] {
        let begin =
            parameters
            + [("resumable", state.withLock { $0.sound } == nil ? "true" : "anywhere"), ("binary", "true")]
        return state.withLock { state in
            guard let token = state.token else { return begin }
            let session = [("session", token), ("after", String(state.events.last))]
            // A server that does not know the session goes on with the conversation.
            guard let conversation = state.events.conversation, state.sound != nil else { return session }
            return session + [("conversation", conversation), ("finished", String(state.events.finished))] + begin
        }
    }

    /// - Returns: false if the server lacks sound that is not kept any more.
    private func begin(_ start: Start) -> Bool {
        switch start {
        case .after(let messages): return outgoing.begin(after: messages)
        case .at(let sample):
            guard let sound = state.withLock({ $0.sound }) else { return false }
            return outgoing.begin(atByte: sound.byte(atSample: sample, ofRate: Self.clock), with: sound.header)
        }
    }

    /// Confirms to the server what has arrived, so that it need not keep it.
    private func confirm(over sender: SocketSender) async throws {
        let last = state.withLock { state -> Int? in
            guard state.events.last > state.confirmed else { return nil }
            state.confirmed = state.events.last
            return state.confirmed
        }
        if let last { try await sender.send(text: "{\"type\":\"seen\",\"seq\":\(last)}") }
    }

    private func receive(
        _ message: SocketMessage, _ greeted: BoundedChannel<Start>, _ take: (Item) async throws -> Void
    ) async throws {
        state.withLock { $0.owedSince = nil }
        switch message {
        case .binary(let bytes):
            if state.withLock({ $0.events.takesSpeech }) { try await take(.speech(bytes)) }
        case .text(let text):
            guard let head = try? JSONDecoder().decode(EventHead.self, from: Data(text)), let name = head.event else {
                return
            }
            if name == "session" {
                state.withLock { state in
                    state.token = head.session
                    // The next connection confirms again.
                    state.confirmed = 0
                    if let patience = head.patience { state.patience = .seconds(patience) }
                    guard head.continued == true else { return }
                    state.awaitsPosition = true
                    state.events.begin()
                }
                return head.continued == true ? () : try await greeted.send(.after(head.received ?? 0))
            }
            if name == "acknowledged", let sample = head.sample, isAwaitedPosition() {
                try await greeted.send(.at(sample: sample))
            }
            if name == "error", let code = head.code {
                state.withLock {
                    $0.problem = Problem(.provider, code, head.detail ?? "the server reports an error")
                }
            }
            let isNew = state.withLock { $0.events.take(head, name) }
            if isNew { try await take(.event(name: name, json: String(decoding: text, as: UTF8.self))) }
        }
    }

    private func isAwaitedPosition() -> Bool {
        state.withLock { state in
            defer { state.awaitsPosition = false }
            return state.awaitsPosition
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
