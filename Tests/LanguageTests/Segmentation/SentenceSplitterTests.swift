import Language
import Testing

@Suite("Splitting sentences")
struct SentenceSplitterTests {
    /// A text with `|` where it is to be cut.
    struct Sample: Sendable, CustomTestStringConvertible {
        var language: LanguageCode
        var marked: String

        init(_ language: LanguageCode, _ marked: String) {
            self.language = language
            self.marked = marked
        }

        var testDescription: String { "\(language): \(marked)" }
        var pieces: [String] { marked.split(separator: "|").map(String.init) }
    }

    @Test(
        "Given abbreviations, numbers and initials, when a text is split, then only sentences end",
        arguments: [
            Sample(.en, "I met Dr. Brown at 3.30 p.m. on Oct. 5 in St. Louis. |He was with J. R. Smith. |Good."),
            Sample(.en, "It grew by 3.14 percent. |The U.S. Senate met. |We flew to the U.S. |The trip was long."),
            Sample(.en, "See p. 12, e.g. the table, etc. |That is all."),
            Sample(
                .en, "\"Are you coming?\" she asked. |\"No.\" |He left (as always.) without a word. |Then it rained!"),
            Sample(.en, "Wait... what? |Really?! |Well... |Maybe."),
            Sample(.en, "we are here. |where are you? |no idea"),
            Sample(.en, "It costs $5.00. |10 people came. |So did I. |Anna did not."),
            Sample(.en, "He works at Example.com and v2.0.1 is out. |Nice."),
            Sample(.en, "1. Open the box. |2. Take it out.\n|3. Close it."),
            Sample(.en, "A headline\n\n|A paragraph that\nruns on. |End."),
            Sample(.de, "Wir sehen uns am 3. Mai um 8 Uhr. |Bringen Sie z. B. Obst mit, d. h. Äpfel usw. |Danke."),
            Sample(.de, "Er lebte im 19. Jahrhundert. |Das war im Jahr 1848. |Ludwig XIV. war König."),
            Sample(.de, "„Kommst du?“, fragte er. |„Nein.“ |Dann ging sie. |Prof. Dr. Weber sagt »Ja.« und geht."),
            Sample(.de, "Es kostet 1.000,50 Euro. |Es waren 12. |Das reicht. |Der 2. Weltkrieg endete."),
            Sample(
                .fr,
                "Où est la gare ? |À droite ! |M. Dupont et Mme Petit arrivent. |Il dit : « Bonjour ! » |Puis il part."),
            Sample(.fr, "Il coûte 3,50 € env. à Paris. |C’est l’art. |Voilà."),
            Sample(.es, "¿Qué hora es? |¡Son las 3.15! |El Sr. Gómez vive en la Av. 9 de Julio. |¿Y tú?"),
            Sample(.es, "El art. 5 lo dice. |Me gusta el mar. |A ti no."),
            Sample(.it, "Il dott. Rossi abita in v.le Roma n. 5. |È qui? |L'ing. Bianchi no."),
            Sample(.pt, "A Sra. Silva mora na R. Augusta, n.º 10. |Ela vem às 15.30. |Você também?"),
            Sample(
                .ru, "Он родился в 1799 г. в Москве. |А. С. Пушкин жил на ул. Мойка, т. е. рядом. |Это я. |Иван ушёл."),
            Sample(.zh, "你好！|我是小王。|“走吧！”他笑着说。|圆周率是３．１４。|好吗？|好"),
            Sample(.ja, "こんにちは。|元気ですか？！|「行こう。」と彼は言った。|「はい。」|「いいえ。」|３．１４です。|終わり"),
            Sample(.ko, "안녕하세요. |오늘은 3.5도입니다. |정말요? |네!"),
            Sample(.ko, "맛있게 먹었습니다 |다음에 또 가고 싶어요 |그런데 비쌌습니다 라고 했다."),
            Sample(.ar, "مرحبا. |كيف حالك؟ |أنا بخير! |قال د. أحمد نعم."),
            Sample(.hi, "यह ठीक है. |फिर मिलेंगे. |नमस्ते। |आप कैसे हैं? |डॉ. शर्मा यहाँ हैं। |कीमत 3.50 रुपये है॥ |ठीक"),
        ])
    func sentences(sample: Sample) {
        let found = SentenceSplitter(language: sample.language).segments(of: sample.pieces.joined())
        #expect(found.map(\.text) == sample.pieces)
        #expect(found.last?.boundary == .end)
        #expect(found.dropLast().allSatisfy { $0.boundary == .sentence })
    }

    @Test(
        "Given clauses as the granularity, when a text is split, then clauses end too, but no number or time is cut",
        arguments: [
            Sample(
                .en, "If it rains, |we stay; |otherwise we go: |at 10:30, |with 1,000 people — |or 1, 2 or 3. |Fine"),
            Sample(.en, "He said, |\"Come in. |Sit down, |please.\" |And they did."),
            Sample(.fr, "Il faut : |du pain, |du vin ; |c’est tout."),
            Sample(.ja, "今日は、|雨です。|１，０００円、|です。"),
            Sample(.zh, "如果下雨，|我们就不去；|好吗？|好"),
            Sample(.ar, "نعم، |لكن لا؛ |شكرا"),
        ])
    func clauses(sample: Sample) {
        let found = SentenceSplitter(language: sample.language, granularity: .clause).segments(
            of: sample.pieces.joined())
        #expect(found.map(\.text) == sample.pieces)
    }

    @Test("Given a streamed text, when what follows confirms an end, then the sentence is returned, not before")
    func confirmation() {
        var splitter = SentenceSplitter(language: .en)
        #expect(splitter.append("It costs 3.").isEmpty)
        #expect(splitter.append("50. ").isEmpty)
        #expect(splitter.append("Really").map(\.text) == ["It costs 3.50. "])
        #expect(splitter.append("? ").isEmpty)
        #expect(splitter.append("Yes").map(\.text) == ["Really? "])
        #expect(splitter.append(" sir").isEmpty)
        #expect(splitter.finish() == [TextSegment(text: "Yes sir", boundary: .end)])
        #expect(splitter.append("Of the U.S. Of").isEmpty)
        #expect(splitter.finish().map(\.text) == ["Of the U.S. Of"])
        #expect(splitter.finish().isEmpty)
    }

    @Test("Given a minimum length, when a sentence is shorter, then it is joined with the next one")
    func minimum() {
        let splitter = SentenceSplitter(language: .en, minimumLength: 30)
        let found = splitter.segments(of: "Yes. I know. That is what they told me yesterday. No. Why would they? Hm.")
        #expect(found.map(\.text) == ["Yes. I know. That is what they told me yesterday. ", "No. Why would they? Hm."])
    }

    @Test("Given a text over the maximum, when it is split, then it is cut after a clause, else a word, else a letter")
    func maximum() {
        func texts(_ text: String, _ maximum: Int) -> [String] {
            SentenceSplitter(language: .en, maximumLength: maximum).segments(of: text).map(\.text)
        }
        #expect(texts("one two, three four five", 14) == ["one two, ", "three four ", "five"])
        #expect(texts("onetwothreefour", 6) == ["onetwo", "threef", "our"])
        #expect(texts("ae\u{301}ae\u{301}a", 3) == ["ae\u{301}", "ae\u{301}", "a"])
        #expect(texts("👨‍👩‍👧👨‍👩‍👧", 6) == ["👨‍👩‍👧", "👨‍👩‍👧"])
        #expect(texts("a" + String(repeating: "\u{301}", count: 5), 2).count == 3)
        #expect(
            SentenceSplitter(language: .en, maximumLength: 5).segments(of: "123456").map(\.boundary) == [.length, .end])
    }

    @Test("Given text without words, when it is split, then nothing is cut or added")
    func nothing() {
        for text in ["", " ", "...", "?!", "\n\n"] {
            #expect(SentenceSplitter(language: .en).segments(of: text).map(\.text) == (text.isEmpty ? [] : [text]))
        }
    }
}
