internal import Language

/// What money is called in one language.
struct CurrencyName {
    /// One, several; in Russian one, two to four, more.
    var whole: [String]
    /// The hundredth part; empty if it is not said.
    var part: [String]
    var gender = Locution.Gender.masculine
    var partGender = Locution.Gender.masculine

    /// The currency that a sign stands for in a language; nil if it may be several. `$` is the peso to many people who speak
    /// Spanish, `¥` the yen or the yuan.
    static func named(_ sign: String, _ language: LanguageCode) -> CurrencyName? { table[language]?[sign] }

    /// The signs, the longest first.
    static let signs = ["US$", "R$", "EUR", "USD", "GBP", "€", "$", "£", "¥", "￥", "₹", "₽", "₩"]

    /// The word between the whole and the hundredth parts.
    static let joint: [LanguageCode: String] = [.en: "and", .es: "con", .it: "e", .pt: "e"]

    private static let table: [LanguageCode: [String: CurrencyName]] = {
        let euro: [LanguageCode: CurrencyName] = [
            .en: CurrencyName(whole: ["euro", "euros"], part: ["cent", "cents"]),
            .de: CurrencyName(whole: ["Euro"], part: ["Cent"]),
            .fr: CurrencyName(whole: ["euro", "euros"], part: ["centime", "centimes"]),
            .es: CurrencyName(whole: ["euro", "euros"], part: ["céntimo", "céntimos"]),
            .it: CurrencyName(whole: ["euro"], part: ["centesimo", "centesimi"]),
            .pt: CurrencyName(whole: ["euro", "euros"], part: ["cêntimo", "cêntimos"]),
            .ru: CurrencyName(whole: ["евро"], part: ["цент", "цента", "центов"]),
            .zh: CurrencyName(whole: ["欧元"], part: []), .ja: CurrencyName(whole: ["ユーロ"], part: ["セント"]),
            .ko: CurrencyName(whole: ["유로"], part: ["센트"]), .hi: CurrencyName(whole: ["यूरो"], part: ["सेंट"]),
            .ar: CurrencyName(whole: ["يورو"], part: []),
        ]
        let dollar: [LanguageCode: CurrencyName] = [
            .en: CurrencyName(whole: ["dollar", "dollars"], part: ["cent", "cents"]),
            .de: CurrencyName(whole: ["Dollar"], part: ["Cent"]),
            .fr: CurrencyName(whole: ["dollar", "dollars"], part: ["cent", "cents"]),
            .es: CurrencyName(whole: ["dólar", "dólares"], part: ["centavo", "centavos"]),
            .it: CurrencyName(whole: ["dollaro", "dollari"], part: ["centesimo", "centesimi"]),
            .pt: CurrencyName(whole: ["dólar", "dólares"], part: ["centavo", "centavos"]),
            .ru: CurrencyName(whole: ["доллар", "доллара", "долларов"], part: ["цент", "цента", "центов"]),
            .zh: CurrencyName(whole: ["美元"], part: []), .ja: CurrencyName(whole: ["ドル"], part: ["セント"]),
            .ko: CurrencyName(whole: ["달러"], part: ["센트"]), .hi: CurrencyName(whole: ["डॉलर"], part: ["सेंट"]),
            .ar: CurrencyName(whole: ["دولار"], part: []),
        ]
        let pound: [LanguageCode: CurrencyName] = [
            .en: CurrencyName(whole: ["pound", "pounds"], part: ["penny", "pence"]),
            .de: CurrencyName(whole: ["Pfund"], part: ["Pence"]),
            .fr: CurrencyName(whole: ["livre", "livres"], part: ["penny", "pence"], gender: .feminine),
            .es: CurrencyName(whole: ["libra", "libras"], part: ["penique", "peniques"], gender: .feminine),
            .it: CurrencyName(whole: ["sterlina", "sterline"], part: ["penny", "pence"], gender: .feminine),
            .pt: CurrencyName(whole: ["libra", "libras"], part: ["péni", "pence"], gender: .feminine),
            .ru: CurrencyName(whole: ["фунт", "фунта", "фунтов"], part: ["пенс", "пенса", "пенсов"]),
            .zh: CurrencyName(whole: ["英镑"], part: []), .ja: CurrencyName(whole: ["ポンド"], part: []),
            .ko: CurrencyName(whole: ["파운드"], part: []), .hi: CurrencyName(whole: ["पाउंड"], part: ["पेंस"]),
            .ar: CurrencyName(whole: ["جنيه إسترليني"], part: []),
        ]
        var table: [LanguageCode: [String: CurrencyName]] = [:]
        for language in LanguageCode.allCases {
            var signs: [String: CurrencyName] = [:]
            for sign in ["€", "EUR"] { signs[sign] = euro[language] }
            for sign in ["US$", "USD"] { signs[sign] = dollar[language] }
            if language != .es, language != .pt { signs["$"] = dollar[language] }
            for sign in ["£", "GBP"] { signs[sign] = pound[language] }
            table[language] = signs
        }
        table[.en]?["₹"] = CurrencyName(whole: ["rupee", "rupees"], part: ["paisa", "paise"])
        table[.hi]?["₹"] = CurrencyName(whole: ["रुपया", "रुपये"], part: ["पैसा", "पैसे"])
        table[.pt]?["R$"] = CurrencyName(whole: ["real", "reais"], part: ["centavo", "centavos"])
        table[.ru]?["₽"] = CurrencyName(
            whole: ["рубль", "рубля", "рублей"], part: ["копейка", "копейки", "копеек"], partGender: .feminine)
        table[.ko]?["₩"] = CurrencyName(whole: ["원"], part: [])
        for sign in ["¥", "￥"] {
            table[.zh]?[sign] = CurrencyName(whole: ["元"], part: [])
            table[.ja]?[sign] = CurrencyName(whole: ["えん"], part: [])
        }
        return table
    }()
}
