internal import Language

/// JSON of a shape that is not known in advance, such as the errors of providers.
enum JSONValue: Sendable, Hashable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
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

    /// Reads a document; nil if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        guard let value = try? TolerantJSON.decode(JSONValue.self, bytes) else { return nil }
        self = value
    }

    /// The member of that name; nil if the value is not an object or does not have it.
    subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Reads a document that reports an error, in the member that all vendors use for it; nil for any other document.
    ///
    /// Nearly every document is an answer, so a document is read only as far as this check needs.
    init?(error bytes: [UInt8]) {
        guard ErrorMark.Member.allCases.contains(where: { bytes.hasBytes(of: $0.rawValue) }),
            let mark = try? TolerantJSON.decode(ErrorMark.self, bytes), mark.isThere
        else { return nil }
        self.init(bytes)
    }

    private struct ErrorMark: Decodable {
        let isThere: Bool

        enum Member: String, CodingKey, CaseIterable {
            case error, detail
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            isThere = try Member.allCases.contains { try members.contains($0) && !members.decodeNil(forKey: $0) }
        }
    }

    /// A text, or a number in the form of codes: 401000, not 401000.0.
    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init)
        default: nil
        }
    }

    var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    /// All objects inside the value, the outer ones first.
    var objects: [[String: JSONValue]] {
        switch self {
        case .object(let members): [members] + members.sorted { $0.key < $1.key }.flatMap(\.value.objects)
        case .array(let values): values.flatMap(\.objects)
        default: []
        }
    }
}
