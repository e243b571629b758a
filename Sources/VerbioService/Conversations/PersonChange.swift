package import Conversations
import Plumbing

/// A user's change of who speaks in a conversation: names, persons that are one, and utterances of another person.
package struct PersonChange: Sendable, Hashable {
    /// By person; nil takes a name away.
    package var names: [Int: String?] = [:]
    /// The person that goes, and the one that stays.
    package var merges: [Int: Int] = [:]
    /// Persons by the number of an utterance. A person may be new.
    package var utterances: [Int: Int] = [:]

    package init() {}

    /// Stores the change.
    ///
    /// - Returns: the conversation with it.
    /// - Throws: `Problem` of kind `usage`: `speakers.none`, `speakers.unknown` or `utterance.unknown`.
    package func apply(to conversation: Conversation, in store: any ConversationStore) async throws -> Conversation {
        guard var persons = conversation.persons, persons.turns != nil else {
            throw Problem(
                .usage, "speakers.none", "the speakers of \(conversation.id) are not told apart",
                cure: "translate its recording with the option speakers")
        }
        for (sequence, person) in utterances.sorted(by: { $0.key < $1.key }) {
            guard
                let record = try await store.utterance(
                    UtteranceID(conversation: conversation.id, sequence: sequence))
            else {
                throw Problem(
                    .usage, "utterance.unknown", "\(conversation.id) has no utterance \(sequence)",
                    cure: "look at the document of the conversation")
            }
            guard (1...PersonCount.most).contains(person) else { throw Self.unknown(person, persons) }
            persons.assign(record.utterance.speech, to: person)
        }
        for (person, other) in merges.sorted(by: { $0.key < $1.key }) where person != other {
            for one in [person, other] where !persons.numbers.contains(one) { throw Self.unknown(one, persons) }
            persons.merge(person, into: other)
        }
        for (person, name) in names.sorted(by: { $0.key < $1.key }) {
            guard persons.numbers.contains(person) else { throw Self.unknown(person, persons) }
            persons.names[person] = name
        }
        var changed = conversation
        changed.persons = persons
        try await store.commit([.persons(conversation.id, persons)])
        try await store.synchronize()
        return changed
    }

    private static func unknown(_ person: Int, _ persons: Persons) -> Problem {
        Problem(
            .usage, "speakers.unknown", "there is no speaker \(person)",
            cure: "use one of: \(persons.numbers.map(String.init).joined(separator: " "))")
    }
}
