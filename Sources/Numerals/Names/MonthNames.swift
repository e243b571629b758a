internal import Language

/// The months as they are written in dates. The names are used for reading and for speaking.
enum MonthNames {
    /// In the case that follows a day: мая, de mayo.
    static func name(_ month: Int, _ language: LanguageCode) -> String? {
        guard (1...12).contains(month), let names = written[language] else { return nil }
        return names[month - 1]
    }

    /// The month that a word names, in the form that is used within sentences.
    static func month(_ word: String, _ language: LanguageCode) -> Int? {
        numbers[language]?[word.lowercased()] ?? others[language]?[word]
    }

    private static let numbers: [LanguageCode: [String: Int]] = written.mapValues { names in
        Dictionary(names.enumerated().map { ($1.lowercased(), $0 + 1) }, uniquingKeysWith: { first, _ in first })
    }

    /// From January on, in that case, for languages that do not number the months.
    static let written: [LanguageCode: [String]] = [
        .en: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ],
        .de: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
        .fr: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ],
        .es: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre",
            "diciembre",
        ],
        .it: [
            "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
            "novembre", "dicembre",
        ],
        .pt: [
            "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
            "novembro",
            "dezembro",
        ],
        .ru: [
            "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
            "декабря",
        ],
        .hi: [
            "जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर",
        ],
        .ar: [
            "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
            "ديسمبر",
        ],
    ]

    /// Other names and spellings, which are kept as they are: of the Levant, of Tunisia and Algeria, without hamza.
    private static let others: [LanguageCode: [String: Int]] = [
        .ar: [
            "كانون الثاني": 1, "شباط": 2, "آذار": 3, "نيسان": 4, "أيار": 5, "حزيران": 6, "تموز": 7, "آب": 8,
            "أيلول": 9, "تشرين الأول": 10, "تشرين الثاني": 11, "كانون الأول": 12, "جانفي": 1, "فيفري": 2,
            "أفريل": 4, "ماي": 5, "جوان": 6, "جويلية": 7, "أوت": 8, "إبريل": 4, "ابريل": 4, "يونيه": 6,
            "يوليه": 7, "اغسطس": 8, "اكتوبر": 10,
        ]
    ]
}
