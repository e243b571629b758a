import Language
import Testing
import VerbioTesting

/// How often the identification errs on texts that nothing was learned from.
@Suite(
    "The identification of a language, on the corpus",
    .enabled(if: TextCorpus.isPresent, "there is no ../shared/corpus"))
struct IdentificationAccuracyTests {
    private struct Figures: CustomStringConvertible {
        var texts = 0
        var wrong = 0
        var undecided = 0

        var wrongShare: Double { Double(wrong) / Double(max(1, texts)) }
        var undecidedShare: Double { Double(undecided) / Double(max(1, texts)) }

        private static func percent(_ share: Double) -> Double { (share * 1000).rounded() / 10 }
        var description: String {
            "\(Self.percent(wrongShare)) % wrong, \(Self.percent(undecidedShare)) % undecided of \(texts)"
        }
    }

    /// Wrong answers among the texts of both languages; letting it open is no wrong answer.
    private func measure(_ pair: [LanguageCode], _ texts: (LanguageCode) -> [String]) -> Figures {
        let identifier = LanguageIdentifier(candidates: Set(pair))
        var figures = Figures()
        for language in pair {
            for text in texts(language) {
                let answer = identifier.identify(text).language
                figures.texts += 1
                if answer == nil {
                    figures.undecided += 1
                } else if answer != language {
                    figures.wrong += 1
                }
            }
        }
        return figures
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// Sentences of three words and more.
    private static func sentences(_ language: LanguageCode) -> [String] {
        (TextCorpus.sentences[language] ?? []).filter { words($0).count >= 3 || language.isWrittenWithoutSpaces }
    }

    /// The same sentences cut into pieces of so many words (of twice as many letters in Chinese and Japanese).
    private static func pieces(of count: Int) -> (LanguageCode) -> [String] {
        { language in
            sentences(language).flatMap { sentence in
                let units =
                    language.isWrittenWithoutSpaces ? sentence.map { "\($0)" } : words(sentence).map { "\($0) " }
                let size = language.isWrittenWithoutSpaces ? 2 * count : count
                return stride(from: 0, to: units.count - size + 1, by: size).map {
                    units[$0..<($0 + size)].joined()
                }
            }
        }
    }

    @Test(
        "Given sentences in two Latin languages, when they are identified, then few are wrong or undecided",
        arguments: [
            [LanguageCode.en, .es], [.en, .fr], [.en, .de], [.en, .it], [.en, .pt], [.es, .pt], [.fr, .it], [.es, .it],
            [.es, .fr],
        ])
    func latin(pair: [LanguageCode]) {
        let whole = measure(pair, Self.sentences)
        let three = measure(pair, Self.pieces(of: 3))
        let two = measure(pair, Self.pieces(of: 2))
        let one = measure(pair, Self.pieces(of: 1))
        print("\(pair): sentences of ≥ 3 words \(whole); 3 words \(three); 2 words \(two); 1 word \(one)")
        #expect(whole.texts >= 20)
        #expect(whole.wrongShare <= 0.03)
        #expect(whole.undecidedShare <= 0.05)
        #expect(three.wrongShare <= 0.08)
    }

    @Test(
        "Given sentences in two scripts, when they are identified, then hardly any is wrong",
        arguments: [
            [LanguageCode.en, .zh], [.en, .ja], [.en, .ko], [.en, .ar], [.en, .ru], [.es, .ja], [.ja, .ko], [.zh, .ja],
        ])
    func scripts(pair: [LanguageCode]) {
        let whole = measure(pair, Self.sentences)
        let two = measure(pair, Self.pieces(of: 2))
        print("\(pair): sentences \(whole); 2 words \(two)")
        #expect(whole.texts >= 4)
        #expect(whole.wrongShare <= 0.01)
        #expect(whole.undecidedShare <= 0.05)
        #expect(two.wrongShare <= 0.01)
    }

    @Test("survives any string")
    func naughty() {
        let all = LanguageIdentifier(candidates: Set(LanguageCode.tested))
        #expect(!TextCorpus.naughty.isEmpty)
        for text in TextCorpus.naughty {
            #expect(abs(all.identify(text).probabilities.values.reduce(0, +) - 1) < 1e-9)
        }
    }
}
