internal import FoundationEssentials
internal import Plumbing
internal import Providers

/// JSON columns: one line with sorted keys, so that equal values are equal bytes.
enum JSON {
    static func encode(_ value: some Encodable) throws -> String {
        try JSONEncoder.sorted.text(value)
    }

    /// A shortcut for empty collections: most lists and dictionaries in the store are empty.
    static func encode<Elements: Encodable & Collection>(_ elements: Elements, empty: String) throws -> String {
        elements.isEmpty ? empty : try encode(elements)
    }

    static func decode<Decoded: Decodable>(_ text: String) throws -> Decoded {
        try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    }

    // The values that are written with every call are encoded by hand, because the general encoder takes longer than the
    // commit.

    /// Encodes an object whose values are strings.
    static func encode(_ texts: [String: String]) -> String {
        let members = texts.sorted { $0.key < $1.key }.map { "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))" }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// What a call consumed; nil if nothing is known about it.
    static func encode(consumed usage: Usage) -> String? {
        let members = [
            usage.audioSeconds.flatMap { $0.isFinite ? "\"audioSeconds\":\($0)" : nil },
            usage.cachedInputTokens.map { "\"cachedInputTokens\":\($0)" },
            usage.characters.map { "\"characters\":\($0)" }, usage.inputTokens.map { "\"inputTokens\":\($0)" },
            usage.outputTokens.map { "\"outputTokens\":\($0)" },
        ].compactMap { $0 }
        return members.isEmpty ? nil : "{" + members.joined(separator: ",") + "}"
    }

    /// The words of a recognition, as the general encoder would write them.
    static func encode(_ words: [Recognition.Word]) throws -> String {
        var text = "["
        text.reserveCapacity(2 + words.count * 96)
        for word in words {
            if text.utf8.count > 1 { text += "," }
            text += "{"
            if let confidence = word.confidence {
                text += "\"confidence\":"
                text += try number(confidence)
                text += ","
            }
            text += "\"end\":"
            text += try number(word.end)
            text += ",\"start\":"
            text += try number(word.start)
            text += ",\"text\":"
            text += JSONText.quoted(word.text)
            text += "}"
        }
        text += "]"
        return text
    }

    private static func number(_ number: Double) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "not a number in JSON"))
        }
        return number.description
    }
}
