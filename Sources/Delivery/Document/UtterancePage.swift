package import Conversations
import Plumbing

/// Some utterances of a conversation, each as its document describes it.
///
/// The places of voices in the track depend on all utterances, so these members are null in a page.
package struct UtterancePage: Sendable {
    private let records: [UtteranceRecord]
    private let conversation: Conversation
    private let next: String?

    /// - Parameter next: the cursor of the next page; nil if this is the last one.
    package init(_ records: [UtteranceRecord], of conversation: Conversation, next: String?) {
        self.records = records
        self.conversation = conversation
        self.next = next
    }

    /// A JSON object with `utterances`, `state` and `next_cursor`.
    package func json() -> [UInt8] {
        var text = JSONText()
        text.object { json in
            json.list("utterances") { json in
                for record in records {
                    let placed = PlacedUtterance(record: record, placement: nil)
                    json.element { UtteranceDescription(placed: placed, conversation: conversation).write(to: &$0) }
                }
            }
            json.member("state", conversation.state.rawValue)
            json.member("next_cursor", next)
        }
        return text.bytes
    }
}
