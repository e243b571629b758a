import Foundation
import Language
import Plumbing
import Testing

@Suite("Glossary files")
struct GlossaryImportTests {
    private let pair: LanguagePair

    init() throws { pair = try LanguagePair(from: .en, to: .es) }

    private func read(_ text: String, as name: String) throws -> [Glossary.Term] {
        try GlossaryImport.read(Array(text.utf8), named: name, for: pair).terms
    }

    private func refusal(_ text: String, as name: String) -> String? {
        #expect(throws: Problem.self) { try read(text, as: name) }?.description
    }

    private static let expected: [Glossary.Term] = [
        .init("invoice", as: ["factura", "facturas"], heardAs: ["in voice"], note: "never \"recibo\""),
        .init("Kestrel", heardAs: ["castrol"]),
        .init("remote, old", as: ["mando"], from: .en, to: .es),
    ]

    @Test(
        "Given a table with any separator and line end, when it is read, then the terms are the same",
        arguments: [",", ";", "\t"], ["\n", "\r\n"])
    func tables(_ separator: String, _ newline: String) throws {
        let rows = [
            ["source", "target", "keep", "Heard as", "from", "to", "note"],
            ["invoice", "factura|facturas", "", "in voice", "", "", "\"never \"\"recibo\"\"\""],
            [" Kestrel ", "", "yes", "castrol", "", "", ""], ["", "", "", "", "", "", ""],
            ["\"remote, old\"", "mando", "no", "", "en-US", "Spanish", ""],
        ]
        let text = "\u{FEFF}" + rows.map { $0.joined(separator: separator) }.joined(separator: newline)
        #expect(try read(text, as: "terms.csv") == Self.expected)
        #expect(try read(text + newline, as: "terms.tsv") == Self.expected)
        // Spreadsheets save "Unicode text" in this form.
        let units = Array(text.utf16)
        for bytes in [
            units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
        ] { #expect(try GlossaryImport.read(bytes, named: "terms.txt", for: pair).terms == Self.expected) }
    }

    @Test("Given a table without headings, when it is read, then its columns are those that services export")
    func plainTable() throws {
        #expect(
            try read("invoice,factura\nbill,cuenta,en,es", as: "-") == [
                .init("invoice", as: ["factura"]), .init("bill", as: ["cuenta"], from: .en, to: .es),
            ])
    }

    @Test(
        "Given languages as headings, when the table is read, then they name the columns and are no term",
        arguments: ["en,es", "English, Spanish", "EN-US;es_MX", "en\tes\tfr", "fr,en,es", "en,es,heard as,note"])
    func languageHeadings(_ headings: String) throws {
        let separator = headings.first { ",;\t".contains($0) } ?? ","
        let cells = headings.hasPrefix("fr") ? ["compte", "bill", "cuenta"] : ["bill", "cuenta", ""]
        let row = cells.prefix(headings.split(separator: separator).count).joined(separator: String(separator))
        #expect(try read("\(headings)\n\(row)", as: "a.csv") == [.init("bill", as: ["cuenta"], from: .en, to: .es)])
    }

    @Test("Given language headings in reverse order, when the table is read, then the terms have the other direction")
    func reversedHeadings() throws {
        #expect(
            try read("es,en,keep,heard as\nfactura,invoice,,fractura\nKestrel,,yes,", as: "a.csv") == [
                .init("factura", as: ["invoice"], heardAs: ["fractura"], from: .es, to: .en),
                .init("Kestrel", from: .es, to: .en),
            ])
        #expect(
            refusal("de,fr\nRechnung,facture", as: "a.csv")
                == "a.csv: it has no terms for English and Spanish; add some, or leave the glossary out")
        #expect(
            refusal("en,es,colour\na,b,c", as: "a.csv")
                == "a.csv: line 1: there is no column 'colour'; use keep, heard as and note beside the languages")
    }

    @Test(
        "Given a first line with one language in it, when the table is read, then it is a term",
        arguments: [("it", "ello"), ("English", "inglés"), ("Hindi", "Hindi"), ("de-facto", "it-girl")])
    func languageAsTerm(_ term: String, _ form: String) throws {
        #expect(try read("\(term),\(form)", as: "a.csv") == [.init(term, as: [form])])
        #expect(try read("\(term),\(form),en,es", as: "a.csv") == [.init(term, as: [form], from: .en, to: .es)])
    }

    @Test("Given JSON as a list or an object, when it is read, then the terms are the same")
    func json() throws {
        let list = """
            [
              {"source": "invoice", "targets": ["factura", "facturas"], "heardAs": ["in voice"], "note": "never \\"recibo\\""},
              {"source": "Kestrel", "keep": true, "heardAs": ["castrol"]},
              {"source": "remote, old", "target": "mando", "from": "en", "to": "es"}
            ]
            """
        #expect(try read(list, as: "terms.json") == Self.expected)
        #expect(try read("{\"terms\": \(list)}", as: "whatever") == Self.expected)
    }

    private func tbx(_ entries: String, head: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        \(head)<martif type="TBX" xml:lang="en"><text><body>
        \(entries)
        </body></text></martif>
        """
    }

    @Test("Given TBX of either version, when it is read, then it gives the terms of the conversation's languages")
    func tbx() throws {
        let old = tbx(
            """
            <termEntry id="1"><descrip type="definition">a claim for money</descrip>
              <langSet xml:lang="en-GB"><tig><term>invoice</term></tig><tig><term>bill &amp; claim</term></tig></langSet>
              <langSet xml:lang="es"><ntig><termGrp><term>factura</term></termGrp></ntig>
                <tig><term>minuta</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
              </langSet>
              <langSet xml:lang="de"><tig><term>Rechnung</term></tig></langSet></termEntry>
            <termEntry><langSet xml:lang="de"><tig><term>Wagen</term></tig></langSet></termEntry>
            """, head: "<!DOCTYPE martif SYSTEM \"TBXcoreStructV02.dtd\">\n")
        let expected: [Glossary.Term] = [
            .init("invoice", as: ["factura"], from: .en, to: .es),
            .init("bill & claim", as: ["factura"], from: .en, to: .es),
        ]
        #expect(try read(old, as: "terms.tbx") == expected)
        let new = """
            <tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns:min="urn:min"><text><body><conceptEntry>
            <langSec xml:lang="es"><termSec><term>factura</term></termSec></langSec>
            <langSec xml:lang="en"><termSec><term>invoice</term></termSec></langSec>
            <langSec xml:lang="en"><termSec><term>bill &#38; claim</term></termSec></langSec>
            </conceptEntry></body></text></tbx>
            """
        #expect(try read(new, as: "x") == expected)
    }

    @Test("Given a faulty glossary, when it is read, then one sentence names the line and the fault")
    func refusals() {
        #expect(
            refusal("source,target\nbill,cuenta\n\"in\nvoice\",", as: "a.csv")
                == "a.csv: line 3: 'in voice' has no translation; give one, or say that it is not to be translated")
        #expect(
            refusal("source,target,keep\nKiwi,Kiui,yes", as: "a.csv")
                == "a.csv: line 2: 'Kiwi' is not to be translated and has a translation; leave one of them out")
        #expect(
            refusal("source,target,colour\na,b,c", as: "a.csv")
                == "a.csv: line 1: there is no column 'colour'; use source, target, keep, heard as, from, to and note")
        #expect(
            refusal("a,b,en,es,more", as: "a.csv")
                == "a.csv: line 1: there are 5 columns where 4 are expected; quote cells that have a separator in them, "
                + "or add a line of headings")
        #expect(
            refusal("a,b\n\"c,d", as: "a.csv") == "a.csv: line 2: its quotation marks are not closed; close them")
        #expect(refusal("a,b,en,xx", as: "a.csv")?.hasPrefix("a.csv: line 1: 'xx' is not a language") == true)
        #expect(
            refusal("a,b\n\(String(repeating: "x", count: 201)),y", as: "a.csv")
                == "a.csv: line 2: the term is longer than 200 characters; shorten it")
        #expect(
            refusal("", as: "a.csv")
                == "a.csv: it has no terms for English and Spanish; add some, or leave the glossary out")
        #expect(
            refusal("[\n{\"source\": \"a\", \"target\": \"b\"},\n {\"source\": \"c\"}]", as: "a.json")
                == "a.json: line 3: 'c' has no translation; give one, or say that it is not to be translated")
        #expect(
            refusal("[\n{\"source\": \"a\", \"sauce\": \"b\"}]", as: "a.json")?
                .hasPrefix("a.json: line 2: there is no member 'sauce'; give a list of terms") == true)
        #expect(
            refusal("[{\"source\": 1}]", as: "a.json")?.hasPrefix("a.json: line 1: source is of another form") == true)
        #expect(refusal("[{]", as: "a.json") == "a.json: it is not proper JSON; check its commas and quotation marks")
        #expect(
            refusal(tbx("<termEntry></langSet>"), as: "a.tbx")
                == "a.tbx: line 3: it is not proper XML (mismatched tag); export it again")
        #expect(
            refusal("<html/>", as: "a.xml") == "a.xml: line 1: it is XML but not TBX; give a TBX file, or CSV or JSON")
    }

    @Test("Given a file that would harm a careless reader, when it is read, then it is refused")
    func hostile() {
        let entities = "<!DOCTYPE martif [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;\">]>\n"
        #expect(
            refusal(tbx("&b;", head: entities), as: "a.tbx")
                == "a.tbx: line 2: it declares entities; remove its <!ENTITY …> declarations")
        let outside = "<!DOCTYPE martif [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n"
        #expect(refusal(tbx("&a;", head: outside), as: "a.tbx")?.contains("declares entities") == true)
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(refusal(tbx(deep), as: "a.tbx")?.contains("nested more than 64 deep") == true)
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: Glossary.Limits.bytes + 1)
        #expect(throws: Problem.self) { try GlossaryImport.read(large, named: "a.csv", for: pair) }
        let rows = (0...Glossary.Limits.terms).map { "t\($0),f" }.joined(separator: "\n")
        #expect(refusal(rows, as: "a.csv")?.contains("5001 terms") == true)
        #expect(throws: Problem.self) { try GlossaryImport.read([0xFF, 0xFE, 0x41, 0], named: "a.csv", for: pair) }
        #expect(throws: Problem.self) { try GlossaryImport.file("/nowhere/terms.csv", for: pair) }
        #expect(throws: Problem.self) { try GlossaryImport.file("/tmp", for: pair) }
    }
}
