internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// The fields of a JSON object, as texts.
enum JSONFields {
    /// Whether a body of this type is JSON.
    static func isJSON(_ fields: HTTPFields) -> Bool { fields.mediaType == "application/json" }

    /// - Parameters:
    ///   - limit: the most bytes that are read.
    ///   - name: the field that is a string in any case.
    /// - Returns: each field that is not null. Truth values and numbers are as JSON writes them, and so are objects and lists, but
    ///   for those of ``QueryParameters/lists``.
    /// - Throws: ``Refusal``: 413 if it is too large, 400 if it is no JSON object, or if the field is no string.
    static func read(from request: Request, limit: Int, text name: String) async throws -> [String: String] {
        let bytes = try await JSONBody.bytes(of: request, limit: limit)
        try JSONBody.check(bytes)
        return try texts(in: JSONBody.object(of: JSONField.self, in: bytes), text: name)
    }

    /// - Returns: each member that is not null, as ``read(from:limit:text:)`` does.
    /// - Throws: ``Refusal`` with status 400 if the named member is no string.
    static func texts(in object: [String: JSONField], text name: String) throws -> [String: String] {
        switch object[name] {
        case nil, .null, .text: return try texts(of: object)
        default: throw JSONBody.malformed("its \(name) is no string", cure: #"send {"\#(name)": "…"}"#)
        }
    }

    /// The parameters in the body of a request that may have none.
    ///
    /// - Throws: ``Refusal``: 415 if there is a body of another type, 413 if it is too large, 400 if it is no JSON object.
    static func parameters(from request: Request) async throws -> [FormField] {
        let bytes = try await JSONBody.bytes(of: request, limit: JSONBody.limit)
        guard !bytes.isEmpty else { return [] }
        guard isJSON(request.headers) else { throw JSONBody.isExpected }
        try JSONBody.check(bytes)
        return try texts(of: JSONBody.object(of: JSONField.self, in: bytes)).sorted { $0.key < $1.key }
            .map { FormField(name: $0.key, value: $0.value) }
    }

    private static func texts(of object: [String: JSONField]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for (name, value) in object {
            texts[name] = try (QueryParameters.lists.contains(name) ? value.joined : nil) ?? value.text()
        }
        return texts
    }
}

/// Any JSON value.
enum JSONField: Codable, Sendable, Hashable {
    case null
    case truth(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([JSONField])
    case object([String: JSONField])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONField].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONField].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// A list of texts as a parameter of a query writes it, with commas between them; nil for any other value.
    var joined: String? {
        guard case .list(let values) = self, !values.isEmpty else { return nil }
        let texts = values.compactMap { if case .text(let text) = $0, !text.contains(",") { text } else { nil } }
        return texts.count == values.count ? texts.joined(separator: ",") : nil
    }

    /// The value as a parameter of a query would write it; nil for null.
    func text() throws -> String? {
        switch self {
        case .null: return nil
        case .text(let text): return text
        case .truth, .whole, .number, .list, .object: return try JSONEncoder.sorted.text(self)
        }
    }
}
