import Foundation
import Language
import Numerals
import Testing
import VerbioTesting

@Suite("Numbers in words")
struct SpelledNumberTests {
    @Test(
        "Given numbers as ICU spells them, when they are read up to hundreds of millions, then the values are right",
        arguments: LanguageCode.tested)
    func cardinals(language: LanguageCode) throws {
        // How ICU spells numbers: an oracle that does not know about the reader.
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: language.rawValue)
        formatter.numberStyle = .spellOut
        var random = SplitMix64(seed: 7)
        var values = Array(1...1_200)
        for bound in [10_000, 100_000, 1_000_000, 100_000_000] {
            values += (0..<150).map { _ in Int.random(in: bound / 10..<bound, using: &random) }
        }
        values += [1_000, 2_000, 2_500, 10_000, 20_000, 100_000, 250_000, 1_000_000, 2_000_000, 3_400_000, 15_000_000]
        let reader = NumberReader(language)
        var wrong: [String] = []
        for value in values {
            let text = try #require(formatter.string(from: NSNumber(value: value)))
            let read = reader.mentions(in: text).map(\.value.description)
            // A single syllable of Korean is too little to be taken for a number, and 이만 is "this much", too.
            let isSyllable = language == .ko && (text.count == 1 || text == "이만")
            if read != ["\(value)"], !isSyllable { wrong.append("\(text) = \(value), read \(read)") }
        }
        print("spelled \(language): \(values.count - wrong.count) of \(values.count)")
        let examples = wrong.prefix(12).joined(separator: "; ")
        #expect(wrong.count == 0, "\(examples)")
    }
}
