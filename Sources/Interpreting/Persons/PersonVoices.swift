package import Conversations
internal import Language
package import Providers
package import Resilience

/// Chooses a voice for each person of a conversation, in the languages that are spoken in it.
///
/// The voices are stored with the persons, so they stay the same in later runs. The pitch of a person is not stored.
package struct PersonVoices: Sendable {
    private let castings: [(language: LanguageCode, casting: VoiceCasting)]
    private let named: NamedVoices
    private let listed: [SynthesizerCapabilities.Voice]

    /// - Parameters:
    ///   - settings: of the conversation.
    ///   - synthesizer: the preferred one.
    ///   - allowance: tells which voices the user may use; nil if all.
    /// - Returns: nil if there is nothing to choose, see ``VoiceCasting``.
    package init?(
        for settings: ConversationSettings, by synthesizer: SynthesizerCapabilities, within allowance: (any Allowance)?
    ) {
        named = NamedVoices(settings.speech.voice ?? "")
        listed = synthesizer.voices
        let pair = settings.namedPair
        var castings: [(language: LanguageCode, casting: VoiceCasting)] = []
        for tag in settings.hasBothSides ? [pair.target, pair.source] : [pair.target] {
            let casting = VoiceCasting(synthesizer, for: tag, named: named) { allowance?.allows(voice: $0) ?? true }
            if let casting { castings.append((tag.code, casting)) }
        }
        self.castings = castings
        if castings.isEmpty { return nil }
    }

    /// Gives people a voice in each language in which they have none, and for which the request names none.
    ///
    /// - Parameters:
    ///   - people: in the order of their first words.
    ///   - pitches: in Hz, by person.
    package func choose(for people: [Int], pitches: [Int: Double], in persons: inout Persons) {
        for (language, casting) in castings {
            let kept = persons.voices(in: language)
            let without = people.filter {
                kept[$0] == nil && named.own(of: $0, for: language, listed: listed) == nil
            }
            persons.give(casting.voices(for: without, pitches: pitches, keeping: kept), in: language)
        }
    }
}

extension Conversation {
    /// The voice that the preferred synthesizer is asked for; nil for its own choice.
    ///
    /// - Parameters:
    ///   - persons: who speaks, as far as it is known.
    ///   - listed: the voices of the synthesizer.
    func voice(
        for language: LanguageCode, of utterance: Utterance, _ persons: Persons?,
        listed: [SynthesizerCapabilities.Voice]
    ) -> String? {
        let person = persons?.holder(of: utterance.speech)
        return NamedVoices(settings.speech.voice ?? "").voice(
            for: language, person: person, chosen: person.flatMap { persons?.voice(of: $0, in: language) },
            listed: listed)
    }
}
