internal import Access
internal import Language
internal import VerbioService

extension ConversationRequest {
    /// The same with what the principal prefers where the request does not say.
    ///
    /// - Throws: `LimitReached` if the request names a voice that the principal may not ask for. A preferred one is left out then.
    func preferring(_ principal: Principal) throws(LimitReached) -> ConversationRequest {
        var request = self
        if let voice { try principal.limits.check(voice: voice) }
        if let wanted = principal.preferences.voice, (try? principal.limits.check(voice: wanted)) != nil {
            request.preferredVoice = wanted
        }
        request.formality = formality ?? principal.preferences.formality(for: directions.map(\.to))
        return request
    }
}

extension Principal.Preferences {
    /// The form of address, if one of the languages has more than one. Otherwise each conversation would say that it has none.
    func formality(for languages: [LanguageCode]) -> Formality? {
        formality.flatMap { formality in
            languages.contains { formality.address(in: $0) != nil } ? formality : nil
        }
    }
}
