import Guards
import Language
import Providers
import Testing

@Suite("What shorter translations have lost")
struct LostNamesTests {
    private func losses(
        _ source: String, _ longer: String, _ shorter: String, _ from: LanguageCode, _ to: LanguageCode,
        glossary: [GlossaryTerm] = []
    ) throws -> [GuardFinding] {
        let (guards, pair) = (TranslationGuards(), try LanguagePair(from: from, to: to))
        func findings(_ text: String) -> [GuardFinding] {
            guards.check(source: source, translation: text, pair: pair, glossary: glossary)
        }
        return TranslationGuards.losses(
            of: shorter, findings(shorter), insteadOf: longer, findings(longer), source: source, pair: pair)
    }

    @Test("Given a shorter translation with all names, when it is compared, then nothing is lost")
    func kept() throws {
        #expect(
            try losses(
                "Well, yesterday I met Ana Ruiz at the station in Lisbon.",
                "Bueno, pues ayer me encontré con Ana Ruiz en la estación de Lisboa.",
                "Ayer vi a Ana Ruiz en la estación de Lisboa.", .en, .es
            ).isEmpty)
        // With another ending.
        #expect(
            try losses(
                "So we drove to Moscow together with Anna.", "И вот мы вместе с Анной поехали в большую Москву.",
                "Мы с Анной были в Москве.", .en, .ru
            ).isEmpty)
        // The first word of a sentence is no name because of its capital, and German nouns are none either.
        #expect(
            try losses(
                "Really, the old house is empty.", "Wirklich, das alte Haus mit dem Garten steht leer.",
                "Das alte Haus ist leer.", .en, .de
            ).isEmpty)
    }

    @Test("Given a shorter translation without a name, when it is compared, then the name is named")
    func lost() throws {
        func names(
            _ source: String, _ longer: String, _ shorter: String, _ to: LanguageCode
        ) throws -> [String] {
            try losses(source, longer, shorter, .en, to).filter { $0.flag == "names" }.flatMap(\.evidence)
        }
        #expect(
            try names(
                "Yesterday I met Ana at the station in Lisbon.", "Ayer me encontré con Ana en la estación de Lisboa.",
                "Ayer la vi en la estación.", .es) == ["Ana", "Lisboa"])
        // At the beginning of a sentence it has to be a word of the source, or known.
        #expect(
            try names("Kestrel is faster than before.", "Kestrel es más rápido que antes.", "Es más rápido.", .es) == [
                "Kestrel"
            ])
        #expect(
            try names(
                "We met Mr. Kestrel in the garden.", "Wir haben Herrn Kestrel im Garten getroffen.",
                "Wir trafen ihn im Garten.", .de) == ["Kestrel"])
        // Only Latin letters show a name in a script without capitals.
        #expect(
            try names("The new iPhone is expensive.", "新しいiPhoneはとても高いです。", "新しいのは高いです。", .ja) == ["iPhone"])
    }

    @Test("Given numbers and terms, when one more is lost than before, then the shorter translation has lost it")
    func numbers() throws {
        let term = GlossaryTerm("invoice", as: ["factura"])
        let source = "The invoice of 5 pages costs 70 euros in the shop."
        let longer = "La factura de 5 páginas cuesta 70 euros en la tienda."
        #expect(
            try losses(source, longer, "La factura de 5 páginas cuesta 70 euros.", .en, .es, glossary: [term]).isEmpty)
        #expect(
            try losses(source, longer, "La factura cuesta 70 euros.", .en, .es, glossary: [term]).map(\.flag)
                == ["numbers"])
        #expect(
            try losses(source, longer, "El papel de 5 páginas cuesta 70 euros.", .en, .es, glossary: [term])
                .map(\.flag) == ["glossary"])
        // The longer one has lost a number already.
        let flawed = "La factura cuesta 70 euros en la tienda."
        #expect(
            try losses(source, flawed, "La factura cuesta 70 euros.", .en, .es, glossary: [term]).isEmpty)
        #expect(
            try losses(source, flawed, "La factura cuesta mucho.", .en, .es, glossary: [term]).map(\.flag)
                == ["numbers"])
    }
}
