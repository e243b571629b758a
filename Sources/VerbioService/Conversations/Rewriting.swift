import Audio
package import Conversations
import Delivery
import Interpreting
package import Plumbing

/// A request to replace the text of an utterance by what was really said.
package struct RewritingRequest: Sendable, Hashable {
    package var conversation: Conversation
    /// The utterance's number, from 1.
    package var sequence: Int
    package var text: String

    /// Bytes of the longest text, as of a line of a text.
    package static let longest = 20_000

    /// - Throws: `Problem` of kind `usage`, code `utterance.text`.
    package init(conversation: Conversation, sequence: Int, text: String) throws(Problem) {
        self.conversation = conversation
        self.sequence = sequence
        self.text = try Self.checked(text)
    }

    /// The text without blanks around it.
    ///
    /// - Throws: `Problem` of kind `usage`, code `utterance.text`, if it is none.
    package static func checked(_ text: String) throws(Problem) -> String {
        guard text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= longest,
            !text.contains(where: \.isNewline)
        else {
            throw Problem(
                .usage, "utterance.text", "a text has words, in one line of at most \(longest) bytes",
                at: "source", cure: "send another one")
        }
        let isSpace = { (character: Character) in character.isWhitespace }
        return String(String(text.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
    }
}

/// A change of an utterance's text, with the engines that translate and speak the new one.
struct Rewriting: Sendable {
    let session: Session
    private let correction: TextCorrection

    /// Looks up the utterance and checks that everything needed is there, before anything is changed.
    ///
    /// - Returns: nil if the utterance already has the text, and all of its work is done.
    /// - Throws: `Problem` of kind `usage`: `utterance.unknown`, `utterance.outside`, `translator.hears`, or an engine that does
    ///   not know the languages; of kind `provider`.
    static func open(
        _ request: RewritingRequest, of conversation: Conversation, assembly: Assembly, store: any ContentStore
    ) async throws -> Rewriting? {
        let id = UtteranceID(conversation: conversation.id, sequence: request.sequence)
        guard let record = try await store.utterance(id) else {
            throw Problem(
                .usage, "utterance.unknown", "\(conversation.id) has no utterance \(request.sequence)",
                cure: "see their numbers in the conversation's document")
        }
        let correction = try TextCorrection(of: record, as: request.text)
        if correction.changesNothing { return nil }
        let session = try await Session.stored(conversation, assembly: assembly, store: store, engines: nil)
        try correction.check(session.providers)
        return Rewriting(session: session, correction: correction)
    }

    func perform(
        control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let ending = try await session.store.ending(of: session.conversation)
        return try await session.interpreter().rewrite(
            session.conversation, correction, ending: ending, control: control, deliver: deliver)
    }
}
