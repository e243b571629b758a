internal import Language

/// Words that say per what length of time something is counted.
struct RatePhrase {
    enum Condition { case none, money, numberBefore, numberBehind }

    var unit: String
    var words: [String]
    var scalars: [Unicode.Scalar]
    var condition: Condition
    var isEastern: Bool

    /// `unit: phrase, phrase`. `#` before a phrase requires a number before it, `$` money, `~` a number behind it.
    private static func read(_ table: String, isEastern: Bool = false) -> [RatePhrase] {
        table.split(separator: "\n").flatMap { line -> [RatePhrase] in
            let halves = line.split(separator: ":")
            guard halves.count == 2 else { return [] }
            let unit = halves[0].trimmed
            return halves[1].split(separator: ",").map { phrase in
                let said = phrase.trimmed
                let marks: [Character: Condition] = ["#": .numberBefore, "$": .money, "~": .numberBehind]
                let condition = said.first.flatMap { marks[$0] } ?? .none
                let folded = FoldedText.fold(condition == .none ? said : String(said.dropFirst()))
                return RatePhrase(
                    unit: unit, words: folded.split(separator: " ").map(String.init),
                    scalars: Array(folded.unicodeScalars), condition: condition, isEastern: isEastern)
            }
        }
        .sorted { $0.scalars.count > $1.scalars.count }
    }

    static let all: [LanguageCode: [RatePhrase]] = [
        .en: read(
            """
            hour: per hour, #an hour, every hour, each hour, hourly
            day: per day, #a day, every day, each day, daily, per night, #a night
            week: per week, #a week, every week, each week, weekly
            month: per month, #a month, every month, each month, monthly
            year: per year, per annum, #a year, every year, each year, yearly, annually
            """),
        .es: read(
            """
            hour: por hora, $la hora, cada hora
            day: por día, #al día, cada día, todos los días, diariamente, #diarios, #diarias, por noche, $la noche
            week: por semana, #a la semana, cada semana, todas las semanas, semanal, semanales, semanalmente
            month: por mes, #al mes, cada mes, todos los meses, mensual, mensuales, mensualmente
            year: por año, #al año, cada año, todos los años, anuales, anualmente
            """),
        .fr: read(
            """
            hour: par heure, $de l ' heure, $l ' heure, chaque heure, toutes les heures
            day: par jour, chaque jour, tous les jours, quotidiennement, $la journée, par nuit, $la nuit
            week: par semaine, chaque semaine, toutes les semaines, hebdomadaire, $la semaine
            month: par mois, chaque mois, tous les mois, mensuel, mensuelle, mensuellement
            year: par an, par année, chaque année, tous les ans, annuellement
            """),
        .de: read(
            """
            hour: pro stunde, #in der stunde, $die stunde, jede stunde, stündlich
            day: pro tag, #am tag, jeden tag, täglich, tägliche, täglichen, #den tag, pro nacht, $die nacht
            week: pro woche, #in der woche, jede woche, wöchentlich, wöchentliche, wöchentlichen, #die woche
            month: pro monat, #im monat, jeden monat, monatlich, monatliche, monatlichen, $den monat
            year: pro jahr, #im jahr, jedes jahr, jährlich, jährliche, jährlichen, $das jahr
            """),
        .it: read(
            """
            hour: $all ' ora, $l ' ora, per ora, ogni ora
            day: #al giorno, ogni giorno, tutti i giorni, quotidianamente, per notte, $a notte
            week: #alla settimana, #a settimana, ogni settimana, tutte le settimane, settimanale, settimanali
            month: #al mese, ogni mese, tutti i mesi, mensile, mensili, mensilmente
            year: #all ' anno, ogni anno, tutti gli anni, annualmente
            """),
        .pt: read(
            """
            hour: por hora, $a hora, cada hora
            day: por dia, #ao dia, cada dia, todos os dias, diariamente, por noite, $a noite
            week: por semana, cada semana, toda semana, todas as semanas, semanal, semanais, semanalmente
            month: por mês, #ao mês, cada mês, todo mês, todos os meses, mensal, mensais, mensalmente
            year: por ano, #ao ano, cada ano, todos os anos, anualmente
            """),
        .ru: read(
            """
            hour: #в час, каждый час, ежечасно
            day: #в день, #в сутки, #за день, $за ночь, каждый день, ежедневно
            week: #в неделю, каждую неделю, еженедельно
            month: #в месяц, каждый месяц, ежемесячно
            year: #в год, каждый год, ежегодно
            """),
        .ar: read(
            """
            hour: #في الساعة, #بالساعة, كل ساعة, لكل ساعة
            day: #في اليوم, #باليوم, كل يوم, يوميا
            week: #في الأسبوع, كل أسبوع, أسبوعيا
            month: #في الشهر, كل شهر, شهريا
            year: #في السنة, #في العام, كل سنة, كل عام, سنويا
            """),
        .hi: read(
            """
            hour: प्रति घंटा, प्रति घंटे, हर घंटे
            day: प्रति दिन, प्रतिदिन, हर दिन, हर रोज़, रोज़ाना, ~दिन में
            week: प्रति सप्ताह, हर हफ़्ते, हर सप्ताह, ~हफ़्ते में, ~सप्ताह में
            month: प्रति माह, प्रति महीने, हर महीने, ~महीने में
            year: प्रति वर्ष, प्रति साल, हर साल, ~साल में, सालाना
            """),
        .zh: read(
            """
            hour: 每小时, 每小時, 每个小时, 每個小時, $一小时, $一个小时
            day: 每天, 每日, ~一天, $一天
            week: 每周, 每週, 每星期, 每个星期, 每礼拜, ~一周, ~一星期, ~一个星期, $一周, $一个星期
            month: 每月, 每个月, 每個月, ~一个月, $一个月
            year: 每年, ~一年, $一年
            """, isEastern: true),
        .ja: read(
            """
            hour: 毎時, 時給, ~一時間に, ~1時間に, 一時間あたり, 1時間あたり, 1時間につき
            day: 毎日, 日給, ~一日, ~1日, ~一日に, ~1日に, ~日に, 一日あたり, 1日あたり
            week: 毎週, ~週, ~週に, ~一週間に, ~1週間に
            month: 毎月, 月々, 月給, 月額, ~月, ~月に, ~一か月に, ~1か月に
            year: 毎年, ~年に, ~一年に, ~1年に
            """, isEastern: true),
        .ko: read(
            """
            hour: 시간당, ~한 시간에
            day: 매일, 날마다, ~하루에, ~하루
            week: 매주, ~일주일에, ~주
            month: 매달, 매월, ~한 달에, ~월
            year: 매년, 해마다, ~일 년에
            """, isEastern: true),
    ]
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
