internal import CPostgreSQL
internal import SQL

/// The values of a statement as libpq takes them: in one buffer, each at its place.
struct PostgreSQLParameters {
    private var buffer: [UInt8] = []
    /// Where each value begins; nil is NULL.
    private var places: [Int?] = []
    private var types: [UInt32] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// - Throws: ``PostgreSQLFailure`` if a value is too long for PostgreSQL.
    init(_ values: [SQLValue]) throws(PostgreSQLFailure) {
        for value in values {
            switch value {
            case .null: add(nil, type: 0)
            // Numbers have the type that they have in SQLite. A type that PostgreSQL infers could be a narrower one.
            case .integer(let number): addText(String(number), type: 20)
            case .real(let number): addText("\(number)", type: 701)
            // The type of its column, so that it may be one that SQLite does not have.
            case .text(let text): addText(withoutNUL(text), type: 0)
            case .bytes(let bytes):
                guard let count = Int32(exactly: bytes.count) else {
                    throw PostgreSQLFailure(
                        kind: .refused, state: "54000", message: "a value has \(bytes.count) bytes")
                }
                add(count, type: 17)
                buffer += bytes
                // So that an empty value has an address, too.
                buffer.append(0)
            }
        }
    }

    private mutating func add(_ length: Int32?, type: UInt32) {
        places.append(length == nil ? nil : buffer.count)
        types.append(type)
        lengths.append(length ?? 0)
        formats.append(type == 17 ? 1 : 0)
    }

    private mutating func addText(_ text: String, type: UInt32) {
        // The length of a text is not used: NUL ends it.
        add(0, type: type)
        buffer += text.utf8
        buffer.append(0)
    }

    /// Queues a statement with these values.
    ///
    /// - Returns: false if the connection has broken.
    func send(_ sql: String, on connection: OpaquePointer) -> Bool {
        buffer.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = places.map { place in place.flatMap { start?.advanced(by: $0) } }
            return verbio_pq_send(connection, sql, Int32(values.count), types, values, lengths, formats)
        }
    }
}
