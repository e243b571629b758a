import Foundation
import Guards
import Language
import Providers
import Testing

@Suite("A guard")
struct GuardTests {
    private func findings(
        _ from: LanguageCode, _ source: String, _ to: LanguageCode, _ translation: String, glossary: [GlossaryTerm] = []
    ) throws -> [GuardFinding] {
        TranslationGuards().check(
            source: source, translation: translation, pair: try LanguagePair(from: from, to: to), glossary: glossary)
    }

    @Test("Given the guards, when their names are listed, then they are in the specified order")
    func order() {
        #expect(
            TranslationGuards().names
                == [
                    "form", "empty", "language", "numbers", "dates", "dates", "glossary", "length", "echo", "leftover",
                    "names", "denial", "neighbour", "chatter",
                ])
    }

    @Test(
        "Given marks, loops and laughter, when form is checked, then added marks and loops are found, and laughter is not"
    )
    func form() throws {
        #expect(try findings(.en, "Type **bold** here.", .es, "Escriba **bold** aquí.") == [])
        #expect(try findings(.en, "He said \"no\".", .es, "Dijo \"no\".") == [])
        #expect(try findings(.en, "Ha ha ha ha!", .es, "¡Ja ja ja ja!") == [])
        #expect(try findings(.en, "He said no.", .es, "\"Dijo que no.\"").map(\.flag) == ["form"])
        #expect(
            try findings(.en, "Very good.", .es, "Muy bien muy bien muy bien muy bien muy bien").first?.severity
                == .unusable)
    }

    @Test("Given a text without words, when its translation has none, then it does not count as empty")
    func emptiness() throws {
        #expect(try findings(.en, "…", .es, "…") == [])
        #expect(try findings(.en, "Yes", .es, " ").map(\.flag) == ["empty"])
    }

    @Test("Given names, brands and numbers, when a translation keeps their letters, then the language is right")
    func names() throws {
        #expect(
            try findings(.en, "Anna Schmidt, Berlin", .ja, "Anna Schmidt, Berlin").filter { $0.flag == "language" }
                == [])
        #expect(try findings(.en, "I use an iPhone.", .ru, "Я пользуюсь iPhone.") == [])
        #expect(try findings(.en, "Wi-Fi", .zh, "Wi-Fi") == [])
        #expect(try findings(.ja, "東京に住んでいます。", .zh, "我住在东京。") == [])
    }

    @Test(
        "Given one sentence in another language, when the translation is checked, then it is found, but no name or shared word"
    )
    func wording() throws {
        let half = "Estamos cerca de la estación. We will be there in five minutes."
        #expect(try findings(.en, "We are near the station.", .es, half).map(\.flag).contains("language"))
        #expect(try findings(.en, "Okay then.", .es, "Vale.") == [])
        #expect(try findings(.en, "The hotel is the Grand Central.", .es, "El hotel es el Grand Central.") == [])
        #expect(try findings(.en, "No, Pizza Quattro Stagioni.", .de, "Nein, Pizza Quattro Stagioni.") == [])
    }

    @Test(
        "Given words of the pivot language in a translation, when they are not the source's, then the language guard names them"
    )
    func pivot() throws {
        func flags(_ source: String, _ translation: String, _ origin: TranslationOrigin) throws -> [GuardFinding] {
            TranslationGuards().check(
                source: source, translation: translation, pair: try LanguagePair(from: .en, to: .fr), origin: origin
            )
            .filter { $0.flag == "language" }
        }
        let source = "The keeper of the lighthouse is called Molina."
        let left = try flags(
            source, "Le farero du phare s'appelle Molina.",
            TranslationOrigin(pivot: .es, unknownWords: ["farero", "molina"]))
        #expect(left.map(\.evidence) == [["farero"]])
        #expect(left.first?.reason.contains("Spanish") == true)
        // Not marked by the engine, but everyday Spanish.
        let unmarked = try flags(
            "She is also here today.", "Elle est también ici aujourd'hui.", TranslationOrigin(pivot: .es))
        #expect(unmarked.map(\.evidence) == [["también"]])
        let plain = "Le gardien du phare s'appelle Molina."
        #expect(try flags(source, plain, TranslationOrigin(pivot: .es, unknownWords: ["molina"])) == [])
        #expect(try flags(source, plain, TranslationOrigin(pivot: .es)) == [])
    }

    @Test("Given a translation in traditional characters, when guards compare it, then it passes as in simplified ones")
    func traditional() throws {
        let pair = try LanguagePair(.en, to: .zhHant)
        func findings(_ source: String, _ translation: String) -> [GuardFinding] {
            TranslationGuards().check(source: source, translation: translation, pair: pair)
        }
        #expect(findings("The day after tomorrow at half past eight.", "後天八點半。") == [])
        #expect(findings("It costs twelve thousand euros.", "這個要一萬兩千歐元。") == [])
        #expect(findings("Tomorrow we travel.", "我們後天旅行。").map(\.flag) == ["dates"])
        let wrong = findings("We have five apples.", "我們有四個蘋果。")
        #expect(wrong.map(\.flag) == ["numbers"])
        // What people are shown is in their script.
        #expect(!wrong.flatMap(\.evidence).joined().contains("个"))
    }

    @Test("Given wrong numbers, when they are found, then reason, evidence and hint name them")
    func numbers() throws {
        let finding = try #require(
            try findings(.en, "Take 15 drops for $5.", .de, "Nehmen Sie 50 Tropfen für 5 Euro.").first)
        #expect(finding.flag == "numbers")
        #expect(finding.severity == .meaning)
        #expect(finding.evidence == ["15", "50", "$5 as 5 Euro"])
        #expect(finding.reason.contains("15") && finding.hint.contains("15"))
    }

    @Test("Given a wrong unit, currency or half of the day, when the hint is made, then it says what to keep")
    func numberHints() throws {
        func hint(_ source: String, _ to: LanguageCode, _ translation: String) throws -> String? {
            TranslationGuards.hint(for: try findings(.en, source, to, translation))
        }
        #expect(
            try hint("It costs twelve hundred dollars.", .de, "Es kostet 1.200 Euro.")
                == "Keep the units and currencies: twelve hundred dollars, not 1.200 Euro.")
        #expect(
            try hint("It weighs five pounds.", .es, "Pesa cinco kilos.")
                == "Keep the units and currencies: five pounds, not cinco kilos.")
        #expect(
            try hint("Call me at 5 pm.", .es, "Llámame a las 5 de la mañana.")
                == "Keep the times of day: 5 pm, not 5 de la mañana.")
        #expect(
            try hint("Call me at 5 pm.", .zh, "早上5点给我打电话。") == "Keep the times of day: 5 pm, not 早上5点.")
        #expect(try hint("It costs $5.", .de, "Es kostet 5.") == "Keep the unit or currency of: $5.")
    }

    @Test("Given a day of the week in any language, when the translation has another one, then it is found")
    func weekdays() throws {
        let sundays: [(LanguageCode, String, String)] = [
            (.es, "Nos vemos el domingo.", "Nos vemos el sábado."), (.fr, "On se voit dimanche.", "On se voit samedi."),
            (.de, "Wir sehen uns am Sonntag.", "Wir sehen uns am Samstag."),
            (.it, "Ci vediamo domenica.", "Ci vediamo sabato."),
            (.pt, "Vejo-te no domingo.", "Vejo-te na sexta-feira."),
            (.zh, "我们星期天见。", "我们周六见。"), (.ja, "日曜日に会いましょう。", "土曜日に会いましょう。"),
            (.ko, "일요일에 만나요.", "토요일에 만나요."), (.ar, "نلتقي يوم الأحد.", "نلتقي يوم السبت."),
            (.hi, "रविवार को मिलते हैं।", "शनिवार को मिलते हैं।"), (.ru, "Увидимся в воскресенье.", "Увидимся в субботу."),
        ]
        for (language, right, wrong) in sundays {
            #expect(try findings(.en, "See you on Sunday.", language, right) == [], "\(right)")
            let found = try findings(.en, "See you on Sunday.", language, wrong).map(\.flag)
            #expect(found == ["dates"], "\(wrong)")
            #expect(try findings(language, wrong, .en, "See you on Sunday.").map(\.flag) == ["dates"], "\(wrong)")
        }
        // Another word for the day, one day less, a word that is a day elsewhere.
        #expect(try findings(.en, "See you on Sunday.", .es, "Nos vemos mañana.") == [])
        #expect(try findings(.en, "On Monday and Tuesday we are closed.", .es, "El lunes y el martes cerramos.") == [])
        #expect(try findings(.ru, "В понедельник окружающая среда.", .en, "The environment on Monday.") == [])
        #expect(try findings(.pt, "A segunda terça-feira do mês.", .en, "The second Tuesday of the month.") == [])
    }

    @Test(
        "Given a day of the week, when the translation names no day, then it is found",
        arguments: [
            (LanguageCode.en, "The library is closed on Monday.", LanguageCode.es, "La biblioteca está cerrada."),
            (.en, "We need the report by Friday.", .de, "Wir brauchen den Bericht."),
            (.en, "The market opens every Saturday.", .fr, "Le marché est ouvert."),
            (.en, "See you next Tuesday.", .zh, "再见。"), (.en, "He left last Thursday.", .ja, "彼は出発しました。"),
            (.en, "The meeting is on Wednesday.", .ko, "회의가 있습니다."), (.en, "We travel on Sunday.", .ru, "Мы едем."),
            (.en, "We travel on Sunday.", .ar, "نحن نسافر."), (.en, "We travel on Sunday.", .hi, "हम यात्रा करते हैं।"),
            (.es, "El tren sale el jueves.", .en, "The train leaves."), (.fr, "On se voit samedi.", .it, "Ci vediamo."),
            (.de, "Der Laden ist am Montag geschlossen.", .en, "The shop is closed."),
            (.it, "Partiamo venerdì.", .en, "We leave."),
            (.pt, "A loja fecha na terça-feira.", .en, "The shop closes."),
            (.zh, "星期三开会。", .en, "There is a meeting."), (.ja, "木曜日に会議があります。", .en, "There is a meeting."),
            (.ko, "금요일에 회의가 있습니다.", .en, "There is a meeting."), (.ar, "نلتقي يوم السبت.", .en, "We are meeting."),
            (.hi, "हम रविवार को मिलते हैं।", .en, "We are meeting."),
            (.ru, "Музей закрыт в понедельник.", .en, "The museum is closed."),
        ])
    func lostWeekday(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try findings(from, source, to, translation).contains { $0.flag == "dates" })
    }

    @Test(
        "Given a day of the week, when a good translation says it otherwise or it is a name, then nothing is found",
        arguments: [
            (LanguageCode.en, "We are closed on Saturday and Sunday.", LanguageCode.de, "Am Wochenende haben wir zu."),
            (.en, "See you on Sunday.", .es, "Nos vemos mañana."),
            (.en, "I met Man Friday.", .fr, "J'ai rencontré Vendredi."),
            (.en, "He writes for the Sunday Times.", .de, "Er schreibt für die Times."),
            (.en, "We meet on Easter Monday.", .it, "Ci vediamo a Pasquetta."),
            (.fr, "Nous fêtons mardi gras.", .en, "We celebrate carnival."),
            (.es, "Vivo en Santo Domingo.", .en, "I live there."),
            (.fr, "Il porte ses habits du dimanche.", .en, "He is wearing his best clothes."),
            (.zh, "一周一次。", .en, "Once a week."), (.zh, "我每周日休息。", .en, "I rest once a week."),
            (.ja, "日曜大工が好きです。", .en, "I like DIY."), (.ru, "Окружающая среда важна.", .en, "Nature is important."),
            (.de, "Herr Freitag wohnt hier.", .en, "He lives here."),
            (.en, "Wednesday is her name.", .es, "Se llama así."),
            (.en, "The meeting is on Monday.", .ja, "会議は週明けです。"),
            (.en, "We leave on Monday.", .de, "Wir fahren am 5. los."),
            (.en, "We meet on Mondays.", .de, "Wir treffen uns montags."),
            (.en, "We open on Sundays.", .it, "Apriamo nei festivi."),
            (.pt, "Na segunda casa mora um médico.", .en, "A doctor lives in the other house."),
        ])
    func saidOtherwise(from: LanguageCode, source: String, to: LanguageCode, translation: String) throws {
        #expect(try !findings(from, source, to, translation).contains { $0.flag == "dates" })
    }

    @Test("Given day and month, when the translation swaps them, then it is found if both texts name them")
    func reversedDays() throws {
        let swapped: [(LanguageCode, String, LanguageCode, String)] = [
            (.en, "We meet on June 5th.", .ja, "5月6日に会います。"), (.en, "We meet on June 5th.", .zh, "我们5月6日见面。"),
            (.en, "We meet on June 5th.", .zh, "我们五月六号见面。"), (.en, "We meet on June 5th.", .ko, "5월 6일에 만나요."),
            (.en, "It opens on March 12.", .ja, "12月3日に開きます。"),
            (.en, "We meet on June 5th.", .de, "Wir treffen uns am 6.5."),
            (.en, "We meet on the fifth of June.", .fr, "On se voit le 6 mai."),
            (.de, "Wir treffen uns am 5.6.", .en, "We meet on May 6th."),
            (.de, "Das war am 05.06.2024.", .en, "That was on May 6th, 2024."),
            (.ja, "2024年6月5日です。", .en, "It is 2024-05-06."),
        ]
        for (from, source, to, translation) in swapped {
            #expect(try findings(from, source, to, translation).map(\.flag) == ["dates"], "\(source) → \(translation)")
        }
        let right: [(LanguageCode, String, LanguageCode, String)] = [
            (.en, "We meet on June 5th.", .ja, "6月5日に会います。"),
            (.en, "We meet on June 5th.", .de, "Wir treffen uns am 5.6."),
            (.en, "We meet on 5/6.", .de, "Wir treffen uns am 5.6."),
            (.en, "We meet on 5/6.", .de, "Wir treffen uns am 6.5."),
            (.en, "We meet on 5/6.", .ja, "5月6日に会います。"), (.en, "We meet on 5/6.", .ja, "6月5日に会います。"),
            (.en, "We meet on June 5th.", .es, "Nos vemos el 5/6."),
            (.en, "We meet on June 5th.", .es, "Nos vemos el 6/5."),
            (.en, "From May 6 to June 5.", .ja, "5月6日から6月5日まで。"),
            (.de, "vom 5.6. bis 6.5.", .en, "from June 5 to May 6"),
        ]
        for (from, source, to, translation) in right {
            #expect(try findings(from, source, to, translation) == [], "\(source) → \(translation)")
        }
    }

    @Test("Given terms, when the translation lacks a form of one, then it is found, and the longest term counts first")
    func glossary() throws {
        let terms = [
            GlossaryTerm("voltage", as: ["Spannung"]), GlossaryTerm("high voltage line", as: ["Hochspannungsleitung"]),
            GlossaryTerm("Verbio"),
        ]
        #expect(
            try findings(.en, "The voltage is too low.", .de, "Die Spannung ist zu niedrig.", glossary: terms) == [])
        #expect(
            try findings(
                .en, "The high voltage line is new.", .de, "Die Hochspannungsleitung ist neu.", glossary: terms) == [])
        let missed = try findings(
            .en, "Verbio measures the voltage.", .de, "Das Gerät misst die Stromstärke.", glossary: terms)
        #expect(missed.map(\.flag) == ["glossary"])
        #expect(missed.first?.evidence.sorted() == ["Verbio", "voltage"])
        #expect(
            try findings(
                .en, "We met in the clinic.", .ru, "Мы встретились в поликлинике.",
                glossary: [GlossaryTerm("clinic", as: ["поликлиника"])]) == [])
        #expect(try findings(.en, "The cat sat.", .zh, "小猫坐着。", glossary: [GlossaryTerm("cat", as: ["猫"])]) == [])
    }

    @Test("Given texts in two languages, when lengths are compared, then letters are weighed by language")
    func length() throws {
        #expect(
            try findings(
                .zh, "我们明天早上八点在火车站门口见面。", .en, "Let's meet tomorrow morning at eight in front of the railway station.")
                == [])
        #expect(try findings(.en, "OK", .de, "Einverstanden") == [])
        let short = try findings(
            .en, "The doctor said that I should rest at home and drink a lot of water every day.", .fr, "Le médecin.")
        #expect(short.map(\.flag) == ["length"])
    }

    @Test("Given an answer that says a sentence again, when the text says it once, then it is found")
    func sentences() throws {
        let (text, once) = ("The book is on the table.", "El libro está en la mesa.")
        for times in [2, 3] {
            let said = Array(repeating: once, count: times).joined(separator: " ")
            #expect(try findings(.en, text, .es, said).map(\.flag) == ["length"])
            #expect(try findings(.en, Array(repeating: text, count: times).joined(separator: " "), .es, said) == [])
        }
        #expect(try findings(.en, "Thanks. Thank you.", .es, "Gracias. Gracias.") == [])
        #expect(try findings(.en, "It rains a lot here.", .zh, "这里经常下雨。这里经常下雨。").map(\.flag) == ["length"])
    }

    @Test(
        "Given names and shared words, when a translation repeats them, then it is no echo, but a copied sentence is one"
    )
    func echo() throws {
        #expect(try findings(.en, "Maria Lopez Garcia", .fr, "Maria Lopez Garcia") == [])
        #expect(try findings(.es, "No, gracias.", .it, "No, grazie.") == [])
        #expect(
            try findings(.pt, "Não sei onde fica a estação.", .es, "Não sei onde fica a estação.").map(\.flag).contains(
                "echo"))
    }

    @Test(
        "Given an apology, an agreement or talk of a translation in the source, when it is translated, then it is no chatter"
    )
    func chatter() throws {
        #expect(
            try findings(.en, "I'm sorry, I can't help you.", .de, "Es tut mir leid, ich kann Ihnen nicht helfen.")
                == [])
        #expect(try findings(.en, "Of course, come in.", .es, "Por supuesto, pase.") == [])
        #expect(
            try findings(
                .en, "Here is the translation you asked for.", .fr, "Voici la traduction que vous avez demandée.") == []
        )
        #expect(try findings(.en, "Is it far?", .ja, "遠いですか。") == [])
        #expect(try findings(.en, "Is it far?", .es, "No, está cerca.").map(\.flag) == ["chatter"])
    }

    @Test("Given polite phrases, when the answer says more than the source, then they are chatter, else not")
    func signs() throws {
        #expect(try findings(.en, "You're welcome.", .de, "Gerne!") == [])
        #expect(try findings(.en, "Count the money.", .de, "Gerne! Wie viel Geld ist es?").map(\.flag) == ["chatter"])
        for (text, language, answer) in [
            ("I'd like a beer and a sandwich.", LanguageCode.es, "¿Qué tipo de sándwich quiere?"),
            ("I have a question.", .es, "¿Cuál es tu pregunta?"), ("I lost my wallet.", .fr, "Où l'avez-vous perdu ?"),
            ("I lost my wallet.", .ru, "Где вы его потеряли?"), ("I'd like a sandwich.", .zh, "您要什么三明治？"),
            ("Thank you.", .es, "De nada."), ("Thank you very much!", .de, "Gern geschehen!"),
        ] {
            #expect(try findings(.en, text, language, answer).map(\.flag) == ["chatter"], "\(answer)")
        }
        #expect(try findings(.en, "I was wondering if you could help me.", .es, "¿Podría ayudarme?") == [])
        #expect(try findings(.en, "Thank you.", .de, "Danke, gerne.") == [])
        #expect(try findings(.es, "Tenga, la llave.", .en, "Here is the key.") == [])
        #expect(try findings(.es, "Un chiste.", .en, "Sure! Here is one: knock, knock.").map(\.flag) == ["chatter"])
        #expect(try findings(.en, "We are full.", .ja, "申し訳ございませんが、満席です。") == [])
        #expect(try findings(.en, "He hit me.", .ja, "申し訳ございませんが、お答えできません。").map(\.flag) == ["chatter"])
        #expect(try findings(.en, "He works as an aide.", .pt, "Ele trabalha como assistente.") == [])
        #expect(
            try findings(.en, "He works here.", .pt, "Como modelo de linguagem, não sei.").map(\.flag) == ["chatter"])
        #expect(try findings(.en, "Send a money transfer.", .ru, "Отправьте денежный перевод.") == [])
        #expect(try findings(.en, "Thank you very much, how much is it?", .es, "Muchas gracias. ¿Cuánto cuesta?") == [])
        #expect(try findings(.en, "Can I have the bill?", .ru, "Счёт, пожалуйста.") == [])
        #expect(try findings(.en, "Can I have the bill?", .ru, "Да, вот он, пожалуйста.").map(\.flag) == ["chatter"])
        #expect(try findings(.en, "where are you from", .es, "de dónde eres") == [])
        #expect(try findings(.en, "when I was young", .es, "cuando era joven") == [])
        #expect(try findings(.en, "where are you from", .es, "Soy de México.").map(\.flag) == ["chatter"])
    }

    @Test("Given findings, when a second request is made, then it gets their hint, and they survive JSON")
    func hints() throws {
        let found = try findings(.en, "Five apples", .es, "Cuatro manzanas")
        #expect(TranslationGuards.hint(for: found)?.contains("Five") == true)
        #expect(TranslationGuards.hint(for: []) == nil)
        let json = try JSONEncoder().encode(found)
        #expect(try JSONDecoder().decode([GuardFinding].self, from: json) == found)
    }

    @Test("Given two answers, when one is chosen, then it has the less severe finding, then fewer, then comes earlier")
    func best() throws {
        let clean: [GuardFinding] = []
        let numbers = try findings(.en, "Five apples", .es, "Cuatro manzanas")
        let refusal = try findings(.en, "Five apples", .es, "No puedo ayudar con cinco manzanas.")
        #expect(TranslationGuards.best(of: [numbers, clean]) == 1)
        #expect(TranslationGuards.best(of: [refusal, numbers]) == 1)
        #expect(TranslationGuards.best(of: [numbers, refusal]) == 0)
        #expect(TranslationGuards.best(of: [numbers, numbers]) == 0)
        #expect(TranslationGuards.best(of: []) == nil)
    }

    @Test("Given any text, when it is checked, then the guards return")
    func naughty() throws {
        let pieces = [
            "", "\u{0}", "<", "\u{202E}", "١٢٣,٤٥٦.٧٨٩,", "1,2,3,4.5.6", "一二三四五六七八九十百千万亿", "백천만억조일이삼", "und und und",
            "½¾", String(repeating: "9", count: 500), "👩‍👩‍👧‍👦", "1'000'000.00", "--5", "/3/", "3/", "12:", ":30", "e e e",
            "।", "و", "zweihundertzweihundert",
        ]
        // Whatever comes of it, it must come.
        for language in LanguageCode.tested where language != .en {
            for left in pieces {
                for right in pieces.prefix(4) { _ = try findings(.en, left, language, right) }
            }
        }
    }
}
