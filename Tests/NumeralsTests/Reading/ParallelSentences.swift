import Foundation
import Language
import VerbioTesting

/// Sentences that say the same numbers in two languages, made of templates and of ICU's ways to write numbers, dates and times.
struct ParallelSentences {
    enum Slot: Equatable {
        case count(Int)
        case price(cents: Int)
        case percent(tenths: Int)
        case distance(Int)
        case year(Int)
        case large(Int)
        case time(minutes: Int)
        case day(Int)
    }

    /// A way to write: which of the usual forms a slot takes.
    struct Style {
        var isSpelled: Bool
        var isNative: Bool
        var variant: Int
    }

    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The slots of a sentence made by a template.
    mutating func slots(_ template: Int) -> [Slot] {
        switch template {
        case 0: [count()]
        case 1: [price()]
        case 2: [.time(minutes: Int.random(in: 6 * 60..<24 * 60, using: &random) / 5 * 5)]
        case 3:
            [
                .percent(
                    tenths: Bool.random(using: &random)
                        ? Int.random(in: 11...999, using: &random) : Int.random(in: 2...99, using: &random) * 10)
            ]
        case 4: [.distance(Int.random(in: 2...1_800, using: &random))]
        case 5: [.day(Int.random(in: 0...20_000, using: &random))]
        case 6: [.large(large())]
        case 7: [count(), price()]
        case 8: [.year(Int.random(in: 1_700...2_035, using: &random))]
        default: [count(), count()]
        }
    }

    private mutating func count() -> Slot {
        .count(
            Int.random(in: 0..<4, using: &random) == 0
                ? Int.random(in: 100...2_500, using: &random) : Int.random(in: 2...99, using: &random))
    }

    private mutating func price() -> Slot {
        .price(
            cents: Bool.random(using: &random)
                ? Int.random(in: 2...3_000, using: &random) * 100 : Int.random(in: 205...300_000, using: &random))
    }

    private mutating func large() -> Int {
        Bool.random(using: &random)
            ? Int.random(in: 11...95, using: &random) * 100_000 : Int.random(in: 10_500...9_000_000, using: &random)
    }

    mutating func style() -> Style {
        Style(
            isSpelled: Bool.random(using: &random), isNative: Bool.random(using: &random),
            variant: Int.random(in: 0..<4, using: &random))
    }

    /// The same slot with another value.
    mutating func altered(_ slot: Slot) -> Slot {
        let pick = Int.random(in: 0..<840, using: &random)
        func other(_ value: Int) -> Int {
            let choices = [
                value + 1, max(2, value - 1), value * 10, value + 10, value * 2, value + 3, swapped(value),
                max(2, value / 10),
            ]
            let others = choices.filter { $0 != value }
            return others[pick % others.count]
        }
        switch slot {
        case .count(let value): return .count(min(other(value), 30_000))
        case .price(let cents): return .price(cents: cents % 100 == 0 ? other(cents / 100) * 100 : other(cents))
        case .percent(let tenths): return .percent(tenths: tenths % 10 == 0 ? other(tenths / 10) * 10 : other(tenths))
        case .distance(let value): return .distance(other(value))
        case .year(let value): return .year(value + Int.random(in: 1...30, using: &random))
        case .large(let value): return .large(other(value))
        case .time(let minutes):
            return .time(minutes: (minutes + [60, 15, 30, 120, 65].randomElement(using: &random)!) % 1_440)
        case .day(let day): return .day(day + Int.random(in: 1...27, using: &random))
        }
    }

    private func swapped(_ value: Int) -> Int { Int(String(String(value).reversed())) ?? value }

    // MARK: - Writing

    static let templates: [LanguageCode: [String]] = [
        .en: [
            "We ordered # chairs.", "The ticket costs #.", "The meeting starts at #.", "# of them said yes.",
            "It is # to the station.", "She was born on #.", "The city has # inhabitants.",
            "He bought # books and paid #.", "The factory was founded in #.", "The house has # rooms and # windows.",
        ],
        .es: [
            "Pedimos # sillas.", "La entrada cuesta #.", "La reunión empieza a las #.", "El # de ellos dijo que sí.",
            "Hay # hasta la estación.", "Nació el #.", "La ciudad tiene # habitantes.", "Compró # libros y pagó #.",
            "La fábrica fue fundada en #.", "La casa tiene # habitaciones y # ventanas.",
        ],
        .fr: [
            "Nous avons commandé # chaises.", "Le billet coûte #.", "La réunion commence à #.",
            "# d'entre eux ont dit oui.", "Il y a # jusqu'à la gare.", "Elle est née le #.",
            "La ville compte # habitants.", "Il a acheté # livres et payé #.", "L'usine a été fondée en #.",
            "La maison a # pièces et # fenêtres.",
        ],
        .de: [
            "Wir haben # Stühle bestellt.", "Die Karte kostet #.", "Die Sitzung beginnt um #.",
            "# von ihnen sagten ja.", "Bis zum Bahnhof sind es #.", "Sie wurde am # geboren.",
            "Die Stadt hat # Einwohner.", "Er kaufte # Bücher und bezahlte #.", "Die Fabrik wurde # gegründet.",
            "Das Haus hat # Zimmer und # Fenster.",
        ],
        .it: [
            "Abbiamo ordinato # sedie.", "Il biglietto costa #.", "La riunione inizia alle #.",
            "Il # di loro ha detto sì.", "Ci sono # fino alla stazione.", "È nata il #.", "La città ha # abitanti.",
            "Ha comprato # libri e pagato #.", "La fabbrica fu fondata nel #.", "La casa ha # stanze e # finestre.",
        ],
        .pt: [
            "Pedimos # cadeiras.", "O bilhete custa #.", "A reunião começa às #.", "# deles disseram que sim.",
            "São # até a estação.", "Ela nasceu em #.", "A cidade tem # habitantes.", "Ele comprou # livros e pagou #.",
            "A fábrica foi fundada em #.", "A casa tem # quartos e # janelas.",
        ],
        .zh: [
            "我们订了#把椅子。", "票价是#。", "会议#开始。", "其中#的人同意了。", "到车站有#。", "她出生于#。", "这座城市有#人。", "他买了#本书，付了#。", "工厂成立于#年。",
            "这座房子有#个房间和#扇窗户。",
        ],
        .ja: [
            "椅子を#個注文しました。", "切符は#です。", "会議は#に始まります。", "そのうち#が賛成しました。", "駅まで#あります。", "彼女は#に生まれました。", "この町には#人が住んでいます。",
            "彼は本を#冊買って、#払いました。", "工場は#年に設立されました。", "家には部屋が#個、窓が#枚あります。",
        ],
        .ko: [
            "의자를 # 개 주문했습니다.", "표는 #입니다.", "회의는 #에 시작합니다.", "그중 #가 찬성했습니다.", "역까지 #입니다.", "그녀는 #에 태어났습니다.",
            "이 도시에는 # 명이 삽니다.", "그는 책을 # 권 사고 #를 냈습니다.", "공장은 #년에 설립되었습니다.", "집에는 방이 # 개, 창문이 # 개 있습니다.",
        ],
        .ar: [
            "طلبنا # كرسيا.", "سعر التذكرة #.", "يبدأ الاجتماع في الساعة #.", "وافق # منهم.", "تبعد المحطة #.",
            "ولدت في #.", "يسكن المدينة # نسمة.", "اشترى # كتابا ودفع #.", "تأسس المصنع عام #.",
            "في البيت # غرفة و # نافذة.",
        ],
        .hi: [
            "हमने # कुर्सियाँ मँगवाईं।", "टिकट की कीमत # है।", "बैठक # पर शुरू होगी।", "उनमें से # ने हाँ कहा।", "स्टेशन # दूर है।", "उसका जन्म # को हुआ।",
            "शहर में # लोग रहते हैं।", "उसने # किताबें खरीदीं और # दिए।", "कारखाना # में बना।", "घर में # कमरे और # खिड़कियाँ हैं।",
        ],
        .ru: [
            "Мы заказали # стульев.", "Билет стоит #.", "Собрание начинается в #.", "# из них согласились.",
            "До вокзала #.", "Она родилась #.", "В городе живёт # человек.", "Он купил # книг и заплатил #.",
            "Завод основан в # году.", "В доме # комнат и # окон.",
        ],
    ]

    private static let words: [LanguageCode: (euro: String, percent: String, kilometre: String, million: String)] = [
        .en: ("euros", "percent", "kilometres", "# million"), .es: ("euros", "por ciento", "kilómetros", "# millones"),
        .fr: ("euros", "pour cent", "kilomètres", "# millions"),
        .de: ("Euro", "Prozent", "Kilometer", "# Millionen"), .it: ("euro", "per cento", "chilometri", "# milioni"),
        .pt: ("euros", "por cento", "quilômetros", "# milhões"),
        .zh: ("欧元", "%", "公里", "#万"), .ja: ("ユーロ", "パーセント", "キロメートル", "#万"), .ko: ("유로", "퍼센트", "킬로미터", "#만"),
        .ar: ("يورو", "بالمئة", "كيلومترا", "# مليون"),
        .hi: ("यूरो", "प्रतिशत", "किलोमीटर", "# लाख"), .ru: ("евро", "процентов", "километров", "# млн"),
    ]

    /// A sentence; a slot that is nil is left out.
    func sentence(_ template: Int, _ slots: [Slot?], _ language: LanguageCode, _ style: Style) -> String {
        let pieces = (Self.templates[language] ?? [])[template].split(separator: "#", omittingEmptySubsequences: false)
            .map(String.init)
        return zip(pieces, slots.map { $0.map { text($0, language, style) } ?? "" } + [""]).map { $0 + $1 }.joined()
    }

    private func number(_ value: Double, _ language: LanguageCode, _ style: Style, digits: Int = 0) -> String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.minimumFractionDigits = digits
        formatter.maximumFractionDigits = digits
        formatter.locale = locale(language, style)
        return formatter.string(from: NSNumber(value: value)) ?? ""
    }

    private func locale(_ language: LanguageCode, _ style: Style) -> Locale {
        switch language {
        case .ar: Locale(identifier: style.isNative ? "ar_EG@numbers=arab" : "ar_AE@numbers=latn")
        case .hi: Locale(identifier: style.isNative ? "hi_IN@numbers=deva" : "hi_IN@numbers=latn")
        case .es: Locale(identifier: style.isNative ? "es_MX" : "es_ES")
        case .pt: Locale(identifier: "pt_BR")
        case .en: Locale(identifier: style.isNative ? "en_GB" : "en_US")
        default: Locale(identifier: language.rawValue)
        }
    }

    private func spelled(_ value: Int, _ language: LanguageCode) -> String {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: language.rawValue)
        formatter.numberStyle = .spellOut
        return formatter.string(from: NSNumber(value: value)) ?? ""
    }

    private func counted(_ value: Int, _ language: LanguageCode) -> String {
        if language == .zh, value == 2 { return "两" }
        guard language == .ko, value < 100 else { return spelled(value, language) }
        let tens = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"]
        let units = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"]
        return value == 20 ? "스무" : tens[value / 10] + units[value % 10]
    }

    private func text(_ slot: Slot, _ language: LanguageCode, _ style: Style) -> String {
        guard let words = Self.words[language] else { return "" }
        switch slot {
        case .count(let value):
            return style.isSpelled ? counted(value, language) : number(Double(value), language, style)
        case .distance(let value):
            let amount =
                style.isSpelled && language != .ko ? spelled(value, language) : number(Double(value), language, style)
            return style.variant == 0 && !style.isSpelled
                ? amount + " km" : amount + ([.zh, .ja].contains(language) ? "" : " ") + words.kilometre
        case .percent(let tenths):
            let amount = number(Double(tenths) / 10, language, style, digits: tenths % 10 == 0 ? 0 : 1)
            if language == .zh, tenths % 10 == 0, style.isSpelled, tenths < 1_000 {
                return "百分之" + spelled(tenths / 10, .zh)
            }
            return style.variant == 0
                ? amount + "%" : amount + ([.zh, .ja].contains(language) ? "" : " ") + words.percent
        case .price(let cents):
            let isWhole = cents % 100 == 0
            if isWhole, style.isSpelled, language != .ko {
                return spelled(cents / 100, language) + ([.zh, .ja].contains(language) ? "" : " ") + words.euro
            }
            let amount = number(Double(cents) / 100, language, style, digits: isWhole ? 0 : 2)
            switch style.variant {
            case 0: return "€" + amount
            case 1: return amount + " €"
            default: return amount + ([.zh, .ja].contains(language) ? "" : " ") + words.euro
            }
        case .year(let value):
            return language == .zh && style.isSpelled
                ? String(value).map { String("〇一二三四五六七八九".dropFirst(Int(String($0)) ?? 0).first!) }.joined()
                : String(value)
        case .large(let value):
            guard value % 100_000 == 0, style.isSpelled else { return number(Double(value), language, style) }
            let unit: Double = [.zh, .ja, .ko].contains(language) ? 10_000 : language == .hi ? 100_000 : 1_000_000
            let amount = number(Double(value) / unit, language, style, digits: unit == 1_000_000 ? 1 : 0)
            return words.million.replacingOccurrences(of: "#", with: amount)
        case .time(let minutes): return time(minutes, language, style)
        case .day(let day):
            return formatted(Date(timeIntervalSince1970: Double(day) * 86_400), language, style, isDate: true)
        }
    }

    private func time(_ minutes: Int, _ language: LanguageCode, _ style: Style) -> String {
        let (hour, minute) = (minutes / 60, minutes % 60)
        let two = minute < 10 ? "0\(minute)" : "\(minute)"
        let short = hour % 12 == 0 ? 12 : hour % 12
        switch (language, style.variant) {
        case (.fr, 0...1): return minute == 0 ? "\(hour) h" : "\(hour) h \(two)"
        case (.de, 0...1): return "\(hour):\(two) Uhr"
        case (.zh, 0...1):
            return (hour < 12 ? "上午" : "下午")
                + (minute == 30 ? "\(short)点半" : minute == 0 ? "\(short)点" : "\(short)点\(minute)分")
        case (.ja, 0...1):
            return (hour < 12 ? "午前" : "午後")
                + (minute == 30 ? "\(hour % 12)時半" : minute == 0 ? "\(hour % 12)時" : "\(hour % 12)時\(minute)分")
        case (.ko, 0...1):
            return (hour < 12 ? "오전 " : "오후 ") + counted(short, .ko) + " 시"
                + (minute == 0 ? "" : minute == 30 ? " 반" : " \(minute)분")
        default: return formatted(Date(timeIntervalSince1970: Double(minutes) * 60), language, style, isDate: false)
        }
    }

    private func formatted(_ date: Date, _ language: LanguageCode, _ style: Style, isDate: Bool) -> String {
        let formatter = DateFormatter()
        formatter.locale = locale(language, style)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateStyle = isDate ? (style.variant == 0 ? .medium : .long) : .none
        formatter.timeStyle = isDate ? .none : .short
        return formatter.string(from: date)
    }
}
