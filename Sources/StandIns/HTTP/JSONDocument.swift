internal import FoundationEssentials

/// A JSON text, as far as tests read it.
package enum JSONDocument: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    /// - Throws: `DecodingError` if the bytes are not JSON.
    package init(parsing bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSONDocument.self, from: Data(bytes))
    }

    /// A member of an object; nil if there is none, or if this is not an object.
    package subscript(key: String) -> JSONDocument? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// An element of an array; nil if there is none, or if this is not an array.
    package subscript(index: Int) -> JSONDocument? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The text; nil if this is none.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The number; nil if this is none.
    package var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The truth value; nil if this is none.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements; nil if this is no array.
    package var array: [JSONDocument]? { if case .array(let elements) = self { elements } else { nil } }

    /// The path of every value that is not an object or array, such as `messages[].role`.
    package var paths: Set<String> {
        switch self {
        case .null, .bool, .number, .string: return [""]
        case .array(let elements):
            guard !elements.isEmpty else { return ["[]"] }
            return Set(elements.flatMap { $0.paths.map { "[]" + Self.joined($0) } })
        case .object(let members):
            guard !members.isEmpty else { return ["{}"] }
            return Set(members.flatMap { key, value in value.paths.map { key + Self.joined($0) } })
        }
    }

    private static func joined(_ path: String) -> String { path.isEmpty || path.hasPrefix("[") ? path : "." + path }
}

extension JSONDocument: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var object: [String: JSONDocument] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(JSONDocument.self, forKey: key) }
            self = .object(object)
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONDocument] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONDocument.self)) }
            self = .array(array)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .string(try value.decode(String.self))
            }
        }
    }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
