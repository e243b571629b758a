internal import Conversations
internal import Plumbing

/// Where the next page of a list begins; JSON's null after the last page.
struct NextCursor: Encodable {
    var text: String?

    init(_ text: String?) { self.text = text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encodeNil() }
    }
}

extension QueryParameters {
    /// The parameter `cursor`, which an answer before gave as `next_cursor`; nil if it is absent.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    func cursor<Place>(_ read: (String) -> Place?) throws(Problem) -> Place? {
        guard let text = self["cursor"] else { return nil }
        guard let place = read(text) else { throw bad("cursor", ["next_cursor of the answer before"]) }
        return place
    }
}

extension ConversationPlace {
    /// The place as a cursor, such as `1700000000000-c8gy5bymzb0vpa0n64d79`.
    var cursor: String { "\(createdAt)-\(id)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let createdAt = Int64(digits: parts[0]), ConversationID.isWellFormed(String(parts[1]))
        else {
            return nil
        }
        self.init(createdAt: createdAt, id: ConversationID(rawValue: String(parts[1])))
    }
}

extension FixedWidthInteger {
    /// The number that digits alone write; nil for a sign, for another text, and for a number out of range.
    init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        self.init(text, radix: 10)
    }
}
