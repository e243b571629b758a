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

    private func letters(of script: Script) -> Int {
        switch script {
        case .latin: latin
        case .han: han
        case .kana: kana
        case .hangul: hangul
        case .arabic: arabic
        case .devanagari: devanagari
        case .cyrillic: cyrillic
        case .greek, .hebrew, .thai, .bengali, .tamil, .telugu, .other: other
        }
    }

    /// The letters a text of a language is written with.
    func expected(_ language: LanguageCode) -> Int {
        language.scripts.reduce(0) { $0 + letters(of: $1) }
    }
}
