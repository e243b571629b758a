internal import CPostgreSQL
internal import Glibc
internal import Plumbing
internal import SQL

/// One connection of libpq. It is always in pipeline mode: statements are sent together, and their results come in their order.
///
/// Calls block. One thread uses it at a time.
final class PostgreSQLLink {
    private let connection: OpaquePointer
    /// Seconds without a byte from the server, after which the connection is given up; nil waits for ever.
    var patience: Int?
    /// Set when results may be missing, after which those of other statements could not be told from them.
    private var isLost = false
    /// How many transactions have been ended without waiting for the answer.
    private var unread = 0
    private var texts: [Bool: [String: String]] = [:]

    /// Connects.
    ///
    /// - Throws: ``Problem`` of kind `store`: `store.unreachable`, `store.role` or `store.encoding`.
    init(to address: PostgreSQLAddress, _ limits: PostgreSQLLimits) throws {
        patience = limits.answer
        // The last value counts, so the address goes before what it must not change.
        let parameters = [
            ("connect_timeout", "\(limits.connecting)"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "4"), ("tcp_user_timeout", "30000"), ("dbname", address.text),
            ("fallback_application_name", "verbio"), ("client_encoding", "UTF8"),
        ]
        let keywords = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for text in keywords + values { free(text) } }
        guard let connection = verbio_pq_connect(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) })
        else { throw Self.unreachable("there is not enough memory", address) }
        self.connection = connection
        guard verbio_pq_is_connected(connection), verbio_pq_prepare(connection) else {
            throw Self.unreachable(Self.message(of: connection), address)
        }
        do { try checkServer() } catch let failure as PostgreSQLFailure {
            throw failure.kind == .refused ? Self.unreachable(failure.message, address) : failure.problem
        }
    }

    deinit { verbio_pq_finish(connection) }

    private static func unreachable(_ said: String, _ address: PostgreSQLAddress) -> Problem {
        Problem(
            .store, "store.unreachable", "the database cannot be reached (\(said.printableOnOneLine))",
            at: address.description, cure: "start the database, or correct its address")
    }

    /// Whether the connection can be used, as far as is known without asking the server.
    var isUsable: Bool {
        // The first call may find a farewell of the server, and the second one the end behind it.
        !isLost && verbio_pq_consume(connection) && verbio_pq_consume(connection) && verbio_pq_is_connected(connection)
    }

    /// - Throws: ``Problem`` if the rows of different scopes would not be kept apart, or texts not be kept as they are.
    private func checkServer() throws {
        let query = """
            SELECT CAST(rolsuper OR rolbypassrls AS int), current_setting('server_encoding'), rolname FROM pg_roles
            WHERE rolname = current_user
            """
        let row = try rows(of: SQLStatement(query)).first?.values ?? []
        guard row.first == .integer(0), case .text(let role)? = row.last else {
            throw Problem(
                .store, "store.role", "the role of the database bypasses row security, which keeps scopes apart",
                cure: "connect as a role with NOSUPERUSER and NOBYPASSRLS that owns the database")
        }
        guard row[1] == .text("UTF8") else {
            throw Problem(
                .store, "store.encoding", "the database of the role \(role) does not keep texts as UTF-8",
                cure: "create the database with ENCODING 'UTF8'")
        }
    }

    /// The text of a statement as PostgreSQL reads it.
    func translated(_ sql: String, isScoped: Bool) -> String {
        if let text = texts[isScoped]?[sql] { return text }
        let text = PostgreSQLText.translated(sql, isScoped: isScoped)
        // Some hundred texts are usual. Texts that a program composes must not fill the memory.
        if texts[isScoped, default: [:]].count >= 2_000 { texts[isScoped] = [:] }
        texts[isScoped, default: [:]][sql] = text
        return text
    }

    // MARK: Statements

    /// Sends statements and receives their results.
    ///
    /// - Parameter receive: called with each statement's index and result, in their order. If it throws, the other results are
    ///   discarded.
    /// - Throws: the first error of `receive` or of the server, a ``PostgreSQLFailure``.
    func exchange(_ statements: [SQLStatement], _ receive: (Int, PostgreSQLResult) throws -> Void) throws {
        try send(statements)
        var first: (any Error)?
        for index in statements.indices {
            while let result = try nextResult() {
                guard first == nil else { continue }
                do {
                    try result.check()
                    try receive(index, result)
                } catch { first = error }
            }
            if !verbio_pq_is_connected(connection) { throw broken(first) }
        }
        try receiveSync(first)
        if let first { throw first }
    }

    /// Sends the end of a transaction, and does not wait for its result. The next exchange discards it.
    func post(_ statement: SQLStatement) throws {
        try send([statement])
        unread += 1
    }

    func rows(of statement: SQLStatement) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        try exchange([statement]) { rows = $1.rows() }
        return rows
    }

    private func send(_ statements: [SQLStatement]) throws {
        let parameters = try statements.map { try PostgreSQLParameters($0.values) }
        for (statement, parameters) in zip(statements, parameters) {
            guard parameters.send(statement.sql, on: connection) else { throw broken(nil) }
        }
        guard verbio_pq_sync(connection) else { throw broken(nil) }
        while true {
            switch verbio_pq_flush(connection) {
            case 0: return
            case 1: break
            default: throw broken(nil)
            }
            // The server may wait until its results are read, before it reads on.
            if try wait(POLLIN | POLLOUT) & POLLIN != 0, !verbio_pq_consume(connection) { throw broken(nil) }
        }
    }

    /// The next result; nil after the last one of a statement.
    private func nextResult() throws -> PostgreSQLResult? {
        while unread > 0 {
            unread -= 1
            while try received() != nil {}
            try receiveSync(nil)
        }
        return try received()
    }

    private func received() throws -> PostgreSQLResult? {
        while verbio_pq_is_busy(connection) {
            _ = try wait(POLLIN)
            guard verbio_pq_consume(connection) else { throw broken(nil) }
        }
        return verbio_pq_result_of(connection).map(PostgreSQLResult.init)
    }

    private func receiveSync(_ first: (any Error)?) throws {
        while true {
            if let result = try received(), result.status == VERBIO_PQ_SYNC { return }
            if !verbio_pq_is_connected(connection) { throw broken(first) }
        }
    }

    /// Waits until the socket is ready.
    private func wait(_ events: Int32) throws -> Int32 {
        var descriptor = pollfd(fd: verbio_pq_descriptor(connection), events: Int16(events), revents: 0)
        while true {
            let count = poll(&descriptor, 1, patience.map { Int32(clamping: $0 * 1_000) } ?? -1)
            if count > 0 { return Int32(descriptor.revents) }
            if count == 0 {
                isLost = true
                throw PostgreSQLFailure(kind: .silent, state: "", message: "nothing has come for \(patience ?? 0) s")
            }
            guard errno == EINTR else { throw broken(nil) }
        }
    }

    /// - Parameter first: an error of the server, which may say why it has ended the connection.
    private func broken(_ first: (any Error)?) -> PostgreSQLFailure {
        isLost = true
        let last = first as? PostgreSQLFailure
        return PostgreSQLFailure(
            kind: .broken, state: last?.state ?? "", message: last?.message ?? Self.message(of: connection))
    }

    private static func message(of connection: OpaquePointer) -> String {
        let text = verbio_pq_message(connection).map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").map { $0.trimming() }.joined(separator: ", ")
    }
}

extension Substring {
    fileprivate func trimming() -> String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
