package import FoundationEssentials

extension JSONEncoder {
    /// Encodes on one line, with sorted keys and plain slashes, so that equal values give equal bytes.
    package static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// The JSON text of a value.
    package func text(_ value: some Encodable) throws -> String { String(decoding: try encode(value), as: UTF8.self) }
}
