package import Language

/// The voices that a request names: one, or one for each language, or one for each person who speaks, separated by commas.
///
/// `es-1` is for all, and `2=es-3` for the second person of a recording whose speakers are told apart.
package struct NamedVoices: Sendable, Hashable {
    private struct Entry: Hashable {
        var person: Int?
        var name: String
    }

    private let entries: [Entry]

    /// - Parameter text: such as `es-1`, `es-1,en-2` or `1=es-1,2=es-3`; spaces around a name do not matter.
    package init(_ text: String) {
        entries = text.split(separator: ",").compactMap { part in
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let person = pieces.count == 2 ? Int(pieces[0].filter { $0 != " " }) : nil
            let name = (person == nil ? part : pieces[1]).split(separator: " ").joined(separator: " ")
            return name.isEmpty ? nil : Entry(person: person, name: name)
        }
    }

    package var names: [String] { entries.map(\.name) }

    /// The voices that are for one person only.
    package var personal: [String] { entries.filter { $0.person != nil }.map(\.name) }

    /// The voices that are for all people.
    package var common: [String] { entries.filter { $0.person == nil }.map(\.name) }

    /// The voices of each person that has some of its own.
    package var ofPersons: [[String]] {
        Dictionary(grouping: entries.filter { $0.person != nil }) { $0.person }
            .sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map { $0.value.map(\.name) }
    }

    /// The voice for a language: the first that is listed for it. If there is none, it is the first without a language,
    /// because only the provider knows what that one speaks. Nil if all of them are for other languages.
    ///
    /// - Parameters:
    ///   - person: who speaks, if that is known. Voices for this person come before those for all.
    ///   - chosen: the voice that was chosen for this person. It is used if it is listed, and if the request names none for
    ///     the person.
    package func voice(
        for language: LanguageCode, person: Int? = nil, chosen: String? = nil,
        listed voices: [SynthesizerCapabilities.Voice]
    ) -> String? {
        if let person, let own = self.own(of: person, for: language, listed: voices) { return own }
        if let chosen, voices.contains(where: { $0.id == chosen && $0.language == language }) { return chosen }
        return Self.first(of: common, for: language, listed: voices)
    }

    /// The voice that is named for one person in a language; nil if none is.
    package func own(
        of person: Int, for language: LanguageCode, listed voices: [SynthesizerCapabilities.Voice]
    ) -> String? {
        Self.first(of: entries.filter { $0.person == person }.map(\.name), for: language, listed: voices)
    }

    private static func first(
        of names: [String], for language: LanguageCode, listed voices: [SynthesizerCapabilities.Voice]
    ) -> String? {
        names.first { name in voices.contains { $0.id == name && $0.language == language } }
            ?? names.first { name in !voices.contains { $0.id == name } }
    }
}
