internal import Accounts
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Reads a small JSON object from a request.
enum JSONBody {
    /// The most bytes that are read.
    static let limit = 64 << 10

    /// - Parameter keys: the keys that the object may have.
    /// - Throws: ``Refusal``: 415 for another type, 413 if it is too large, 400 if it is no JSON object or has another key.
    static func read<Value: Decodable>(_ type: Value.Type, keys: [String], from request: Request) async throws -> Value
    {
        let (bytes, unknown) = try await object(of: request, besides: keys)
        guard unknown.isEmpty else {
            let names = unknown.prefix(5).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
            throw malformed("there is no field \(names)", cure: "use \(keys.joined(separator: ", "))")
        }
        return try decoded(bytes, keys)
    }

    /// Reads an object that may have other keys, too.
    ///
    /// - Returns: the value and the other keys.
    /// - Throws: as ``read(_:keys:from:)``, but for unknown keys.
    static func read<Value: Decodable>(
        _ type: Value.Type, known keys: [String], from request: Request
    ) async throws -> (Value, others: [String]) {
        let (bytes, others) = try await object(of: request, besides: keys)
        return (try decoded(bytes, keys), others)
    }

    /// The bytes of an object, and its keys besides the known ones.
    private static func object(
        of request: Request, besides keys: [String]
    ) async throws -> (bytes: [UInt8], others: [String]) {
        let bytes = try await bytes(of: request)
        try check(bytes)
        return (bytes, try object(of: JSONPresence.self, in: bytes).keys.filter { !keys.contains($0) }.sorted())
    }

    private static func decoded<Value: Decodable>(_ bytes: [UInt8], _ keys: [String]) throws(Refusal) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw malformed("a field is missing or is of another type", cure: "use \(keys.joined(separator: ", "))")
        }
    }

    /// The bytes of a body that says that it is JSON.
    ///
    /// - Throws: ``Refusal``: 415 for another type, 413 if it is too large.
    static func bytes(of request: Request) async throws -> [UInt8] {
        guard JSONFields.isJSON(request.headers) else { throw isExpected }
        return try await bytes(of: request, limit: limit)
    }

    static let isExpected = Refusal(
        .unsupportedMediaType,
        Problem(
            .usage, "body.content-type", "the body must be a JSON object",
            cure: "send it with Content-Type: application/json"))

    /// All bytes of a body.
    ///
    /// - Throws: ``Refusal``: 413 if there are more than `limit`, 415 if they are compressed.
    static func bytes(of request: Request, limit: Int) async throws -> [UInt8] {
        try AudioBody.refuseCoding(request.headers)
        var bytes: [UInt8] = []
        for try await buffer in request.body {
            bytes += buffer.readableBytesView
            guard bytes.count <= limit else {
                throw Refusal(
                    .contentTooLarge,
                    Problem(.usage, "body.too-large", "the object has more than \(limit) bytes", cure: "send less"))
            }
        }
        return bytes
    }

    /// The deepest nesting of a body.
    private static let maximumLevels = 32

    /// Checks that the JSON has one meaning only: parsers differ in which of two fields with the same name they take.
    ///
    /// - Throws: ``Refusal`` with status 400.
    static func check(_ bytes: [UInt8]) throws(Refusal) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw malformed("it is not UTF-8", cure: "send it in this encoding, the only one of JSON")
        }
        do {
            try StrictJSON.checkNames(bytes, levels: maximumLevels)
        } catch .repeatedName {
            throw malformed("a field appears twice", cure: "send each once")
        } catch .tooDeep {
            throw malformed("it is nested more than \(maximumLevels) levels deep")
        } catch {
            throw malformed("it is not a JSON object")
        }
    }

    /// Reads an object whose names were checked.
    ///
    /// - Throws: ``Refusal`` with status 400.
    static func object<Value: Decodable>(of type: Value.Type, in bytes: [UInt8]) throws(Refusal) -> [String: Value] {
        if let object = try? JSONDecoder().decode([String: Value].self, from: Data(bytes)) { return object }
        guard !hasHalfCharacter(bytes) else {
            throw malformed(
                "one of its \\u escapes is half of a character", cure: "cut texts between characters, not within one")
        }
        throw malformed("it is not a JSON object")
    }

    /// Whether an escape is one half of a surrogate pair. A program that counts in UTF-16 makes these if it cuts a text.
    private static func hasHalfCharacter(_ bytes: [UInt8]) -> Bool {
        var isHigh = false
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            var unit: Int?
            if byte == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u") {
                unit = Int(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16)
                rest = rest.dropFirst(4)
            }
            let isLow = unit.map { 0xDC00...0xDFFF ~= $0 } ?? false
            if isHigh != isLow { return true }
            isHigh = unit.map { 0xD800...0xDBFF ~= $0 } ?? false
        }
        return isHigh
    }

    static func malformed(_ what: String, cure: String = "see GET /docs") -> Refusal {
        Refusal(.badRequest, Problem(.usage, "body.malformed", what, at: "the body", cure: cure))
    }

    /// Any value: only whether it is there counts.
    private struct JSONPresence: Decodable {
        init(from decoder: any Decoder) {}
    }
}
