internal import Language
internal import SQL

extension RowReader {
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
}
