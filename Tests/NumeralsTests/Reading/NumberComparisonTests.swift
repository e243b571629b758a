import Language
import Numerals
import Testing

@Suite("Numbers of two texts")
struct NumberComparisonTests {
    struct Pair: Sendable, CustomStringConvertible {
        var from: LanguageCode
        var source: String
        var to: LanguageCode
        var translation: String

        init(_ from: LanguageCode, _ source: String, _ to: LanguageCode, _ translation: String) {
            (self.from, self.source, self.to, self.translation) = (from, source, to, translation)
        }

        var description: String { "\(source) → \(translation)" }
        var comparison: NumberComparison {
            NumberComparison(source: source, in: from, translation: translation, in: to)
        }
    }

    @Test(
        "Given a correct translation in other digits, words or conventions, when numbers are compared, then they agree",
        arguments: [
            Pair(.en, "The train leaves at half past three.", .de, "Der Zug fährt um halb vier."),
            Pair(.en, "See you at 3:30 pm", .fr, "À 15 h 30"), Pair(.en, "at 3:30 pm", .zh, "下午三点半"),
            Pair(.en, "at 3:30 pm", .ja, "午後3時半に"),
            Pair(.en, "at 3:30 pm", .ko, "오후 세 시 반에"), Pair(.en, "at quarter to five", .es, "a las cinco menos cuarto"),
            Pair(.es, "a las cuatro y media", .en, "at 4:30"), Pair(.en, "at 3:30", .hi, "साढ़े तीन बजे"),
            Pair(.ar, "الساعة الثالثة والنصف", .en, "at half past three"),
            Pair(.ru, "в половине четвёртого", .en, "at half past three"),
            Pair(.en, "It costs $1,250.50.", .de, "Es kostet 1.250,50 Dollar."),
            Pair(.en, "2.5 million people", .zh, "250万人"), Pair(.en, "twenty-five lakh rupees", .hi, "25,00,000 रुपये"),
            Pair(.de, "am 3. Mai 2024", .en, "on May 3, 2024"),
            Pair(.en, "on May 3rd", .ja, "5月3日に"), Pair(.en, "half an hour", .de, "30 Minuten"),
            Pair(.en, "an hour and a half", .ru, "полтора часа"),
            Pair(.fr, "quatre-vingt-dix-sept", .en, "97"), Pair(.en, "twice a day", .es, "dos veces al día"),
            Pair(.en, "5 percent", .zh, "百分之五"),
            Pair(.en, "two thirds of voters", .zh, "三分之二的选民"), Pair(.en, "in the 1990s", .fr, "dans les années 90"),
            Pair(.en, "the 19th century", .es, "el siglo XIX"),
            Pair(.en, "call 555-123-4567", .fr, "appelez le 555 123 4567"), Pair(.en, "two books", .ar, "كتابان"),
            Pair(.en, "-5 °C", .es, "cinco grados bajo cero"),
            Pair(.en, "ten o'clock", .ru, "в десять часов"), Pair(.it, "alle 20.15", .en, "at 8:15 p.m."),
            Pair(.en, "nineteen eighty-four", .de, "1984"),
            Pair(.ar, "٢٥ كيلومترًا", .en, "25 kilometres"), Pair(.en, "1,500 people", .es, "1.500 personas"),
            Pair(.en, "1,500 people", .es, "1,500 personas"),
            Pair(.zh, "两个半小时", .en, "two and a half hours"),
            Pair(.ja, "二人の子供と三匹の猫", .en, "two children and three cats"), Pair(.ko, "삼십오 퍼센트", .en, "35 %"),
        ])
    func agreement(pair: Pair) {
        let comparison = pair.comparison
        #expect(
            comparison.agrees,
            "missing \(comparison.missing.map(\.value)) added \(comparison.added.map(\.value)) \(comparison.unitChanges.count) \(comparison.unitLosses.count) \(comparison.signChanges.count)"
        )
    }

    @Test("Given 两三点, when the translation has neither hour, then both hours are reported missing")
    func hoursInOnePlace() {
        let comparison = Pair(.zh, "我们下午两三点见。", .en, "See you in the afternoon.").comparison
        #expect(comparison.missing.map(\.value) == [ExactDecimal(14), ExactDecimal(15)])
    }

    private static let areas: [(LanguageCode, String)] = [
        (.en, "20 square meters"), (.en, "20 sq. m"), (.en, "20 m²"), (.es, "20 metros cuadrados"), (.fr, "20 m2"),
        (.fr, "vingt mètres carrés"), (.de, "20 Quadratmeter"), (.it, "20 metri quadrati"), (.it, "20 metri quadri"),
        (.pt, "20 metros quadrados"), (.zh, "20平方米"), (.zh, "二十平米"), (.ja, "20平方メートル"), (.ko, "20제곱미터"),
        (.ko, "20 제곱미터"), (.ar, "20 مترا مربعا"), (.hi, "20 वर्ग मीटर"), (.ru, "20 квадратных метров"), (.ru, "20 кв. м"),
    ]
    private static let speeds: [(LanguageCode, String)] = [
        (.en, "50 km/h"), (.en, "50 kilometers per hour"), (.en, "50 kilometres an hour"), (.es, "50 km por hora"),
        (.fr, "50 km à l'heure"), (.fr, "50 kilomètres-heure"), (.fr, "50 km/h"), (.de, "50 Stundenkilometer"),
        (.de, "50 Kilometer pro Stunde"), (.it, "50 chilometri orari"), (.it, "50 km all'ora"),
        (.pt, "50 quilômetros por hora"), (.zh, "时速50公里"), (.zh, "每小时五十公里"), (.ja, "時速50キロ"), (.ko, "시속 50킬로미터"),
        (.ar, "50 كيلومترا في الساعة"), (.ar, "50 كم/س"), (.hi, "50 किलोमीटर प्रति घंटा"), (.hi, "50 किमी/घंटा"),
        (.ru, "50 км/ч"), (.ru, "50 километров в час"),
    ]
    private static let heats: [(LanguageCode, String)] = [
        (.en, "30 °C"), (.en, "30 degrees"), (.en, "30 degrees Celsius"), (.es, "30 grados Celsius"), (.de, "30 Grad"),
        (.zh, "30摄氏度"), (.ja, "摂氏30度"), (.ko, "섭씨 30도"), (.ar, "30 درجة مئوية"), (.hi, "30 डिग्री सेल्सियस"),
        (.ru, "30 градусов Цельсия"), (.fr, "30 °"),
    ]

    @Test(
        "Given areas, speeds and degrees in any words, when numbers are compared, then they agree",
        arguments: [areas, speeds, heats])
    func units(said: [(LanguageCode, String)]) {
        for (from, source) in said {
            for (to, translation) in said where to != from {
                let pair = Pair(from, source, to, translation)
                #expect(pair.comparison.agrees, "\(pair)")
            }
        }
    }

    @Test(
        "Given a wrong value, unit, currency, sign or half of the day, when numbers are compared, then they differ",
        arguments: [
            Pair(.en, "See you at 3 pm", .es, "Nos vemos a las 3 de la mañana"),
            Pair(.en, "It costs $5.", .es, "Cuesta 5 euros."), Pair(.en, "It costs $5.", .de, "Es kostet 5."),
            Pair(.en, "5 km", .fr, "5 miles"), Pair(.en, "five hours", .ru, "пять дней"),
            Pair(.en, "1,500 people", .de, "1,500 Menschen"), Pair(.en, "on May 3rd", .es, "el 3 de junio"),
            Pair(.en, "250 thousand", .zh, "250万"), Pair(.en, "seventeen", .de, "siebzig"),
            Pair(.en, "fifteen minutes", .hi, "पचास मिनट"), Pair(.en, "-5 °C tonight", .de, "5 °C heute Nacht"),
            Pair(.en, "three apples", .ja, "りんごを四つ"), Pair(.en, "three apples", .ru, "яблоки"),
            Pair(.en, "apples", .fr, "trois pommes"), Pair(.en, "5 percent", .it, "5 euro"),
            Pair(.de, "um halb vier", .en, "at half past four"), Pair(.fr, "soixante-quinze", .en, "sixty-five"),
            Pair(.ar, "خمسة وعشرون", .en, "52"),
            Pair(.en, "20 square meters", .es, "20 metros"), Pair(.en, "20 m²", .ru, "20 метров"),
            Pair(.de, "20 Quadratmeter", .zh, "20米"), Pair(.fr, "5 mètres cubes", .en, "5 square metres"),
            Pair(.en, "50 km/h", .es, "50 km"), Pair(.en, "50 miles per hour", .de, "50 km/h"),
            Pair(.es, "50 kilómetros por hora", .en, "50 kilometres"), Pair(.en, "90 °F", .es, "90 °C"),
            Pair(.en, "90 degrees Fahrenheit", .de, "90 Grad Celsius"),
        ])
    func disagreement(pair: Pair) {
        #expect(!pair.comparison.agrees)
    }
}
