internal import CPostgreSQL
internal import SQL

/// The result of one statement.
final class PostgreSQLResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { verbio_pq_clear(result) }

    var status: Int { Int(verbio_pq_result_status(result)) }

    /// - Throws: ``PostgreSQLFailure`` if the server has refused the statement.
    func check() throws(PostgreSQLFailure) {
        guard status != VERBIO_PQ_COMMAND, status != VERBIO_PQ_ROWS else { return }
        throw PostgreSQLFailure(
            kind: .refused, state: Self.text(verbio_pq_error_state(result)),
            message: status == VERBIO_PQ_ABORTED
                ? "an earlier statement has failed" : Self.text(verbio_pq_error_message(result)))
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    /// The name of the command, such as `COMMIT`.
    var command: String { Self.text(verbio_pq_command(result)) }

    /// The number of rows that the statement has changed.
    var changes: Int { Int(Self.text(verbio_pq_changes(result))) ?? 0 }

    /// Whether the statement has changed rows or tables. A function that a query calls is not noticed.
    var changesDatabase: Bool {
        let command = command
        guard !["SELECT", "BEGIN", "SHOW", "SET"].contains(where: command.hasPrefix) else { return false }
        return Self.text(verbio_pq_changes(result)) != "0"
    }

    // MARK: Rows

    func rows() -> [SQLRow] {
        let columns = (0..<verbio_pq_columns(result)).map { ($0, ColumnKind(type: verbio_pq_type(result, $0))) }
        return (0..<verbio_pq_rows(result)).map { row in
            SQLRow(columns.map { column, kind in value(row, column, kind) })
        }
    }

    /// What the values of a column are.
    private enum ColumnKind {
        case integer, number, real, truth, bytes, text

        /// - Parameter type: the number of a type in `pg_type`, as `pg_type.dat` of PostgreSQL fixes it.
        init(type: UInt32) {
            self =
                switch type {
                case 20, 21, 23, 26: .integer
                case 1700: .number
                case 700, 701: .real
                case 16: .truth
                case 17: .bytes
                default: .text
                }
        }
    }

    private func value(_ row: Int32, _ column: Int32, _ kind: ColumnKind) -> SQLValue {
        guard !verbio_pq_is_null(result, row, column), let start = verbio_pq_value(result, row, column) else {
            return .null
        }
        let count = Int(verbio_pq_length(result, row, column))
        return UnsafeRawBufferPointer(start: start, count: count).withMemoryRebound(to: UInt8.self) { bytes in
            let text = { String(decoding: bytes, as: UTF8.self) }
            switch kind {
            case .text: return .text(text())
            case .bytes: return Self.bytes(bytes).map(SQLValue.bytes) ?? .text(text())
            case .truth: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
            case .integer, .number:
                if let number = Int64(text()) { return .integer(number) }
                return Double(text()).map(SQLValue.real) ?? .text(text())
            case .real: return Double(text()).map(SQLValue.real) ?? .text(text())
            }
        }
    }

    /// The bytes of `\x` and two digits each; nil if the text has another form.
    private static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 2 == 0, text.count >= 2, text[0] == UInt8(ascii: "\\"), text[1] == UInt8(ascii: "x") else {
            return nil
        }
        return [UInt8](unsafeUninitializedCapacity: text.count / 2 - 1) { bytes, count in
            var index = 2
            while index < text.count {
                bytes[count] = digit(text[index]) << 4 | digit(text[index + 1])
                (index, count) = (index + 2, count + 1)
            }
        }
    }

    private static func digit(_ letter: UInt8) -> UInt8 { letter & 15 + (letter >> 6) * 9 }
}
