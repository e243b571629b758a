package import Conversations
internal import Delivery
package import Interpreting
package import Plumbing

extension CorrectedTexts {
    /// Bytes of the longest text, as of a line of a text.
    package static let longest = 20_000

    /// The texts without blanks around them.
    ///
    /// - Throws: `Problem` of kind `usage`: `utterance.text` if one has no words, several lines or too many bytes;
    ///   `utterance.unchanged` if nothing is to be changed.
    package init(checking source: String?, _ translation: Translation = .follows) throws(Problem) {
        guard source != nil || translation != .follows else {
            throw Problem(
                .usage, "utterance.unchanged", "nothing is to be corrected", at: "source and translation",
                cure: "give one of them, or both")
        }
        self.init(translation: translation)
        if let source { self.source = try Self.checked(source, at: "source") }
        if case .given(let text) = translation { self.translation = .given(try Self.checked(text, at: "translation")) }
    }

    private static func checked(_ text: String, at place: String) throws(Problem) -> String {
        guard text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= longest,
            !text.contains(where: \.isNewline)
        else {
            throw Problem(
                .usage, "utterance.text", "a text has words, in one line of at most \(longest) bytes",
                at: place, cure: "send another one")
        }
        let isSpace = { (character: Character) in character.isWhitespace }
        return String(String(text.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
    }
}

/// A request to correct the texts of an utterance.
package struct RewritingRequest: Sendable, Hashable {
    package var conversation: Conversation
    /// The utterance's number, from 1.
    package var sequence: Int
    package var texts: CorrectedTexts

    package init(conversation: Conversation, sequence: Int, texts: CorrectedTexts) {
        self.conversation = conversation
        self.sequence = sequence
        self.texts = texts
    }
}

/// A change of an utterance's texts, with the engines that translate and speak the new ones.
package struct Rewriting: StoredChange {
    package let opened: OpenedConversation
    private let correction: TextCorrection

    package var utterance: UtteranceID { correction.record.utterance.id }

    /// Looks up the utterance and checks that everything needed is there, before anything is changed.
    ///
    /// - Parameter engines: the engines to use if they differ from those that have worked on the conversation.
    /// - Returns: nil if the utterance already has the texts, and all of its work is done.
    /// - Throws: `Problem` of kind `usage`: `utterance.unknown`, those of `TextCorrection`, or an engine that does not know
    ///   the languages; of kind `provider`.
    package static func open(
        _ request: RewritingRequest, of conversation: Conversation, assembly: Assembly, store: any ContentStore,
        engines: EngineChoice? = nil
    ) async throws -> Rewriting? {
        let record = try await store.record(request.sequence, of: conversation, for: assembly)
        let correction = try TextCorrection(of: record, as: request.texts)
        if correction.changesNothing { return nil }
        let opened = try await OpenedConversation.stored(
            conversation, assembly: assembly, store: store, engines: engines)
        try correction.check(opened.providers)
        return Rewriting(opened: opened, correction: correction)
    }

    package func perform(
        control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (finished: Event.ConversationFinished, reopened: [Int]) {
        let ending = try await opened.store.ending(of: opened.conversation)
        let finished = try await opened.interpreter().rewrite(
            opened.conversation, correction, ending: ending, control: control, deliver: deliver)
        return (finished, [utterance.sequence])
    }
}
