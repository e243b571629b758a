internal import Language

/// The words of the twelve languages for days relative to today, and for parts of a day.
enum RelativeDayWords {
    struct Phrase {
        var words: [String]
        /// Days from today; empty if the phrase may be of several days.
        var days: Set<Int>
        /// 0 the morning, 1 the afternoon, 2 the evening.
        var parts: Set<Int>
    }

    /// The longest phrases of a language first.
    static let phrases: [LanguageCode: [Phrase]] = tables.mapValues(read)

    /// `days / parts: phrase, phrase`, the numbers side by side with blanks.
    private static func read(_ table: String) -> [Phrase] {
        table.split(separator: "\n").flatMap { line -> [Phrase] in
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return [] }
            let sets = halves[0].split(separator: "/", omittingEmptySubsequences: false).map { list in
                Set(list.split(separator: " ").compactMap { Int($0) })
            }
            return halves[1].split(separator: ",").map { phrase in
                Phrase(
                    words: phrase.split(separator: " ").map(String.init), days: sets[0],
                    parts: sets.count > 1 ? sets[1] : [])
            }
        }
        .sorted { ($0.words.count, $0.words.joined().count) > ($1.words.count, $1.words.joined().count) }
    }

    private static let tables: [LanguageCode: String] = [
        .en: """
        2: day after tomorrow
        1: tomorrow
        0: today
        -1: yesterday, last night
        -2: day before yesterday
        0/0: this morning
        0/1: this afternoon
        0/2: this evening, tonight
        """,
        .es: """
        2: pasado mañana
        1: mañana
        0: hoy
        -1: ayer, anoche
        -2: anteayer, antes de ayer, antier
        0/0: esta mañana
        0/1 2: esta tarde
        """,
        .fr: """
        2: après demain
        1: demain
        0: aujourd hui
        -1: hier
        -2: avant hier
        0/0: ce matin
        0/1: cet après midi
        0/2: ce soir
        """,
        .de: """
        2: übermorgen
        1: morgen
        0: heute, heute früh
        -1: gestern
        -2: vorgestern
        0/0: heute morgen, heute vormittag
        0/1: heute nachmittag
        0/2: heute abend
        : heute nacht
        """,
        .it: """
        2: dopodomani, dopo domani
        1: domani, domattina
        0: oggi
        -1: ieri
        -2: altro ieri, altroieri, avantieri, ieri l altro
        0/0: stamattina, stamani, stamane, questa mattina
        0/1: questo pomeriggio, oggi pomeriggio
        0/2: stasera, questa sera
        """,
        .pt: """
        2: depois de amanhã
        1: amanhã
        0: hoje
        -1: ontem
        -2: anteontem, antes de ontem
        0/0: esta manhã, hoje de manhã
        0/1 2: esta tarde, desta tarde, nesta tarde, hoje à tarde
        0/2: hoje à noite
        """,
        .zh: """
        3: 大后天, 大後天
        2: 后天, 後天
        1: 明天, 明日, 明晚, 明早
        0: 今天, 今日
        -1: 昨天, 昨日, 昨晚, 昨夜
        -2: 前天
        -3: 大前天
        0/0: 今早, 今晨, 今天早上, 今天早晨, 今天上午
        0/1: 今天下午
        0/2: 今晚, 今夜, 今天晚上
        0/1 2: 今天傍晚
        """,
        .ja: """
        2: 明後日, あさって
        1: 明日, あした
        0: 今日, 本日, きょう
        -1: 昨日, 昨夜, 昨晩, きのう
        -2: 一昨日, おととい
        0/0: 今朝, 今日の午前, 今日の朝
        0/1: 今日の午後
        0/1 2: 今日の夕方
        0/2: 今夜, 今晩, 今日の夜
        : 今日は、
        """,
        .ko: """
        3: 글피
        2: 모레, 내일모레
        1: 내일
        0: 오늘
        -1: 어제, 어젯밤
        -2: 그저께, 그제, 그제는
        : 그제야, 그제서야, 오늘날, 엊그제
        0/0: 오늘 아침, 오늘 오전
        0/1 2: 오늘 오후
        0/2: 오늘 저녁, 오늘 밤, 오늘밤
        """,
        .ar: """
        2: بعد غد
        1: غدا, غدًا, غداً, إلى غد, إلى الغد
        0: اليوم
        -1: أمس, امس, البارحة, بالأمس, الليلة الماضية, ليلة أمس
        -2: أول أمس, أول من أمس
        0/0: هذا الصباح, صباح اليوم
        0/1: بعد ظهر اليوم, عصر اليوم
        0/1 2: مساء اليوم, هذا المساء
        0/2: الليلة, هذه الليلة
        """,
        .hi: """
        -2 2: परसों
        -1 1: कल
        0: आज
        0/0: आज सुबह
        0/1: आज दोपहर
        0/1 2: आज शाम
        0/2: आज रात
        """,
        .ru: """
        2: послезавтра, послезавтрашн
        1: завтра, завтрашн
        0: сегодня, сегодняшн
        -1: вчера, вчерашн
        -2: позавчера, позавчерашн
        0/0: сегодня утром
        0/1: сегодня днём, сегодня днем
        0/1 2: сегодня вечером
        """,
    ]
}
