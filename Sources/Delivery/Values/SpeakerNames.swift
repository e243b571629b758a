package import Conversations

/// The names of speakers in captions and transcripts: those of persons if they are told apart, or those of the sides.
package struct SpeakerNames: Sendable {
    /// Whether the sides are named if persons are not.
    let namesSides: Bool
    /// Nil if they are not told apart, or if there is only one without a name.
    private let persons: Persons?

    /// - Parameter sides: whether the sides of the conversation are named; for recordings with more than one.
    package init(sides: Bool) {
        namesSides = sides
        persons = nil
    }

    package init(of conversation: Conversation) {
        let settings = conversation.settings
        namesSides =
            settings.listening.channels == ConversationSettings.speakersByChannel || settings.sides.events != nil
        persons = conversation.persons.flatMap { $0.numbers.count > 1 || !$0.names.isEmpty ? $0 : nil }
    }

    /// The name of an utterance's speaker; nil if it is not shown.
    package func name(of record: UtteranceRecord) -> String? {
        if let persons, let person = persons.holder(of: record.utterance.speech) { return persons.name(of: person) }
        return namesSides ? record.speaker.rawValue : nil
    }
}
