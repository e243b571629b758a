/// The form of address between the people of a conversation, for languages that have more than one.
package enum Formality: String, Sendable, Codable, CaseIterable {
    /// The form for strangers: vous, Sie, usted.
    case formal
    /// The form for friends: tu, du, tú.
    case informal

    /// The form of address in a language, in words for a translator; nil for English, which has only one, and for basic languages.
    package func address(in language: LanguageCode) -> String? {
        let isFormal = self == .formal
        return switch language {
        case .es: isFormal ? "usted" : "tú"
        case .fr: isFormal ? "vous" : "tu"
        case .de: isFormal ? "Sie" : "du"
        case .it: isFormal ? "Lei" : "tu"
        case .pt: isFormal ? "o senhor or a senhora" : "você"
        case .zh: isFormal ? "您" : "你"
        case .ja: isFormal ? "polite style, です and ます" : "plain style, without です and ます"
        case .ko: isFormal ? "존댓말" : "반말"
        case .ar: isFormal ? "حضرتك" : "أنت"
        case .hi: isFormal ? "आप" : "तुम"
        case .ru: isFormal ? "вы" : "ты"
        default: nil
        }
    }
}
