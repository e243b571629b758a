import Language
import Numerals
import Testing

@Suite("Numbers of a text")
struct NumberReaderTests {
    @Test(
        "Given digits, when they are read, then the conventions of the language apply",
        arguments: [
            ("1,000.5 people", .en, "1000.5"), ("1.000,5 Leute", .de, "1000.5"), ("1\u{202F}000,5 km", .fr, "1000.5"),
            ("1 000 человек", .ru, "1000"), ("1'000 Franken", .de, "1000"), ("12,34,567 रुपये", .hi, "1234567"),
            ("٣٫٥ كم", .ar, "3.5"),
            ("١٬٢٣٤", .ar, "1234"), ("१२३ लोग", .hi, "123"), ("３．１４", .ja, "3.14"), ("۱۲۳", .ar, "123"),
            ("1.500 Menschen", .de, "1500"),
            ("1.500 kg", .en, "1.5"), ("3,14", .de, "3.14"), ("0,125", .it, "0.125"), ("1.234.567", .pt, "1234567"),
            ("50％", .zh, "50"),
            ("007", .en, "7"),
        ] as [(String, LanguageCode, String)])
    func digits(text: String, language: LanguageCode, value: String) {
        #expect(NumberReader(language).mentions(in: text).first?.value.description == value)
    }

    @Test(
        "Given digits with a word for a power, when they are read, then the value is multiplied",
        arguments: [
            ("2.5 million", .en, "2500000"), ("2,5 Millionen", .de, "2500000"), ("250万", .zh, "2500000"),
            ("3万5千円", .ja, "35000"),
            ("25 लाख", .hi, "2500000"), ("1.5 करोड़", .hi, "15000000"), ("3만 5천 원", .ko, "35000"),
            ("1.5억", .ko, "150000000"),
            ("5 mil euros", .es, "5000"), ("3 млн", .ru, "3000000"), ("dos millones y medio", .es, "2500000"),
            ("two and a half million", .en, "2500000"), ("डेढ़ लाख", .hi, "150000"), ("साढ़े तीन हज़ार", .hi, "3500"),
            ("三点五亿", .zh, "350000000"),
            ("两千五", .zh, "2500"), ("3 dozen", .en, "36"), ("zweieinhalb Stunden", .de, "2.5"),
            ("полтора миллиона", .ru, "1500000"),
        ] as [(String, LanguageCode, String)])
    func multiplied(text: String, language: LanguageCode, value: String) {
        let mentions = NumberReader(language).mentions(in: text)
        #expect(mentions.map(\.value.description) == [value])
        #expect(mentions.map(\.isCertain) == [true])
    }

    @Test(
        "Given a number next to a unit or currency, when it is read, then it carries that unit",
        arguments: [
            ("$5", .en, "CAD"), ("5 dollars", .en, "USD"), ("5 €", .de, "EUR"), ("fünf Euro", .de, "EUR"),
            ("500円", .ja, "JPY"), ("5 km", .fr, "km"),
            ("cinco kilómetros", .es, "km"), ("5公里", .zh, "km"), ("5 킬로미터", .ko, "km"), ("१० किलोग्राम", .hi, "kg"),
            ("5 %", .de, "%"),
            ("cinco por ciento", .es, "%"), ("百分之五", .zh, "%"), ("خمسة دولارات", .ar, "USD"), ("10 рублей", .ru, "RUB"),
            ("3 часа", .ru, "hour"),
        ] as [(String, LanguageCode, String)])
    func units(text: String, language: LanguageCode, code: String) throws {
        let mentions = NumberReader(language).mentions(in: text)
        #expect(mentions.count == 1)
        let unit = try #require(mentions.first?.unit)
        #expect(unit.codes.contains(code))
    }

    @Test(
        "Given words that may be no number, when they are read, then no certain number is found",
        arguments: [
            ("une pomme", .fr), ("一些人一起", .zh), ("gib acht", .en), ("second to none", .en), ("十分好", .zh),
            ("sei bravo", .it), ("什么东西都没有", .zh),
            ("한국 사람", .ko), ("이 사람은 의사입니다", .ko), ("一緒に行きましょう", .ja), ("星期三见", .zh), ("segunda-feira", .pt),
            ("May I come in?", .en), ("ест суп", .ru),
        ] as [(String, LanguageCode)])
    func unsure(text: String, language: LanguageCode) {
        #expect(NumberReader(language).mentions(in: text).filter(\.isCertain) == [])
    }

    @Test(
        "Given numerals beyond any amount, when they are read, then no number above 10^15 is found",
        arguments: [
            ("九千亿亿", .zh), ("一万亿亿亿亿", .zh), ("九千億億円", .ja), ("구천억억", .ko), ("일만억억억억", .ko),
            ("one thousand trillion trillion trillion", .en), ("mille milliards de milliards de milliards", .fr),
        ] as [(String, LanguageCode)])
    func tooLarge(text: String, language: LanguageCode) {
        let limit = ExactDecimal(1_000_000_000_000_000)
        #expect(NumberReader(language).mentions(in: text).allSatisfy { $0.value <= limit })
    }

    @Test("Given numbers in a text, when they are read, then each has its place")
    func ranges() throws {
        let text = "Wir brauchen fünfundzwanzig Stühle um 15:30."
        let mentions = NumberReader(.de).mentions(in: text)
        #expect(mentions.map { String(text[$0.range]) } == ["fünfundzwanzig", "15:30"])
        #expect(mentions.last?.clock?.hour == 15 && mentions.last?.clock?.minute == 30)
    }

    @Test("Given a decimal number, when it is read, then its value is exact")
    func exactness() {
        #expect(NumberReader(.en).mentions(in: "0.1").first?.value == ExactDecimal(coefficient: 1, exponent: -1))
        #expect(ExactDecimal(coefficient: 1_500, exponent: -3).description == "1.5")
        #expect(ExactDecimal(-20).description == "-20")
        #expect(ExactDecimal(3) < ExactDecimal(coefficient: 31, exponent: -1))
    }
}
