package import Plumbing

/// Reads a row's columns from left to right. The contents of a database are not trusted. If a value has the wrong kind or is out of
/// range, the reader throws a `Problem` that names the column and never traps.
package struct RowReader {
    private let row: SQLRow
    private let table: String
    private var index = 0

    package init(_ row: SQLRow, of table: String) {
        self.row = row
        self.table = table
    }

    package func damage(_ column: String) -> Problem {
        Problem(
            .store, "store.corrupt",
            "a stored \(table) is damaged: its \(column) cannot be what is written there",
            cure: "nothing was changed; restore a backup, or move the folder away and start afresh")
    }

    private mutating func next(_ column: String) throws -> SQLValue {
        guard index < row.values.count else { throw damage(column) }
        defer { index += 1 }
        return row.values[index]
    }

    package mutating func optionalText(_ column: String) throws -> String? {
        switch try next(column) {
        case .null: nil
        case .text(let text): text
        default: throw damage(column)
        }
    }

    package mutating func text(_ column: String) throws -> String {
        guard let text = try optionalText(column) else { throw damage(column) }
        return text
    }

    package mutating func optionalInteger(_ column: String, atLeast least: Int = .min) throws -> Int? {
        switch try next(column) {
        case .null: return nil
        case .integer(let number):
            guard let number = Int(exactly: number), number >= least else { throw damage(column) }
            return number
        default: throw damage(column)
        }
    }

    package mutating func integer(_ column: String, atLeast least: Int = .min) throws -> Int {
        guard let number = try optionalInteger(column, atLeast: least) else { throw damage(column) }
        return number
    }

    package mutating func optionalDouble(_ column: String) throws -> Double? {
        switch try next(column) {
        case .null: nil
        case .real(let number): number
        case .integer(let number): Double(number)
        default: throw damage(column)
        }
    }

    package mutating func double(_ column: String) throws -> Double {
        guard let number = try optionalDouble(column) else { throw damage(column) }
        return number
    }

    package mutating func optionalBytes(_ column: String) throws -> [UInt8]? {
        switch try next(column) {
        case .null: nil
        case .bytes(let bytes): bytes
        default: throw damage(column)
        }
    }

    package mutating func bytes(_ column: String) throws -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw damage(column) }
        return bytes
    }

    /// One of the raw values of an enumeration.
    package mutating func choice<Choice: RawRepresentable<String>>(_ column: String) throws -> Choice {
        guard let choice = Choice(rawValue: try text(column)) else { throw damage(column) }
        return choice
    }

    package mutating func skip(_ columns: Int) { index += columns }
}
