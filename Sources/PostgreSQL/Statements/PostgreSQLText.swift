/// Rewrites the SQL that SQLite and PostgreSQL share for PostgreSQL.
enum PostgreSQLText {
    /// A statement with the places of its values as `$1`, `$2`.
    ///
    /// A `?` without a number is one more than the largest so far, as SQLite counts. So no operator may contain a question mark.
    ///
    /// - Parameter isScoped: whether the keys of the tables begin with the scope. `ON CONFLICT (a, b)` then becomes
    ///   `ON CONFLICT (scope, a, b)`.
    static func translated(_ sql: String, isScoped: Bool) -> String {
        let bytes = Array(sql.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 32)
        var largest = 0
        var index = 0
        while index < bytes.count {
            if let end = SQLQuotation.end(in: bytes, at: index) {
                text += bytes[index..<end]
                index = end
            } else if bytes[index] == UInt8(ascii: "?") {
                let digits = bytes[(index + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let number = Int(String(decoding: digits, as: UTF8.self)) ?? largest + 1
                largest = max(largest, number)
                text += Array("$\(number)".utf8)
                index += 1 + digits.count
            } else if isScoped, let end = conflictTarget(in: bytes, at: index) {
                text += bytes[index..<end] + Array("scope, ".utf8)
                index = end
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Where the first column of `ON CONFLICT (` begins, if that begins at an index.
    private static func conflictTarget(in bytes: [UInt8], at index: Int) -> Int? {
        guard index == 0 || !SQLQuotation.isPartOfName(bytes[index - 1]) else { return nil }
        var place = index
        for word in ["on", "conflict"] {
            guard bytes[place...].prefix(word.utf8.count).map({ $0 | 0x20 }) == Array(word.utf8) else { return nil }
            place += word.utf8.count
            let blanks = bytes[place...].prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }.count
            guard blanks > 0 || word == "conflict" else { return nil }
            place += blanks
        }
        return place < bytes.count && bytes[place] == UInt8(ascii: "(") ? place + 1 : nil
    }

    /// The statements of a text, which `;` separates.
    static func statements(of sql: String) -> [String] {
        let bytes = Array(sql.utf8)
        var statements: [String] = []
        var (start, index, isEmpty) = (0, 0, true)
        func end() {
            if !isEmpty { statements.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
            (start, isEmpty) = (index + 1, true)
        }
        while index < bytes.count {
            if let end = SQLQuotation.end(in: bytes, at: index) {
                // A comment is no statement.
                if bytes[index] != UInt8(ascii: "-"), bytes[index] != UInt8(ascii: "/") { isEmpty = false }
                index = end
            } else {
                if bytes[index] == UInt8(ascii: ";") { end() } else if bytes[index] > 0x20 { isEmpty = false }
                index += 1
            }
        }
        end()
        return statements
    }
}
