import Guards
import Language
import Testing

/// What is spoken before the rest of a translation is known can never be requested again.
@Suite("A clause is spoken early")
struct ClauseGuardTests {
    private func isSafeToSpeak(
        _ clause: String, _ from: LanguageCode, _ source: String, _ to: LanguageCode
    ) throws -> Bool {
        TranslationGuards().isSafeToSpeak(clause: clause, source: source, pair: try LanguagePair(from: from, to: to))
    }

    /// English, the language, the first clause as it should be, and with another number or day.
    private static let clauses: [(String, LanguageCode, String, String)] = [
        (
            "The room is fourteen dollars, and the breakfast is three.", .es, "La habitación son catorce dólares,",
            "La habitación son cuarenta dólares,"
        ),
        (
            "The room is sixty euros, and the breakfast is five.", .fr, "La chambre est à soixante euros,",
            "La chambre est à soixante-dix euros,"
        ),
        (
            "We have fifteen seats left, but only in the back.", .de, "Wir haben noch fünfzehn Plätze,",
            "Wir haben noch fünfzig Plätze,"
        ),
        (
            "It weighs thirteen kilos, which is too much.", .it, "Pesa tredici chili,", "Pesa tredici grammi,"
        ),
        ("There are seventeen of us, so we need a bus.", .pt, "Somos dezessete,", "Somos setenta,"),
        ("I need sixteen chairs, and two tables.", .zh, "我需要十六把椅子，", "我需要六十把椅子，"),
        ("It costs eight thousand yen, and that is cheap.", .ja, "八千円です、", "八万円です、"),
        ("Nineteen people came, and we had no food.", .ko, "열아홉 명이 왔고,", "아홉 명이 왔고,"),
        ("I have eleven books, and you may take one.", .ar, "عندي أحد عشر كتابًا،", "عندي اثنا عشر كتابًا،"),
        ("He is thirty years old, and he lives alone.", .hi, "वह तीस साल का है,", "वह तेरह साल का है,"),
        ("It is twelve degrees, and it is raining.", .ru, "Двенадцать градусов,", "Двадцать градусов,"),
        ("The shop opens on Monday, not on Sunday.", .es, "La tienda abre el lunes,", "La tienda abre el martes,"),
        ("We fly on Thursday, early in the morning.", .de, "Wir fliegen am Donnerstag,", "Wir fliegen am Dienstag,"),
        ("We meet on Friday, at my place.", .ru, "Встречаемся в пятницу,", "Встречаемся в субботу,"),
    ]

    @Test(
        "Given a clause, when its numbers and days are those of the text, in words or digits, then it may be spoken, and else not",
        arguments: clauses)
    func numbers(source: String, language: LanguageCode, right: String, wrong: String) throws {
        #expect(try isSafeToSpeak(right, .en, source, language))
        #expect(try !isSafeToSpeak(wrong, .en, source, language))
    }

    @Test("Given a clause with some of the numbers and days, when it is checked, then it is safe to speak")
    func parts() throws {
        let source = "On Monday I bought three apples and two pears, and on Tuesday one more."
        #expect(try isSafeToSpeak("El lunes compré tres manzanas", .en, source, .es))
        #expect(try isSafeToSpeak("y el martes una más.", .en, source, .es))
        #expect(try isSafeToSpeak("Una de ellas es la mía,", .en, "That one is mine, I think.", .es))
        #expect(try isSafeToSpeak("Eines Tages werde ich", .en, "Some day I will leave, I promise.", .de))
        #expect(try isSafeToSpeak("我们一起去吧，", .en, "Let's go together, I know the way.", .zh))
    }
}
