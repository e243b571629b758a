internal import Language

/// Counts the letters of a text by script.
protocol LettersByScript {
    var latin: Int { get }
    var cyrillic: Int { get }
    var arabic: Int { get }
    var devanagari: Int { get }
    var han: Int { get }
    var kana: Int { get }
    var hangul: Int { get }
    var other: Int { get }
}

extension LettersByScript {
    var total: Int { latin + cyrillic + arabic + devanagari + han + kana + hangul + other }

    /// The letters a text of a language is written with.
    func expected(_ language: LanguageCode) -> Int {
        switch language {
        case .en, .es, .fr, .de, .it, .pt: latin
        case .zh: han
        case .ja: han + kana
        case .ko: hangul
        case .ar: arabic
        case .hi: devanagari
        case .ru: cyrillic
        }
    }
}
