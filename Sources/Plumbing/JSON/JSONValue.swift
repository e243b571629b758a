/// JSON of a shape that is not known in advance, such as the errors of providers, and the forms of clients.
package enum JSONValue: Sendable, Hashable, Codable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let values = try? value.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number):
            // 503, and not 503.0.
            if let whole = Int64(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
        case .string(let text): try value.encode(text)
        case .array(let values): try value.encode(values)
        case .object(let members): try value.encode(members)
        }
    }

    /// The member of that name; nil if the value is not an object or does not have it.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    /// All objects inside the value, the outer ones first.
    package var objects: [[String: JSONValue]] {
        switch self {
        case .object(let members): [members] + members.sorted { $0.key < $1.key }.flatMap(\.value.objects)
        case .array(let values): values.flatMap(\.objects)
        default: []
        }
    }
}
