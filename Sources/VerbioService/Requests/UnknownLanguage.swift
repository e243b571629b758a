internal import Configuration
package import Language
package import Plumbing

/// Requests for speech in a language that is found out.
extension ConversationRequest {
    /// The same request for speech in a language that was found out. Speech in the target language is only transcribed.
    package func spoken(in language: LanguageTag) -> ConversationRequest {
        var request = self
        request.findsLanguage = false
        guard isTranslated, let pair = try? LanguagePair(language, to: pair.target), pair.from != pair.to else {
            request.pair = LanguagePair(only: language)
            (request.isTranslated, request.isSpoken) = (false, false)
            return request
        }
        request.pair = pair
        return request
    }

    /// A request for speech in a language that is to be found out.
    ///
    /// - Parameter target: nil if it is only transcribed.
    package static func ofUnknownLanguage(to target: LanguageTag?) -> ConversationRequest {
        let stand = LanguageTag(target?.code == .en ? .es : .en)
        let pair = target.flatMap { try? LanguagePair(stand, to: $0) }
        return ConversationRequest(pair ?? LanguagePair(only: stand)) { $0.findsLanguage = true }
    }

    /// - Parameters:
    ///   - place: the option or parameter that asks for it.
    /// - Throws: `Problem` of kind `usage`, code `language.automatic`, if both sides speak, or a glossary is of two languages.
    package func checkFindsLanguage(at place: String) throws(Problem) {
        guard findsLanguage else { return }
        guard !hasBothSides else {
            throw Problem(
                .usage, "language.automatic", "the language is found out only for speech of one side", at: place,
                cure: "name it; if it is one of two, ask for both ways, and the language of each utterance is detected")
        }
        guard glossary == nil else {
            throw Problem(
                .usage, "language.automatic", "a glossary is of two languages, and one is not known", at: place,
                cure: "name the language, or leave the glossary out")
        }
    }

    /// A request for live speech with these settings.
    ///
    /// - Throws: `Problem` of kind `usage` if there is no target language, or more than one.
    package static func ofUnknownLanguage(_ settings: Settings) throws(Problem) -> ConversationRequest {
        guard settings.translates || !settings.targets.isEmpty else { return .ofUnknownLanguage(to: nil) }
        // Another language than that of any target, so that the targets alone are checked.
        var named = settings
        let isEnglish = settings.targets.first?.lowercased().hasPrefix("en") == true
        named.set(.from, .string(isEnglish ? "es" : "en"))
        return .ofUnknownLanguage(to: try named.languageHeard(twoWay: false).target)
    }
}
