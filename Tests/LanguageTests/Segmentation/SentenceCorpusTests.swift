import Language
import Testing
import VerbioTesting

/// The share of texts of the corpus that are cut into exactly the sentences expected.
@Suite("Sentences of the corpus", .enabled(if: TextCorpus.isPresent, "there is no ../shared/corpus"))
struct SentenceCorpusTests {
    /// The corpus joins lines that were broken, so white space is not compared: none in Chinese and Japanese.
    private static func comparable(_ text: String, _ language: LanguageCode) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
    }

    @Test("Given the sentences of the corpus, when they are split, then their boundaries are found")
    func sentences() {
        var total = 0
        var right = 0
        for language in LanguageCode.tested {
            let splitter = SentenceSplitter(language: language)
            let cases = TextCorpus.segmented(language)
            var rightHere = 0
            for sample in cases {
                let found = splitter.segments(of: sample.text).map { Self.comparable($0.text, language) }
                if found == sample.sentences.map({ Self.comparable($0, language) }) {
                    rightHere += 1
                } else {
                    print("\(sample.id): \(found)")
                }
            }
            if !cases.isEmpty { print("sentences, \(language): \(rightHere) of \(cases.count)") }
            total += cases.count
            right += rightHere
        }
        print("sentences: \(right) of \(total)")
        #expect(total >= 70)
        #expect(Double(right) >= 0.97 * Double(total))
    }
}
