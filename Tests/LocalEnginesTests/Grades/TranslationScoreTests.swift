import Foundation
import Testing
import VerbioTesting

/// chrF and BLEU against sacrebleu 2.6, and the sentences that `Benchmarks offline` translates.
struct TranslationScoreTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var translations: [String]
        var references: [String]
        var isOfCharacters = false
        /// What sacrebleu computes with its defaults, with `char` for texts without blanks.
        var chrF: Double
        var bleu: Double
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "signs, numbers and quotes",
            translations: [
                "The cat sat on the mat.", "It costs 49.90 euros, or 1,000 yen!",
                "Ms. O'Neil isn't here - call 555-0199.",
            ],
            references: [
                "The cat is sitting on the mat.", "It costs 49.90 euros or 1,000 yen.",
                "Mrs. O'Neil is not here; call 555-0199.",
            ], chrF: 69.973198, bleu: 42.660176),
        Case(
            name: "Japanese", translations: ["私の名前はアンナです。", "駅は ここから10分です。"],
            references: ["私の名前はアンナで、こちらは夫です。", "駅はここから歩いて約10分です。"], isOfCharacters: true,
            chrF: 51.502697, bleu: 53.767680),
        Case(
            name: "nothing right", translations: ["completely different words in this line"],
            references: ["nothing of that can be found here"], chrF: 14.867441, bleu: 0),
        Case(
            name: "lengths without a match", translations: ["a b c d e f g"], references: ["a x c d y f z"],
            chrF: 12.301587, bleu: 15.619700),
        Case(name: "too short for BLEU", translations: ["Hi"], references: ["Hi there"], chrF: 26.760563, bleu: 0),
        Case(name: "no translation at all", translations: [""], references: ["Hi there"], chrF: 0, bleu: 0),
    ]

    @Test("Given translations, when they are scored, then chrF and BLEU are those of sacrebleu", arguments: cases)
    func scores(_ given: Case) {
        var (characters, words) = (CharacterScore(), WordScore(ofCharacters: given.isOfCharacters))
        for (translation, reference) in zip(given.translations, given.references) {
            characters.add(translation, reference: reference)
            words.add(translation, reference: reference)
        }
        #expect(abs(characters.value - given.chrF) < 1e-5, "\(characters.value)")
        #expect(abs(words.value - given.bleu) < 1e-5, "\(words.value)")
    }

    @Test("Given the references as translations, when they are scored, then both scores are 100")
    func perfect() throws {
        for language in EverydaySentences.languages {
            let lines = try EverydaySentences.lines(in: language)
            var (characters, words) = (CharacterScore(), WordScore(ofCharacters: ["zh", "ja"].contains(language)))
            for line in lines {
                characters.add(line, reference: line)
                words.add(line, reference: line)
            }
            #expect(abs(characters.value - 100) < 1e-9 && abs(words.value - 100) < 1e-9, "\(language)")
        }
    }

    @Test("Given the everyday sentences, when they are read, then each language has 100 with the same numbers and ends")
    func sentences() throws {
        let english = try EverydaySentences.lines(in: "en")
        #expect(EverydaySentences.languages.count == 12)
        for language in EverydaySentences.languages {
            let lines = try EverydaySentences.lines(in: language)
            #expect(lines.count == 100 && Set(lines).count == 100, "\(language)")
            for (line, other) in zip(lines, english) {
                #expect(line == line.trimmingCharacters(in: .whitespaces) && !line.isEmpty, "\(language): \(line)")
                // A comma separates decimals in some languages, and Arabic and Hindi keep these digits.
                for number in ["49", "90", "1887", "2019", "300", "0171 5529 38", "anna@example.com"]
                where other.contains(number) {
                    #expect(line.contains(number), "\(language): \(line)")
                }
                let question = line.contains { "?？؟".contains($0) }
                #expect(!other.hasSuffix("?") || question || line.hasSuffix(".") || line.hasSuffix("。"), "\(line)")
            }
        }
    }
}
