internal import FoundationEssentials

/// JSON columns: one line, keys sorted, so that equal values are equal bytes.
enum JSON {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Most lists and dictionaries in the store are empty.
    static func encode<Elements: Encodable & Collection>(_ elements: Elements, empty: String) throws -> String {
        elements.isEmpty ? empty : try encode(elements)
    }

    static func decode<Decoded: Decodable>(_ text: String) throws -> Decoded {
        try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    }
}
