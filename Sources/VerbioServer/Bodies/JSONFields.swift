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
        return try texts(in: JSONBody.object(of: JSONValue.self, in: bytes), text: name)
    }

    /// - Returns: each member that is not null, as ``read(from:limit:text:)`` does.
    /// - Throws: ``Refusal`` with status 400 if the named member is no string.
    static func texts(in object: [String: JSONValue], text name: String) throws -> [String: String] {
        switch object[name] {
        case nil, .null, .string: return try texts(of: object)
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
        return try texts(of: JSONBody.object(of: JSONValue.self, in: bytes)).sorted { $0.key < $1.key }
            .map { FormField(name: $0.key, value: $0.value) }
    }

    private static func texts(of object: [String: JSONValue]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for (name, value) in object {
            texts[name] = try (QueryParameters.lists.contains(name) ? value.joined : nil) ?? value.parameter()
        }
        return texts
    }
}

extension JSONValue {
    /// A list of texts as a parameter of a query writes it, with commas between them; nil for any other value.
    var joined: String? {
        guard case .array(let values) = self, !values.isEmpty else { return nil }
        let texts = values.compactMap { if case .string(let text) = $0, !text.contains(",") { text } else { nil } }
        return texts.count == values.count ? texts.joined(separator: ",") : nil
    }

    /// The value as a parameter of a query would write it; nil for null.
    func parameter() throws -> String? {
        switch self {
        case .null: return nil
        case .string(let text): return text
        case .bool, .number, .array, .object: return try JSONEncoder.sorted.text(self)
        }
    }
}
