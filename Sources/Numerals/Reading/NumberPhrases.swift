internal import Language

/// What a text says of time and price in words other than numbers: how often, noon, day and night, a discount.
struct NumberPhrases {
    let language: LanguageCode

    /// Noon or midnight, if a text names it by its own word; nil if it names both or neither.
    func midday(in text: String) -> (isNoon: Bool, mention: NumberMention)? {
        guard let names = Self.middays[language] else { return nil }
        func place(_ names: [String]) -> Range<String.Index>? {
            names.lazy.filter { text.hasBytes(of: $0) }.compactMap { text.firstRange(of: $0) }.first
        }
        let (noon, midnight) = (place(names.noon), place(names.midnight))
        guard (noon == nil) != (midnight == nil), let range = noon ?? midnight else { return nil }
        return (noon != nil, NumberMention(range: range, value: ExactDecimal(12)))
    }

    private static let middays: [LanguageCode: (noon: [String], midnight: [String])] = [
        .en: ([" noon", "midday"], ["midnight"]), .de: ([" Mittag", "mittags"], ["Mitternacht"]),
        .fr: ([" à midi", "midi pile"], ["minuit"]), .es: (["mediodía"], ["medianoche"]),
        .it: (["mezzogiorno"], ["mezzanotte"]), .pt: (["meio-dia"], ["meia-noite"]),
        .ru: (["полдень", "полудн"], ["полночь", "полуноч"]), .zh: (["中午", "正午"], ["午夜", "半夜"]),
        .ja: (["正午"], ["真夜中"]), .ko: (["정오"], ["자정"]), .hi: ([], ["आधी रात"]), .ar: ([], ["منتصف الليل"]),
    ]

    /// How often something is said to happen, and per what length of time, if the text says only one.
    func frequency(in text: String) -> (times: [NumberMention], rate: (unit: String, mention: NumberMention)?) {
        let source = NumberSource(text, language)
        let rates = RateReader(source: source).rates()
        let times = TimesReader(source: source).times(isOften: !rates.isEmpty)
        guard let first = rates.first, rates.allSatisfy({ $0.unit == first.unit }) else { return (times, nil) }
        return (times, (first.unit, NumberMention(range: source.text.range(first.range), value: ExactDecimal(1))))
    }

    /// Whether the text has a word for a length of time anywhere, in any form.
    func names(_ unit: String, in text: String) -> Bool {
        let folded = FoldedText.fold(text)
        return (Self.lengths[language]?[unit] ?? []).contains { folded.contains($0) }
    }

    private static let lengths: [LanguageCode: [String: [String]]] = [
        .en: lengths("hour,hourly", "day,daily,night,evening,morning", "week,sunday,monday", "month", "year,annual"),
        .de: lengths("stunde,stündlich", "tag,täglich,abend,morgen", "woche,wöchentlich", "monat", "jahr,jährlich"),
        .fr: lengths("heure", "jour,quotid,soir,matin", "semaine,hebdo", "mois,mensu", " an,année"),
        .es: lengths(" hora", " día,diari,noche,mañana", "semana", " mes,mensual", " año,anual"),
        .it: lengths(" ora,orari,'ora", "giorn,sera,mattin", "settiman", "mese,mesi,mensil", "anno,anni,annu"),
        .pt: lengths(" hora", " dia,diári,noite,manhã", "semana", " mês, mes,mensal", " ano,anual"),
        .ru: lengths(" час", "день,дня,дне,сутк,днев,вечер,утр", "недел", "месяц,месяч", "год, лет"),
        .zh: lengths("小时,小時,钟头,时", "天,日,晚,早", "周,週,星期,礼拜", "月", "年"),
        .ja: lengths("時", "日,晩,朝", "週", "月", "年"),
        .ko: lengths("시간,시급", "하루,매일,날,일당,저녁,아침", "주", "달,월", "년,연간"),
        .ar: lengths("ساع", "يوم,أيام,مساء,صباح", "أسبوع", "شهر,أشهر", "سنة,سنوي,عام"),
        .hi: lengths("घंट,घण्ट", "दिन,रोज,शाम,सुबह,प्रतिदिन", "हफ्त,हफ़्त,सप्ताह", "महीन,माह,मासिक", "साल,वर्ष,सालाना"),
    ]

    private static func lengths(
        _ hour: String, _ day: String, _ week: String, _ month: String, _ year: String
    ) -> [String: [String]] {
        [
            "hour": phrases(hour), "day": phrases(day), "week": phrases(week), "month": phrases(month),
            "year": phrases(year),
        ]
    }

    /// Whether the text says that something costs less than before.
    func saysOff(_ text: String) -> Bool {
        let folded = FoldedText.fold(text)
        return (Self.offWords[language] ?? []).contains { folded.contains($0) }
    }

    /// Whether the text says that something continues day and night, in words other than a number of hours.
    func saysRoundTheClock(_ text: String) -> Bool {
        let folded = FoldedText.fold(text).replacing("’", with: "'")
        return (Self.clockWords[language] ?? []).contains { folded.contains($0) }
    }

    private static func phrases(_ list: String) -> [String] {
        list.split(separator: ",").map { FoldedText.fold(String($0)) }
    }

    private static let offWords: [LanguageCode: [String]] = [
        .en: phrases(" off,discount,reduc,less,cheaper,rebate"),
        .de: phrases("rabatt,nachlass,ermäßig,reduziert,günstiger,billiger,weniger,skonto"),
        .fr: phrases("réduction,remise,rabais,moins,réduit"), .es: phrases("descuento,rebaja,menos"),
        .it: phrases("scont,ribass,meno"), .pt: phrases("desconto,menos"), .ru: phrases("скид,дешевле"),
        .ja: phrases("引き,割引,オフ,off,安く"), .ko: phrases("할인,세일,싸"), .ar: phrases("خصم,تخفيض,حسم"),
        .hi: phrases("छूट,डिस्काउंट"),
    ]

    private static let clockWords: [LanguageCode: [String]] = [
        .en: phrases("round the clock,round-the-clock,around the clock,day and night,24/7"),
        .de: phrases("rund um die uhr,tag und nacht"), .ru: phrases("круглосуточн,круглые сутки"),
        .fr: phrases(
            "24 heures sur 24,24h sur 24,24 h sur 24,24h/24,24 h/24,vingt-quatre heures sur vingt-quatre,jour et nuit"),
        .it: phrases("24 ore su 24,24 h su 24,giorno e notte"), .es: phrases("las 24 horas,las veinticuatro horas"),
        .pt: phrases("24 horas por dia,dia e noite"), .zh: phrases("全天候,昼夜,全天"), .ja: phrases("昼夜,一日中,終日"),
        .ko: phrases("하루 종일,밤낮"), .ar: phrases("على مدار الساعة,ليل نهار"), .hi: phrases("चौबीसों घंटे,दिन रात"),
    ]
}
