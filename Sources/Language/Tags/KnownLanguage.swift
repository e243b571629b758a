/// A row of the table of languages.
///
/// A language is added here. Its engines are named where they are: `LanguageTokens` (translation models), `EspeakVoices`, and
/// `config/providers.yaml`. No row is ever removed, because stores contain its code.
struct KnownLanguage: Sendable {
    /// ISO 639-1.
    let code: String
    /// Codes of three letters: ISO 639-2 (terminology) first, then its bibliographic one and the usual ones of ISO 639-3.
    let longCodes: [String]
    /// The name in English.
    let name: String
    /// Its names for itself, the usual one first.
    let ownNames: [String]
    let scripts: Set<Script>
    /// The country of its usual locale.
    let country: String
    /// The region that a tag may name without a difference.
    let usualRegions: Set<String>
    /// ISO 15924, in capitals.
    let scriptCodes: Set<String>

    /// - Parameters:
    ///   - codes: of two and three letters, with blanks between them.
    ///   - own: names for itself, with commas between them.
    ///   - regions: if it is not the country alone.
    ///   - written: the codes of its scripts, if they do not follow from `scripts`.
    private init(
        _ codes: String, _ name: String, own: String, _ country: String, in scripts: Set<Script> = [.latin],
        regions: Set<String>? = nil, written: Set<String>? = nil
    ) {
        let codes = codes.split(separator: " ").map(String.init)
        code = codes[0]
        longCodes = Array(codes.dropFirst())
        self.name = name
        ownNames = own.split(separator: ",").map(String.init)
        self.scripts = scripts
        self.country = country
        usualRegions = regions ?? [country]
        scriptCodes = written ?? Set(scripts.compactMap(\.code))
    }

    /// How many rows of ``all`` are tested languages.
    static let countOfTested = 12

    static let indices = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ($0.element.code, UInt8($0.offset)) })

    /// The tested languages in their order, then the others by their codes.
    ///
    /// Codes, scripts and countries are those of ISO 639, ISO 15924 and CLDR. The regions of languages with varieties are
    /// named there, see ``LanguageVariety``.
    static let all: [KnownLanguage] = [
        KnownLanguage("en eng", "English", own: "english", "US", regions: []),
        KnownLanguage("es spa", "Spanish", own: "español,castellano", "ES", regions: []),
        KnownLanguage("fr fra fre", "French", own: "français", "FR"),
        KnownLanguage("de deu ger", "German", own: "deutsch", "DE"),
        KnownLanguage("it ita", "Italian", own: "italiano", "IT"),
        KnownLanguage("pt por", "Portuguese", own: "português", "BR", regions: []),
        KnownLanguage(
            "zh zho chi cmn", "Chinese", own: "中文,普通话", "CN", in: [.han], regions: ["CN", "SG"],
            written: ["HANS", "HANI"]),
        KnownLanguage("ja jpn", "Japanese", own: "日本語", "JP", in: [.han, .kana], written: ["JPAN"]),
        KnownLanguage("ko kor", "Korean", own: "한국어", "KR", in: [.hangul], written: ["KORE", "HANG"]),
        KnownLanguage("ar ara arb", "Arabic", own: "العربية", "EG", in: [.arabic], regions: ["001"]),
        KnownLanguage("hi hin", "Hindi", own: "हिन्दी", "IN", in: [.devanagari]),
        KnownLanguage("ru rus", "Russian", own: "русский", "RU", in: [.cyrillic]),

        KnownLanguage("bg bul", "Bulgarian", own: "български", "BG", in: [.cyrillic]),
        KnownLanguage("bn ben", "Bengali", own: "বাংলা", "IN", in: [.bengali], regions: ["BD", "IN"]),
        KnownLanguage("ca cat", "Catalan", own: "català,valencià", "ES"),
        KnownLanguage("cs ces cze", "Czech", own: "čeština,česky", "CZ"),
        KnownLanguage("da dan", "Danish", own: "dansk", "DK"),
        KnownLanguage("el ell gre", "Greek", own: "ελληνικά", "GR", in: [.greek]),
        KnownLanguage("et est ekk", "Estonian", own: "eesti", "EE"),
        KnownLanguage("fa fas per pes", "Persian", own: "فارسی", "IR", in: [.arabic]),
        KnownLanguage("fi fin", "Finnish", own: "suomi", "FI"),
        KnownLanguage("he heb", "Hebrew", own: "עברית", "IL", in: [.hebrew]),
        KnownLanguage("hr hrv", "Croatian", own: "hrvatski", "HR"),
        KnownLanguage("hu hun", "Hungarian", own: "magyar", "HU"),
        KnownLanguage("id ind", "Indonesian", own: "bahasa indonesia", "ID"),
        KnownLanguage("lt lit", "Lithuanian", own: "lietuvių", "LT"),
        KnownLanguage("lv lav lvs", "Latvian", own: "latviešu", "LV"),
        KnownLanguage("ms msa may zsm", "Malay", own: "bahasa melayu,melayu", "MY"),
        KnownLanguage("nb nob nor", "Norwegian", own: "norsk,norsk bokmål,bokmål", "NO"),
        KnownLanguage("nl nld dut", "Dutch", own: "nederlands,vlaams", "NL"),
        KnownLanguage("pl pol", "Polish", own: "polski", "PL"),
        KnownLanguage("ro ron rum", "Romanian", own: "română", "RO"),
        KnownLanguage("sk slk slo", "Slovak", own: "slovenčina", "SK"),
        KnownLanguage("sl slv", "Slovenian", own: "slovenščina", "SI"),
        KnownLanguage("sv swe", "Swedish", own: "svenska", "SE"),
        KnownLanguage("sw swa swh", "Swahili", own: "kiswahili", "KE"),
        KnownLanguage("ta tam", "Tamil", own: "தமிழ்", "IN", in: [.tamil]),
        KnownLanguage("te tel", "Telugu", own: "తెలుగు", "IN", in: [.telugu]),
        KnownLanguage("th tha", "Thai", own: "ไทย,ภาษาไทย", "TH", in: [.thai]),
        KnownLanguage("tr tur", "Turkish", own: "türkçe", "TR"),
        KnownLanguage("uk ukr", "Ukrainian", own: "українська", "UA", in: [.cyrillic]),
        KnownLanguage("ur urd", "Urdu", own: "اردو", "PK", in: [.arabic]),
        KnownLanguage("vi vie", "Vietnamese", own: "tiếng việt", "VN"),
    ]
}
