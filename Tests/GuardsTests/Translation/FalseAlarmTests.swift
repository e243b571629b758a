import Guards
import Language
import Providers
import Testing

/// Good translations that look like bad ones: each would be requested again, paid for twice and flagged.
@Suite("A good translation is not suspected")
struct FalseAlarmTests {
    struct Line: Sendable, CustomStringConvertible {
        var from: LanguageCode
        var source: String
        var to: LanguageCode
        var translation: String

        init(_ from: LanguageCode, _ source: String, _ to: LanguageCode, _ translation: String) {
            (self.from, self.source, self.to, self.translation) = (from, source, to, translation)
        }

        var description: String { "\(from)>\(to) \(source) → \(translation)" }

        func findings() throws -> [GuardFinding] {
            TranslationGuards().check(
                source: source, translation: translation, pair: try LanguagePair(from: from, to: to))
        }
    }

    @Test(
        "Given amounts, addresses or shared words, when a good translation repeats them, then it is no echo",
        arguments: [
            Line(.en, "12.50 euros", .de, "12,50 Euro"), Line(.en, "1,250 euros.", .de, "1.250 Euro."),
            Line(.en, "20 kg, 15 cm.", .de, "20 kg, 15 cm."),
            Line(.en, "anna.schmidt@example.com", .de, "anna.schmidt@example.com"),
            Line(.en, "https://www.example.com/en/help/contact", .fr, "https://www.example.com/en/help/contact"),
            Line(.en, "example.com/help", .es, "example.com/help"),
            Line(
                .en, "Visit https://www.example.com/en/help/contact.", .es,
                "Visite https://www.example.com/en/help/contact."),
            Line(
                .en, "My IBAN is DE89 3704 0044 0532 0130 00.", .es, "Mi IBAN es DE89 3704 0044 0532 0130 00."),
            Line(.es, "La casa de Ana.", .pt, "A casa de Ana."),
            Line(.es, "Pablo vive en Roma.", .pt, "Pablo vive em Roma."),
            Line(.pt, "Uma casa grande.", .es, "Una casa grande."),
            Line(.it, "La musica è bella.", .es, "La música es bella."),
        ])
    func echoes(line: Line) throws {
        let findings = try line.findings()
        #expect(findings == [])
    }

    @Test(
        "Given a quotation or laughter, when a good translation contains it, then it is not in another language",
        arguments: [
            Line(.en, "What does \"Guten Tag\" mean?", .es, "¿Qué significa «Guten Tag»?"),
            Line(.de, "Was heißt „bon appétit“?", .ru, "Что значит «bon appétit»?"),
            Line(.en, "How do you read 'ありがとう'?", .fr, "Comment lit-on « ありがとう » ?"),
            Line(.en, "Ha, ha, ha!", .es, "¡Ja, ja, ja!"),
        ])
    func languages(line: Line) throws {
        let findings = try line.findings()
        #expect(findings == [])
    }

    @Test(
        "Given numbers said in another way, when the translation is good, then they are not suspected",
        arguments: [
            Line(.en, "In the nineties everything was cheaper.", .es, "En los noventa todo era más barato."),
            Line(.de, "In den Neunzigern war alles billiger.", .en, "In the nineties everything was cheaper."),
            Line(.en, "In the eighties we lived here.", .ru, "В восьмидесятых мы жили здесь."),
            Line(.en, "We will be back in two weeks.", .fr, "Nous serons de retour dans quinze jours."),
            Line(.fr, "Je reviens dans huit jours.", .en, "I'll be back in a week."),
            Line(.en, "I'll be away for a fortnight.", .fr, "Je serai absent pendant quinze jours."),
            Line(.en, "Let's meet at noon.", .es, "Nos vemos a las doce."),
            Line(.pt, "Almoçamos ao meio-dia.", .en, "We have lunch at 12."),
            Line(.en, "The bar closes at midnight.", .de, "Die Bar schließt um 24 Uhr."),
            Line(.en, "It is twenty percent off today.", .zh, "今天打八折。"),
            Line(.zh, "这件衣服打八五折。", .en, "This dress is 15 % off."),
            Line(.en, "Everything is half price.", .zh, "全部五折。"),
            Line(.en, "20 percent off today.", .ja, "今日は2割引きです。"),
            Line(.en, "They are two of a kind.", .es, "Son tal para cual."),
            Line(.de, "Können wir unter vier Augen sprechen?", .en, "Can we speak in private?"),
        ])
    func numbers(line: Line) throws {
        let findings = try line.findings()
        #expect(findings == [])
    }

    @Test(
        "Given texts that look like these exceptions, when the translation is wrong, then it is found",
        arguments: [
            (
                Line(.en, "Please write to info@example.com today.", .de, "Please write to info@example.com today."),
                "echo"
            ),
            (Line(.en, "We walked 5 km.", .de, "We walked 5 km."), "echo"),
            (Line(.es, "Pablo vive en una casa de Roma.", .pt, "Pablo vive en una casa de Roma."), "echo"),
            (
                Line(
                    .en, "He said: \"We are leaving right now for the station.\"", .es,
                    "Dijo: «We are leaving right now for the station.»"), "language"
            ),
            (Line(.en, "It is twenty percent off today.", .zh, "今天打七折。"), "numbers"),
            (Line(.fr, "Je reviens dans huit jours.", .en, "I'll be back in a month."), "numbers"),
            (
                Line(.en, "In the nineties everything was cheaper.", .es, "En los sesenta todo era más barato."),
                "numbers"
            ),
            (Line(.en, "Two of them are kind.", .es, "Son amables."), "numbers"),
            (Line(.en, "The train leaves at ten to one.", .es, "El tren sale pronto."), "numbers"),
        ])
    func found(line: Line, flag: String) throws {
        let findings = try line.findings()
        #expect(findings.map(\.flag).contains(flag))
    }
}
