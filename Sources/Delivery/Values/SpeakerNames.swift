package import Conversations

/// The names of speakers in captions and transcripts: those of persons if they are told apart, or those of the sides.
package struct SpeakerNames: Sendable {
    /// Whether the sides are named if persons are not.
    let namesSides: Bool
    /// Nil if they are not told apart, or if there is only one without a name.
    private let persons: Persons?

    /// - Parameters:
    ///   - sides: whether the sides of the conversation are named; for recordings with more than one.
    ///   - persons: who speaks, as far as it is known.
    package init(sides: Bool, _ persons: Persons? = nil) {
        namesSides = sides
        self.persons = persons.flatMap { $0.numbers.count > 1 || !$0.names.isEmpty ? $0 : nil }
    }

    package init(of conversation: Conversation) {
        let settings = conversation.settings
        self.init(
            sides: settings.listening.channels == ConversationSettings.speakersByChannel
                || settings.sides.events != nil, conversation.persons)
    }

    /// The name of an utterance's speaker; nil if it is not shown.
    package func name(of record: UtteranceRecord) -> String? {
        if let persons, let person = persons.holder(of: record.utterance.speech) { return persons.name(of: person) }
        return namesSides ? record.speaker.rawValue : nil
    }
}
