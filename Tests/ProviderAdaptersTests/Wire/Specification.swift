import Foundation
import StandIns
import VerbioTesting
import Yams

/// A vendor's own machine-readable document, if it is next to the repository.
struct Specification {
    private let check: SchemaCheck

    static let folder = SpeechFixtures.packageRoot + "/../shared/providers/specs/"
    static var areThere: Bool { FileManager.default.fileExists(atPath: folder + "deepl.json") }

    /// - Parameter file: JSON or YAML.
    init(_ file: String) throws {
        let data = try Data(contentsOf: URL(filePath: Self.folder + file))
        if file.hasSuffix(".json") {
            check = SchemaCheck(document: try JSONDocument(parsing: Array(data)))
        } else {
            let node = try Yams.compose(yaml: String(decoding: data, as: UTF8.self))
            check = SchemaCheck(document: node.map(Self.value) ?? .null)
        }
    }

    /// What is wrong with a request, one line each.
    ///
    /// - Parameter path: as the document has it; the request's may have a base before it.
    func problems(of request: RecordedRequest, path: String) throws -> [String] {
        guard request.path.hasSuffix(path) else { return ["the path is \(request.path)"] }
        guard let operation = check.document["paths"]?[path]?[request.method.lowercased()] else {
            return ["there is no \(request.method) \(path)"]
        }
        let content = check.resolved(operation["requestBody"] ?? .null)["content"]
        return problems(ofQuery: request, operation) + (try problems(ofBody: request, content))
    }

    private func problems(ofBody request: RecordedRequest, _ content: JSONDocument?) throws -> [String] {
        let schema = content?[request.contentType ?? ""]?["schema"]
        switch request.contentType {
        case "application/json":
            guard let schema else { return ["no JSON is taken"] }
            return check.problems(of: try request.json(), schema)
        case "multipart/form-data":
            guard let schema else { return ["no form is taken"] }
            return check.problems(of: object(try request.multipart(), schema), schema)
        default:
            return []
        }
    }

    /// A form as an object: `languages[]` is an array, and texts are what the schema wants them to be.
    private func object(_ parts: [MultipartPart], _ schema: JSONDocument) -> JSONDocument {
        var members: [String: JSONDocument] = [:]
        for part in parts {
            let name = String(part.name.prefix { $0 != "[" })
            let kind = check.member(name, of: schema) ?? .null
            if part.name.hasSuffix("[]") {
                let item = coerced(part.text, check.resolved(kind)["items"] ?? .null)
                members[name] = .array((members[name]?.array ?? []) + [item])
            } else {
                members[name] = part.filename == nil ? coerced(part.text, kind) : .string("")
            }
        }
        return .object(members)
    }

    private func problems(ofQuery request: RecordedRequest, _ operation: JSONDocument) -> [String] {
        let parameters = (operation["parameters"]?.array ?? []).map(check.resolved)
            .filter { $0["in"]?.string == "query" }
        var problems: [String] = []
        for item in request.query {
            guard let parameter = parameters.first(where: { $0["name"]?.string == item.name }) else {
                problems.append("the query has \(item.name), which is not known")
                continue
            }
            let schema = parameter["schema"] ?? .null
            problems += check.problems(of: coerced(item.value, schema), schema, at: item.name)
        }
        for parameter in parameters where parameter["required"]?.bool == true {
            let name = parameter["name"]?.string ?? ""
            if !request.query.contains(where: { $0.name == name }) { problems.append("the query lacks \(name)") }
        }
        return problems
    }

    private func coerced(_ text: String, _ schema: JSONDocument) -> JSONDocument {
        let schema = check.resolved(schema)
        let types = check.types(of: schema).union(
            ((schema["anyOf"]?.array ?? []) + (schema["oneOf"]?.array ?? [])).flatMap {
                check.types(of: check.resolved($0))
            })
        if types.contains("boolean"), let flag = Bool(text) { return .bool(flag) }
        if types.contains("number") || types.contains("integer"), let number = Double(text) { return .number(number) }
        return .string(text)
    }

    private static func value(_ node: Node) -> JSONDocument {
        switch node {
        case .mapping(let mapping):
            var members: [String: JSONDocument] = [:]
            for (key, item) in mapping { members[key.string ?? ""] = value(item) }
            return .object(members)
        case .sequence(let sequence): return .array(sequence.map(value))
        case .scalar(let scalar):
            guard scalar.style == .plain else { return .string(scalar.string) }
            if let flag = Bool(scalar.string) { return .bool(flag) }
            return Double(scalar.string).map { .number($0) } ?? .string(scalar.string)
        case .alias: return .null
        }
    }
}
