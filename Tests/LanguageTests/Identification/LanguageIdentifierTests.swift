import Language
import Testing

@Suite("Identifying a language")
struct LanguageIdentifierTests {
    private static func identify(_ text: String, _ candidates: LanguageCode...) -> Identification {
        LanguageIdentifier(candidates: Set(candidates)).identify(text)
    }

    @Test(
        "Given candidates without a common script, when a text is identified, then its script decides",
        arguments: [
            ("здравствуйте", LanguageCode.ru, LanguageCode.en), ("안녕하세요", .ko, .ja), ("नमस्ते", .hi, .en),
            ("مرحبا", .ar, .fr), ("你好", .zh, .en), ("はい", .ja, .es), ("good morning", .en, .zh),
            ("ﾊﾛｰ", .ja, .en), ("ｇｏｏｄ　ｍｏｒｎｉｎｇ", .en, .ja), ("一二三", .zh, .en), ("猫", .ja, .de),
        ])
    func script(text: String, expected: LanguageCode, other: LanguageCode) {
        let answer = Self.identify(text, expected, other)
        #expect(answer.language == expected)
        #expect(answer.evidence == .script)
        #expect(answer.confidence > 0.95)
    }

    @Test(
        "Given candidates with a common script, when a text is identified, then words and letters decide",
        arguments: [
            ("where is the station", LanguageCode.en, LanguageCode.es), ("¿Dónde está la estación?", .es, .en),
            ("où est la gare ?", .fr, .en), ("wo ist der Bahnhof?", .de, .en), ("dov'è la stazione?", .it, .en),
            ("onde fica a estação?", .pt, .es), ("gracias", .es, .pt), ("obrigado", .pt, .es), ("merci", .fr, .it),
            ("grazie", .it, .es), ("danke schön", .de, .en), ("I don’t think so", .en, .de),
            ("l’eau est froide", .fr, .it),
            ("l'acqua è fredda", .it, .fr), ("WHERE ARE YOU GOING", .en, .es), ("ｔｈａｎｋ　ｙｏｕ", .en, .fr),
            ("los niños comen", .es, .pt), ("as crianças comem", .pt, .es), ("e\u{301}te\u{301} dernier", .fr, .en),
        ])
    func wording(text: String, expected: LanguageCode, other: LanguageCode) {
        let answer = Self.identify(text, expected, other)
        #expect(answer.language == expected)
        #expect(answer.evidence == .wording)
    }

    @Test(
        "Given Han characters without kana, when they are identified, then each is Chinese, Japanese or left open",
        arguments: [
            ("东京大学", LanguageCode.zh), ("這個多少錢", .zh), ("我们明天见", .zh), ("我要去北京", .zh), ("東京駅", .ja),
            ("大丈夫", .ja), ("図書館", .ja), ("日本語を話せますか", .ja), ("東京", nil), ("大学", nil), ("一二三", nil),
            ("我是中国人", .zh), ("我生病了。", .zh), ("很好吃。", .zh), ("我叫彼得。", .zh), ("三个人", .zh), ("几点了", .zh),
            ("他在家", .zh), ("找他", .zh), ("一个人", .zh), ("什么", .zh), ("我慢", .ja), ("了解", .ja), ("本日休業", .ja),
            ("何名様", .ja), ("自我", nil), ("現在地", nil), ("終了", nil), ("是非", .ja),
        ])
    func han(text: String, expected: LanguageCode?) {
        let answer = Self.identify(text, .zh, .ja)
        #expect(answer.language == expected)
        #expect(answer.evidence == (expected == nil ? .none : .wording))
    }

    @Test(
        "Given text that any language might contain, when it is identified, then there is no evidence",
        arguments: [
            "", " \n", "42", "3.14 %", "١٢٣", "१२३", "２０２６", "…?!", "ok", "OK!", "Hmm.", "Maria", "Anna Schmidt",
            "Microsoft",
            "🙂👍🏽", "https://www.html", "½ ² ™", "\u{200B}\u{FEFF}",
        ])
    func none(text: String) {
        for candidates: Set<LanguageCode> in [
            [.en, .es], [.en, .de], [.es, .pt], [.ja, .en], [.ru, .ar], [.zh, .ja],
        ] {
            let answer = LanguageIdentifier(candidates: candidates).identify(text)
            #expect(answer.evidence == .none, "\(candidates)")
            #expect(answer.language == nil)
            #expect(answer.confidence == 0)
            #expect(answer.probabilities == Dictionary(uniqueKeysWithValues: candidates.map { ($0, 0.5) }))
        }
    }

    @Test(
        "Given one word that both languages have, when it is identified, then no language is chosen",
        arguments: [
            ("no", LanguageCode.en, LanguageCode.es), ("casa", .es, .pt), ("hotel", .de, .en), ("me", .en, .es),
            ("de", .fr, .es),
            ("in", .en, .de), ("no.", .es, .it),
        ])
    func shared(text: String, first: LanguageCode, second: LanguageCode) {
        let answer = Self.identify(text, first, second)
        #expect(answer.language == nil)
        #expect(answer.evidence == .none)
        #expect(Self.identify(text, first, .ja).evidence == (text == "hotel" ? .none : .script))
    }

    @Test(
        "Given names in another script, when the text is identified, then the rest of it decides",
        arguments: [
            ("MicrosoftのSpeech Serviceを使います", LanguageCode.ja), ("我用iPhone", .zh),
            ("Он использует Microsoft Office", .ru),
            ("أستخدم Google Maps", .ar), ("The Japanese word 猫 means cat", .en), ("We met Иван in the city", .en),
        ])
    func mixed(text: String, expected: LanguageCode) {
        let answer = Self.identify(text, expected == .en ? .ru : .en, expected, .ja)
        #expect(answer.language == expected)
    }

    @Test("Given a text in no candidate's script, when it is identified, then the evidence is foreign")
    func foreign() {
        #expect(Self.identify("Привет, как дела?", .en, .es).evidence == .foreign)
        #expect(Self.identify("how are you", .ja, .ko).evidence == .foreign)
        #expect(Self.identify("こんにちは", .zh, .en).evidence == .foreign)
        #expect(Self.identify("how are you", .ja, .ko).language == nil)
        #expect(Self.identify("iPhone", .ja, .ko).evidence == .none)
    }

    @Test(
        "Given a script of none of the twelve languages, when even one word is identified, then the evidence is foreign",
        arguments: [
            "Γεια σου, τι κάνεις σήμερα;", "Ευχαριστώ", "ไปสถานีรถไฟอย่างไร", "ไป", "שלום, מה שלומך היום?", "שלום",
            "எங்கே போகிறாய்", "სად არის სადგური", "Բարեւ ձեզ", "សួស្តី", "ဘယ်မှာလဲ", "ሰላም", "ধন্যবাদ", "ਧੰਨਵਾਦ",
            "నమస్కారం", "ಧನ್ಯವಾದ", "നന്ദി", "ස්තුතියි", "ຂອບໃຈ", "བཀྲ་ཤིས", "ᠰᠠᠢᠨ", "OK, ευχαριστώ πολύ",
        ])
    func unknownScript(text: String) {
        for candidates: Set<LanguageCode> in [
            [.en, .es], [.zh, .ja], [.ar, .ru], [.ko, .hi], Set(LanguageCode.tested),
        ] {
            #expect(LanguageIdentifier(candidates: candidates).identify(text).evidence == .foreign, "\(candidates)")
        }
    }

    @Test(
        "Given a single sign of another script, when a text is identified, then the sign does not count",
        arguments: ["Ω", "5 Ω", "π", "α, β, γ", "ª", "µ", "№ 5", "ℵ", "𝐀𝐁", "ə", "Ⅳ", "®"])
    func signs(text: String) {
        #expect(Self.identify(text, .en, .es).evidence == .none)
        #expect(Self.identify("give me vitamin β, please \(text)", .en, .es).language == .en)
        #expect(Self.identify("We met Γιώργος in the city", .en, .es).language == .en)
    }

    @Test("Given any text, when it is identified twice, then the probabilities are equal and add up to 1")
    func probabilities() {
        let all = LanguageIdentifier(candidates: Set(LanguageCode.tested))
        for text in ["vielen Dank", "el tren", "東京", "hello мир", "casa", "مرحبا hello"] {
            let answer = all.identify(text)
            #expect(abs(answer.probabilities.values.reduce(0, +) - 1) < 1e-9)
            #expect(answer == all.identify(text))
            #expect(answer.probabilities.count == 12)
        }
        #expect(all.identify("vielen Dank").language == .de)
        #expect(LanguageIdentifier(candidates: []).identify("hello").language == nil)
        #expect(LanguageIdentifier(candidates: [.en]).identify("hello").confidence == 1)
    }

    @Test("Given mixed text, when scripts are counted, then digits, marks and punctuation do not count")
    func shares() {
        let evidence = ScriptEvidence("日本のABC, 12 नि ー")
        #expect(evidence.letters == 8)
        #expect(evidence[.han] == 0.25)
        #expect(evidence[.kana] == 0.25)
        #expect(evidence[.latin] == 0.375)
        #expect(evidence[.devanagari] == 0.125)
        #expect(ScriptEvidence("１２٣!")[.latin] == 0)
    }
}
