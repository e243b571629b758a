import Foundation
import StandIns
import Testing
import VerbioTesting

/// The JSON schema that a language model's answer is to have, as a request asks for it.
struct StrictSchema {
    /// The adapters that request one, and its place in their requests.
    static let wires = [
        ("openai-chat-structured", ["response_format", "json_schema"]),
        ("openai-responses-structured", ["text", "format"]), ("anthropic-structured", ["output_config", "format"]),
    ]

    /// What it is called, and whether it holds strictly; nil if the wire does not say.
    let name: String?
    let isStrict: Bool?
    let schema: NSDictionary

    init(_ request: RecordedRequest, at path: [String]) throws {
        var value = try JSONSerialization.jsonObject(with: Data(request.body)) as? NSDictionary
        for name in path { value = value?[name] as? NSDictionary }
        name = value?["name"] as? String
        isStrict = value?["strict"] as? Bool
        schema = try #require(value?["schema"] as? NSDictionary)
    }

    /// The schema of a document with one text.
    static func text(_ member: String) -> NSDictionary {
        [
            "type": "object", "properties": [member: ["type": "string"]], "required": [member],
            "additionalProperties": false,
        ]
    }
}
