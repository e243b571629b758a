internal import FoundationEssentials
internal import Yams

/// JSON with the keys in the order of a YAML document.
enum OrderedJSON {
    static func text(yaml: String) throws -> String {
        try Yams.compose(yaml: yaml).map(text) ?? "null"
    }

    private static func text(_ node: Node) -> String {
        switch node {
        case .mapping(let mapping):
            let pairs = mapping.map { key, value in quoted(key.scalar?.string ?? "") + ":" + text(value) }
            return "{\(pairs.joined(separator: ","))}"
        case .sequence(let sequence): return "[\(sequence.map(text).joined(separator: ","))]"
        case .scalar(let scalar): return text(scalar, of: node)
        case .alias: return "null"
        }
    }

    /// A word in quotation marks is a text, whatever it looks like.
    private static func text(_ scalar: Node.Scalar, of node: Node) -> String {
        switch Tag.Name(rawValue: node.tag.description) {
        case .null: "null"
        case .bool: node.bool.map { "\($0)" } ?? quoted(scalar.string)
        case .int: node.int.map { "\($0)" } ?? quoted(scalar.string)
        case .float: node.float.flatMap { $0.isFinite ? "\($0)" : nil } ?? quoted(scalar.string)
        default: quoted(scalar.string)
        }
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A string always encodes.
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
