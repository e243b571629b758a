internal import Access
internal import Language
internal import Providers
internal import VerbioService

extension ConversationRequest {
    /// The request with the principal's preferences in place of missing parameters, as far as the principal may use them.
    func preferring(_ principal: Principal) -> ConversationRequest {
        var request = self
        request.preferredVoice = principal.preferredVoices.map { $0.joined(separator: ",") }
        request.formality = formality ?? principal.preferences.formality(for: directions.map(\.to))
        return request
    }
}

extension Principal {
    /// The preferred voices that it may ask for; nil if there are none. If only some voices are allowed, the others of these
    /// follow, so that one of them speaks and not the engine's own choice.
    var preferredVoices: [String]? {
        let preferred = NamedVoices(preferences.voice ?? "").names.filter { (try? limits.check(voice: $0)) != nil }
        let names = preferred + (limits.voices ?? []).subtracting(preferred).sorted()
        return names.isEmpty ? nil : names
    }

    /// The first of them that speaks a language.
    func preferredVoice(for language: LanguageCode, among voices: [SynthesizerCapabilities.Voice]) -> String? {
        preferredVoices?.first { name in voices.contains { $0.id == name && $0.language == language } }
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
