import Conversations
package import Language
package import Plumbing

/// The name that a user gives to a person, written as `1=Ana`.
package enum PersonName {
    /// Characters of a name.
    package static let longest = 80

    /// - Parameter text: `1=Ana`.
    /// - Throws: `Problem` of kind `usage`, code `speakers.name`.
    package static func parsed(_ text: String) throws(Problem) -> (person: Int, name: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        let name =
            parts.count == 2 ? String(parts[1]).printableOnOneLine.split(separator: " ").joined(separator: " ") : ""
        guard parts.count == 2, let person = Int(parts[0]), (1...PersonCount.most).contains(person), !name.isEmpty,
            name.count <= longest
        else {
            throw Problem(
                .usage, "speakers.name", "'\(text.clipped(to: 60).printableOnOneLine)' names no speaker",
                cure: "write the number of the speaker and a name of up to \(longest) characters, such as 1=Ana")
        }
        return (person, name)
    }
}

/// The language of a person, written as `1=es`. The direction of what the person says follows from it.
package enum PersonLanguage {
    /// - Parameter text: `1=es`.
    /// - Throws: `Problem` of kind `usage`, code `speakers.language`.
    package static func parsed(_ text: String) throws(Problem) -> (person: Int, language: LanguageCode) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let person = Int(parts[0]), (1...PersonCount.most).contains(person),
            let tag = try? LanguageTag(parsing: String(parts[1]))
        else {
            throw Problem(
                .usage, "speakers.language",
                "'\(text.clipped(to: 60).printableOnOneLine)' is no language of a speaker",
                cure: "write the number of the speaker and a language, such as 1=es")
        }
        return (person, tag.code)
    }

    /// Checks that the languages of people can decide directions.
    ///
    /// - Throws: `Problem` of kind `usage`, code `speakers.language`.
    static func check(_ request: ConversationRequest, tellsApart: Bool) throws(Problem) {
        let place = "--speaker-language"
        guard let last = request.personLanguages.max(by: { $0.key < $1.key }) else { return }
        guard tellsApart else {
            throw Problem(
                .usage, "speakers.language", "the speakers are not told apart", at: place,
                cure: "give --speakers auto, or how many there are, too")
        }
        guard request.isTwoWay else {
            throw Problem(
                .usage, "speakers.language", "all speech is translated in one direction", at: place,
                cure: "give --two-way, too, if speaker \(last.key) speaks the other language")
        }
        let pair = request.pair
        for (person, language) in request.personLanguages.sorted(by: { $0.key < $1.key })
        where language != pair.from && language != pair.to {
            throw Problem(
                .usage, "speakers.language",
                "speaker \(person) cannot speak \(language.englishName): the conversation is in "
                    + "\(pair.from.englishName) and \(pair.to.englishName)", at: place,
                cure: "name one of the two languages")
        }
    }
}
