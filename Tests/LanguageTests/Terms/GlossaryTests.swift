import Language
import Plumbing
import Testing
import VerbioTesting

@Suite("A glossary")
struct GlossaryTests {
    private let pair: LanguagePair

    init() throws { pair = try LanguagePair(from: .en, to: .es) }

    private func terms(_ text: String, _ glossary: Glossary, reversed: Bool = false) -> [GlossaryTerm] {
        DirectedGlossary(glossary, for: reversed ? pair.reversed : pair, in: pair).terms(in: text)
    }

    @Test("Given a glossary, when an utterance is searched, then it gets its own terms in their order and no others")
    func present() {
        let glossary = Glossary([
            .init("invoice", as: ["factura"]), .init("purchase order", as: ["orden de compra"]),
            .init("order", as: ["pedido"]), .init("Kestrel"),
        ])
        #expect(
            terms("Did the KESTREL purchase order come with two invoices?", glossary) == [
                GlossaryTerm("Kestrel"), GlossaryTerm("purchase order", as: ["orden de compra"]),
                GlossaryTerm("invoice", as: ["factura"]),
            ])
        #expect(terms("It is out of order.", glossary).map(\.source) == ["order"])
        #expect(terms("The border is closed.", glossary) == [])
        #expect(terms("", glossary) == [])
    }

    @Test("Given a glossary, when the direction is reversed, then forms become terms")
    func bothWays() {
        let glossary = Glossary([
            .init("charger", as: ["cargador", "adaptador"], note: "of a phone"), .init("Kestrel"),
            .init("battery", as: ["pila"]), .init("cell", as: ["pila"]),
        ])
        #expect(
            terms("¿Dónde está el adaptador del Kestrel?", glossary, reversed: true) == [
                GlossaryTerm("adaptador", as: ["charger"], note: "of a phone"), GlossaryTerm("Kestrel"),
            ])
        // Two terms with one form: either is right.
        #expect(terms("La pila.", glossary, reversed: true) == [GlossaryTerm("pila", as: ["battery", "cell"])])
    }

    @Test("Given terms with languages, when a glossary is restricted to a pair, then both directions of it stay")
    func languages() throws {
        let glossary = Glossary([
            .init("factura", as: ["invoice"], from: .es, to: .en),
            .init("Rechnung", as: ["invoice"], from: .de, to: .en),
            .init("Wagen", from: .de),
        ])
        let own = try glossary.restricted(to: pair)
        #expect(own.terms.map(\.source) == ["factura"])
        #expect(terms("The invoice, please.", own) == [GlossaryTerm("invoice", as: ["factura"])])
        #expect(terms("La factura.", own, reversed: true) == [GlossaryTerm("factura", as: ["invoice"])])
    }

    @Test(
        "Given a term, when a text has an inflection or spelling of it, then it is found, and other words are not",
        arguments: [
            (.de, "Anlage", "Die Anlagen stehen still.", true), (.de, "Anlage", "Der Anlass ist unklar.", false),
            (.ru, "Москва", "Мы едем в Москву завтра.", true), (.ru, "счёт", "Где счета?", true),
            (.ru, "счёт", "Вот счет.", true), (.zh, "发票", "请把发票给我。", true), (.zh, "AI", "我坐TAIL号车。", false),
            (.ja, "請求書", "請求書をください。", true), (.ko, "송장", "송장을 보내 주세요.", true),
            (.ar, "فاتورة", "أين الفاتورة؟", true), (.hi, "बिल", "बिल दीजिए।", true),
            (.en, "cat", "The category is wrong.", false), (.en, "rest", "The restaurant is full.", false),
            (.en, "café", "Two cafe\u{301}s are open.", true), (.en, "o'clock", "At ten o\u{2019}clock.", true),
            (.fr, "facture", "Les factures sont là.", true),
            (.en, "train", "The training starts at nine.", false), (.en, "house", "Housing is expensive.", false),
            (.ru, "книга", "У меня пять книг.", true), (.ru, "акция", "Много акций.", true),
            (.de, "Firma", "Die Firmen sind groß.", true),
            (.en, "plan", "The planet is round.", false), (.en, "plan", "We planned other plans.", true),
            (.en, "plan", "Two planes are late.", false), (.en, "star", "Let us start.", false),
            (.en, "star", "He stared at it.", false), (.en, "star", "She starred in it.", true),
            (.en, "part", "The party is over.", false), (.en, "party", "Both parties agree.", true),
            (.en, "lens", "Both lenses broke.", true),
            (.en, "invoice", "They are invoicing us.", true), (.en, "purchase order ", "A purchase order", false),
            (.en, "purchase order", "A purchase", false), (.en, "purchase order", "Two purchase orders.", true),
            (.de, "Hand", "Er handelt richtig.", false), (.de, "Karte", "Die Kartei ist weg.", false),
            (.de, "Karte", "Zwei Karten, bitte.", true), (.de, "Bank", "Er ist Banker.", false),
            (.de, "Bank", "Die Banken sind zu.", true), (.de, "Berg", "Auf den Bergen.", true),
            (.de, "Bild", "Die Bilder hängen.", true), (.de, "Ergebnis", "Die Ergebnisse sind da.", true),
            (.de, "Lehre", "Der Lehrer kommt.", false), (.de, "Lehrerin", "Die Lehrerinnen kommen.", true),
            (.fr, "port", "La porte est fermée.", false), (.fr, "cheval", "Les chevaux courent.", true),
            (.fr, "plan", "Une planète ronde.", false), (.es, "planeta", "Los planes son buenos.", false),
            (.es, "puerto", "La puerta está abierta.", false), (.es, "abogado", "La abogada llegó.", true),
            (.es, "avión", "Los aviones salen.", true), (.es, "cuenta", "El cuento es largo.", false),
            (.it, "fattura", "Le fatture sono qui.", true), (.it, "banco", "Il banchiere paga.", false),
            (.it, "porto", "La porta è chiusa.", false), (.pt, "avião", "Os aviões saem.", true),
            (.pt, "porto", "A porta está aberta.", false), (.ru, "план", "Планета круглая.", false),
            (.ru, "план", "Без плана нельзя.", true), (.ru, "старый", "В старом доме.", true),
            (.ru, "банк", "Банкир ушёл.", false), (.ar, "كتاب", "هذا كتابي.", true), (.hi, "लड़का", "लड़के आए।", true),
            (.hi, "कमरा", "कमरों में।", true), (.ko, "송장", "송장이 있어요.", true),
        ] as [(LanguageCode, String, String, Bool)])
    func inflection(_ language: LanguageCode, _ term: String, _ text: String, _ isThere: Bool) {
        #expect((TermFinder([term], in: language, endings: .inflected).terms(in: text) == [0]) == isThere)
    }

    @Test(
        "Given words heard for a term, when a text has them as whole words, then the term replaces them and both are named"
    )
    func heardAs() {
        let glossary = Glossary([
            .init("Kestrel", heardAs: ["castrol", "kest rell"]),
            .init("invoice", as: ["factura"], heardAs: ["in voice"]),
        ])
        let directed = DirectedGlossary(glossary, for: pair, in: pair)
        #expect(
            directed.corrected("Is the Castrol, or the kest rell, on my in voice?")
                == CorrectedText(
                    text: "Is the Kestrel, or the Kestrel, on my invoice?",
                    replaced: [
                        .init(heard: "Castrol", term: "Kestrel"), .init(heard: "kest rell", term: "Kestrel"),
                        .init(heard: "in voice", term: "invoice"),
                    ]))
        #expect(directed.corrected("castrolling along") == nil)
        #expect(directed.corrected("Kestrel") == nil)
        // What is heard is heard in the term's language; a name has none.
        let back = DirectedGlossary(glossary, for: pair.reversed, in: pair)
        #expect(back.corrected("El castrol, in voice")?.text == "El Kestrel, in voice")
    }

    @Test(
        "Given any text, when it is corrected, then all but the known words stays exactly as it is",
        arguments: [UInt64](1...20))
    func untouched(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters = Array("abc dé.ß日本ё\u{301}")
        let glossary = Glossary([.init("xx", heardAs: ["ab", "dé d"]), .init("yy", heardAs: ["c"])])
        let directed = DirectedGlossary(glossary, for: pair, in: pair)
        for _ in 0..<200 {
            let text = String(
                (0..<Int.random(in: 0...20, using: &random)).map { _ in letters.randomElement(using: &random)! })
            guard let corrected = directed.corrected(text) else { continue }
            // Undone in order, the corrections give the text back.
            var undone = ""
            var rest = corrected.text[...]
            for replacement in corrected.replaced {
                guard let place = rest.firstRange(of: replacement.term) else {
                    Issue.record("\(replacement.term) is not in \(corrected.text)")
                    return
                }
                undone += rest[..<place.lowerBound] + replacement.heard
                rest = rest[place.upperBound...]
            }
            #expect(undone + rest == text)
            #expect(directed.corrected(corrected.text) == nil, "correcting twice changes nothing")
        }
    }

    @Test("Given thousands of terms, when one text has many, then a request gets a bounded number")
    func bound() throws {
        let many = Glossary((0..<5_000).map { .init("term\($0)", as: ["forma\($0)"]) })
        let text = (0..<100).map { "term\($0)" }.joined(separator: " ")
        #expect(try terms(text, many.restricted(to: pair)).count == Glossary.Limits.requested)
        let tooMany = Glossary(many.terms + [.init("one more")])
        let problem = #expect(throws: Problem.self) { try tooMany.restricted(to: pair) }
        #expect(problem?.code == "glossary.too-many")
    }
}
