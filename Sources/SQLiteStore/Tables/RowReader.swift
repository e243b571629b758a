internal import GRDB
internal import Language
internal import Plumbing

/// Reads a row's columns from left to right. The contents of a database file are not trusted. If a value has the wrong kind or
/// is out of range, the reader throws a `Problem` that names the column and never traps.
struct RowReader {
    private let row: Row
    private let table: String
    private var index = 0

    init(_ row: Row, of table: String) {
        self.row = row
        self.table = table
    }

    func damage(_ column: String) -> Problem { StoreProblem.damagedRow(table, column) }

    private mutating func next(_ column: String) throws -> DatabaseValue {
        guard index < row.count else { throw damage(column) }
        defer { index += 1 }
        return row[index]
    }

    mutating func optionalText(_ column: String) throws -> String? {
        switch try next(column).storage {
        case .null: nil
        case .string(let text): text
        default: throw damage(column)
        }
    }

    mutating func text(_ column: String) throws -> String {
        guard let text = try optionalText(column) else { throw damage(column) }
        return text
    }

    mutating func optionalInteger(_ column: String, atLeast least: Int = .min) throws -> Int? {
        switch try next(column).storage {
        case .null: return nil
        case .int64(let number):
            guard let number = Int(exactly: number), number >= least else { throw damage(column) }
            return number
        default: throw damage(column)
        }
    }

    mutating func integer(_ column: String, atLeast least: Int = .min) throws -> Int {
        guard let number = try optionalInteger(column, atLeast: least) else { throw damage(column) }
        return number
    }

    mutating func optionalDouble(_ column: String) throws -> Double? {
        switch try next(column).storage {
        case .null: nil
        case .double(let number): number
        case .int64(let number): Double(number)
        default: throw damage(column)
        }
    }

    mutating func double(_ column: String) throws -> Double {
        guard let number = try optionalDouble(column) else { throw damage(column) }
        return number
    }

    /// One of the raw values of an enumeration.
    mutating func choice<Choice: RawRepresentable<String>>(_ column: String) throws -> Choice {
        guard let choice = Choice(rawValue: try text(column)) else { throw damage(column) }
        return choice
    }

    mutating func pair(_ column: String) throws -> LanguagePair {
        let from: LanguageTag = try choice(column)
        let to = try text(column)
        guard !to.isEmpty else { return LanguagePair(only: from) }
        guard let to = LanguageTag(rawValue: to) else { throw damage(column) }
        do { return try LanguagePair(from, to: to) } catch { throw damage(column) }
    }

    mutating func json<Value: Decodable>(_ column: String) throws -> Value {
        let text = try text(column)
        do { return try JSON.decode(text) } catch { throw damage(column) }
    }

    mutating func optionalJSON<Value: Decodable>(_ column: String) throws -> Value? {
        guard let text = try optionalText(column) else { return nil }
        do { return try JSON.decode(text) } catch { throw damage(column) }
    }

    mutating func skip(_ columns: Int) { index += columns }
}
