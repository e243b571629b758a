import Foundation
import Testing

/// A body of JSON, as far as tests look into it.
enum JSON {
    static func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    static func object(_ text: String?) throws -> [String: Any] { try object(Array(#require(text).utf8)) }

    /// Whether an object has all members of another one, with the same values. It may have more.
    static func holds(_ bytes: [UInt8], _ wanted: String) throws -> Bool {
        let found = try object(bytes) as NSDictionary
        return try (object(wanted) as NSDictionary).allSatisfy { key, value in
            (found[key] as? NSObject)?.isEqual(value) == true
        }
    }
}

/// The document of a conversation.
extension [String: Any] {
    var source: [String: Any]? { self["source"] as? [String: Any] }

    func conversation(_ key: String) -> String? { (self["conversation"] as? [String: Any])?[key] as? String }

    var utterances: [DocumentUtterance] {
        (self["utterances"] as? [[String: Any]] ?? []).map(DocumentUtterance.init)
    }
}

struct DocumentUtterance {
    var start: Double?
    var source: String?
    var translation: String?
    var outcome: String?

    init(_ fields: [String: Any]) {
        start = fields["start"] as? Double
        source = (fields["source"] as? [String: Any])?["text"] as? String
        translation = (fields["translation"] as? [String: Any])?["text"] as? String
        outcome = fields["outcome"] as? String
    }
}
