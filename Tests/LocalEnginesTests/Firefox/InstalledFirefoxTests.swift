import Foundation
import Language
import LocalEngines
import Providers
import Testing
import VerbioTesting

/// The installed models between English and Portuguese.
@Suite(
    .enabled("needs the models (verbio models install firefox-en-pt firefox-pt-en)") {
        Machine.hasFirefox("en-pt", "pt-en")
    })
struct InstalledFirefoxTests {
    /// A sentence and what Marian itself wrote (Bergamot 0.4.5, one sentence at a time, greedy).
    private struct Recorded: Decodable {
        var source: String
        var translation: String
    }

    private func recorded(_ direction: String) throws -> [Recorded] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/marian.json")
        let all = try JSONDecoder().decode([String: [Recorded]].self, from: try Data(contentsOf: path))
        return try #require(all[direction])
    }

    // Another order of the sums changes the last bit of a number, which the 8-bit steps make larger. A word with a synonym
    // that is nearly as probable may then change, also between two processors with the same program.
    @Test(
        "Given everyday sentences, when they are translated, then nearly all translations are those of Marian",
        arguments: [(LanguageCode.en, LanguageCode.pt, 37), (.pt, .en, 33)])
    func marian(from: LanguageCode, to: LanguageCode, least: Int) async throws {
        let translator = try FirefoxTranslator(Machine.firefox)
        let recorded = try recorded("\(from)-\(to)")
        var same = 0
        for each in recorded {
            if try await translator.translated(each.source, from, to).text == each.translation { same += 1 }
        }
        #expect(recorded.count == 40 && same >= least, "\(same) of \(recorded.count)")
    }

    @Test("Given text that is no plain sentence, when it is translated, then what is no language stays")
    func awkward() async throws {
        let translator = try FirefoxTranslator(Machine.firefox)
        for (text, parts) in [
            (
                "Visit https://example.com/a?b=1 or write to me@example.com.",
                ["https://example.com/a?b=1", "me@example.com."]
            ),
            ("Hello {name}, you have %d new messages.", ["{name}", "%d", "mensagens"]),
            ("Click <b>here</b> to continue.", ["<b>", "</b>"]),
            ("<i>Where is the train station?</i>", ["<i>Onde está a estação de trem?</i>"]),
            ("I love it 😀 so much.", ["😀"]),
            ("Mr. Müller lives in Köln near the Łódź café.", ["Müller", "Köln", "Łódź"]),
            ("Привет means hello.", ["Привет", "olá"]), ("THE STORE IS CLOSED TODAY.", ["LOJA", "FECHADA", "HOJE"]),
            ("Dr. Smith paid $1,234.56 at 10:30.", ["Smith", "1,234.56", "10:30"]),
        ] {
            let found = try await translator.translated(text, .en, .pt).text
            for part in parts { #expect(found.contains(part), "\(found)") }
        }
    }

    @Test(
        "Given a sentence of hundreds of words, when it is translated, then it is cut at clauses and nothing is missing"
    )
    func long() async throws {
        let translator = try FirefoxTranslator(Machine.firefox)
        let clauses = (1...60).map { "in the year \(1900 + $0) my brother bought \($0) red houses" }
        let found = try await translator.translated(clauses.joined(separator: ", ") + ".", .en, .pt).text
        for year in 1901...1960 { #expect(found.contains("\(year)"), "\(year)") }
    }

    @Test(
        "Given the installed models, when they are asked as every translator is, then they keep the promises",
        arguments: TranslatorCompliance.Check.allCases)
    func complies(_ check: TranslatorCompliance.Check) async throws {
        let texts = ["Where is the train station?", "My brother works in a hospital.", "It is raining."]
        try await TranslatorCompliance(
            try FirefoxTranslator(Machine.firefox), pair: try LanguagePair(from: .en, to: .pt), texts: texts
        ).run(check)
    }
}
