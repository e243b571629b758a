import Language
import Testing

@Suite("Identifying a language")
struct LanguageIdentifierTests {
    private static func identify(_ text: String, _ candidates: LanguageCode...) -> Identification {
        LanguageIdentifier(candidates: Set(candidates)).identify(text)
    }

    @Test(
        "goes by the script where the candidates share none",
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
        "goes by words and letters where they share it",
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
        "tells Chinese from Japanese without kana, and admits what might be both",
        arguments: [
            ("东京大学", LanguageCode.zh), ("這個多少錢", .zh), ("我们明天见", .zh), ("我要去北京", .zh), ("東京駅", .ja),
            ("大丈夫", .ja), ("図書館", .ja), ("日本語を話せますか", .ja), ("東京", nil), ("大学", nil), ("一二三", nil),
        ])
    func han(text: String, expected: LanguageCode?) {
        let answer = Self.identify(text, .zh, .ja)
        #expect(answer.language == expected)
        #expect(answer.evidence == (expected == nil ? .none : .wording))
    }

    @Test(
        "finds no evidence in what any language might contain",
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
        "does not decide by one word that both have",
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
        "takes names in another script for names",
        arguments: [
            ("MicrosoftのSpeech Serviceを使います", LanguageCode.ja), ("我用iPhone", .zh),
            ("Он использует Microsoft Office", .ru),
            ("أستخدم Google Maps", .ar), ("The Japanese word 猫 means cat", .en), ("We met Иван in the city", .en),
        ])
    func mixed(text: String, expected: LanguageCode) {
        let answer = Self.identify(text, expected == .en ? .ru : .en, expected, .ja)
        #expect(answer.language == expected)
    }

    @Test("says that a text is in none of the candidates' scripts")
    func foreign() {
        #expect(Self.identify("Привет, как дела?", .en, .es).evidence == .foreign)
        #expect(Self.identify("how are you", .ja, .ko).evidence == .foreign)
        #expect(Self.identify("こんにちは", .zh, .en).evidence == .foreign)
        #expect(Self.identify("how are you", .ja, .ko).language == nil)
        #expect(Self.identify("iPhone", .ja, .ko).evidence == .none)
    }

    @Test("gives probabilities that add up, and the same ones each time")
    func probabilities() {
        let all = LanguageIdentifier(candidates: Set(LanguageCode.allCases))
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

    @Test("counts letters by script, not digits, marks or punctuation")
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
