import Language
import Numerals
import Providers
import Testing
import VerbioTesting

/// The library that knows the words; without it there is nothing to test.
enum ICU {
    static let speller = try? NumberSpeller()
    static var normalizer: TextNormalizer { get throws { TextNormalizer(try #require(speller)) } }
}

@Suite(.enabled("ICU is not installed") { ICU.speller != nil })
struct TextNormalizerTests {
    @Test(
        "Given a written form, when it alone is normalized, then it reads as a speaker would say it",
        arguments: FormCases.all)
    func cases(_ item: FormCases.Case) throws {
        #expect(try ICU.normalizer.normalized(item.written, item.language, [item.form]) == item.spoken)
    }

    @Test(
        "Given a written form, when all forms are normalized, then the words are the same and stay so",
        arguments: FormCases.all)
    func together(_ item: FormCases.Case) throws {
        let spoken = try ICU.normalizer.normalized(item.written, item.language)
        // Ordinals behind a year's word and the like may go further, never elsewhere.
        #expect(spoken == item.spoken)
        #expect(try ICU.normalizer.normalized(spoken, item.language) == spoken)
    }

    @Test(
        "Given all cases, when they are counted, then each form has several languages and each language several forms")
    func coverage() {
        #expect(FormCases.all.count >= 150)
        for form in SpokenForm.allCases {
            #expect(Set(FormCases.all.filter { $0.form == form }.map(\.language)).count >= 4, "\(form)")
        }
        for language in LanguageCode.tested {
            #expect(Set(FormCases.all.filter { $0.language == language }.map(\.form)).count >= 5, "\(language)")
        }
    }

    /// What might be something else is left to the voice.
    static let doubtful: [(LanguageCode, String)] = [
        (.en, "COVID-19 and the F-16, MP3, B2B, 3D"), (.en, "version 1.2.3 of 10.0.0.1"), (.en, "$5 million, €3bn"),
        (.en, "from 10:00-12:00, a score of 3:2"), (.en, "03/04/2024"), (.en, "4K, 5G"),
        (.en, "NATO, UNESCO, XIV, MR SMITH"),
        (.en, "call 555 0123 or (030) 123456"), (.en, "see https://example.com/a?b=c#d"),
        (.en, "SHOUTING ABOUT DHL"), (.en, "1,25 or 12,5"), (.en, "5-10 km-long"), (.en, "an order of 0012345"),
        (.de, "2. Platz, Kapitel 2.3"), (.de, "Nr. 21, 1 Hund"), (.de, "am 31. Februartag, am 35. Mai"),
        (.de, "2.50 oder 1.5"),
        (.es, "1.250 personas, 21 casas, $5"), (.es, "200 casas"), (.fr, "21 maisons, le 2es"),
        (.it, "21 case, 1 casa"),
        (.pt, "2 casas, 200 pessoas, $5"), (.ru, "до 5 км, около 50 %, 21 книга, 3,5"),
        (.ru, "1990 г., под 3 мая, перед 3 мая"),
        (.zh, "2个人, iPhone15"), (.zh, "电话13800138000，或者95588000"), (.ja, "3人、5個"), (.ko, "3개, 21살"),
        (.ar, "15:30، 1.250، 5 أيام، 60 كيلومترا في الساعة 3 مرات"), (.hi, "2रा, 15:30"),
        (.de, "vom 3. bis 5. Stock"),
        (.zh, "比例是1:20，他以21:15获胜"), (.zh, "约翰福音3:16，他跑了2:05"), (.ja, "ひりつ10:30、スコアは3:10に"),
        (.ko, "비율은 1:20입니다, 점수는 3:10에"), (.ko, "3시리즈"), (.ru, "нет 5 кг"), (.ru, "2 -3, 5-10, - 5 и B -12"),
        (.en, "12 500 km, 2 500 mg tablets"), (.de, "2 500 mg"), (.hi, "₹12 500"), (.es, "tel. 12 345 678"),
        (.es, "612 345 678, las otras -200 en total- llegaron"), (.es, "-200 casas\n-300 casas"),
        (.en, "call +49 (0)30 123456"), (.pt, "US$ 50 bi"), (.fr, "24 h/24, 5 M€"), (.en, "50¢"),
        (.en, "a 15-10 kg belt"),
        (.en, "a ratio of 1:20 to 1:30"), (.ru, "до 10-15 км"),
        (.en, "GIVE IT to me, IT IS late"), (.ru, "на 3-й странице, 80-е годы, НАТО"), (.de, "Ende.Dann, v1.de.x"),
    ]

    @Test("Given an ambiguous form, when it is normalized, then the text does not change", arguments: doubtful)
    func leavesAlone(language: LanguageCode, text: String) throws {
        #expect(try ICU.normalizer.normalized(text, language) == text)
    }

    @Test(
        "Given text without such forms, when it is normalized, then each byte stays", arguments: LanguageCode.tested)
    func plain(_ language: LanguageCode) throws {
        for text in [
            "", " ", "\n", "Where is the station, please?", "¿Dónde está?", "Où est la gare ?", "请问，火车站在哪里？",
            "えき は どこ です か", "역이 어디에 있습니까?", "أين المحطة من فضلك؟", "स्टेशन कहाँ है?", "Где вокзал?", "e\u{301}te\u{301}",
            "👩‍👩‍👧 ½ ② Ⅳ 三", "a.b/c www dot", "A B C. D",
        ] {
            #expect(try Array(ICU.normalizer.normalized(text, language).utf8) == Array(text.utf8))
        }
    }

    @Test(
        "Given any text, when it is normalized, then the result is bounded and a second time changes nothing",
        arguments: LanguageCode.tested)
    func anything(_ language: LanguageCode) throws {
        var random = SplitMix64(seed: UInt64(language.hashText))
        let pieces = [
            "0", "1", "2", "15", "30", "99", "2024", "1990", "10000", "٣", "५", "５", ".", ",", ":", "/", "-", "+", "%",
            "٪", " ", " ", " ",
            "\u{A0}", "€", "$", "¥", "₹", "₽", "US$", "km", "kg", "m", "°C", "h", "am", "pm", "Uhr", "at", "in", "seit",
            "May", "Mai", "de",
            "mayo", "мая", "года", "年", "月", "日", "년", "월", "일", "번째", "वीं", "st", "nd", "th", "er", "º", "ª", "@",
            "www.", "https://",
            "example", "com", "DHL", "B", "(", ")", "\"", "'", "’", "\n", "e\u{301}", "👍", "\u{200F}", "كم", "किमी", "км",
            "い", "的", "를",
        ]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let spoken = try ICU.normalizer.normalized(text, language)
            #expect(spoken.count <= 40 * text.count + 40, "\(text)")
            let again = try ICU.normalizer.normalized(spoken, language)
            #expect(again == spoken, "\(language): \(text)")
        }
    }

    @Test("Given a number of thousands of digits, when it is normalized, then the text does not change")
    func longNumbers() throws {
        let long = String(repeating: "9", count: 5_000)
        for text in [
            long, "€" + long, long + " km", "+" + long, "1," + String(repeating: "000,", count: 2_000) + "000 km",
        ] {
            #expect(try ICU.normalizer.normalized(text, .en) == text)
        }
    }
}

extension LanguageCode {
    fileprivate var hashText: Int { rawValue.utf8.reduce(7) { $0 * 31 + Int($1) } }
}
