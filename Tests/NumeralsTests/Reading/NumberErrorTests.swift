import Language
import Numerals
import Testing
import VerbioTesting

@Suite("Number errors")
struct NumberErrorTests {
    /// The reader was adjusted on the first seed; the second was drawn afterwards.
    @Test(
        "Given 2,000 seeded errors, when sentences are compared, then 99 % are found and 1 % of good ones suspected at most",
        arguments: [2_026, 31_415] as [UInt64])
    func seeded(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var sentences = ParallelSentences(seed: seed + 99)
        var (found, alarms, total) = (0, 0, 0)
        var (missed, suspected): ([String], [String]) = ([], [])
        while total < 2_000 {
            let from = LanguageCode.tested.randomElement(using: &random) ?? .en
            guard let to = LanguageCode.tested.filter({ $0 != from }).randomElement(using: &random) else { continue }
            let template = Int.random(in: 0..<10, using: &random)
            let slots = sentences.slots(template)
            let (left, right) = (sentences.style(), sentences.style())
            total += 1
            let source = sentences.sentence(template, slots, from, left)
            let target = sentences.sentence(template, slots, to, right)
            let good = NumberComparison(source: source, in: from, translation: target, in: to)
            if !good.agrees {
                alarms += 1
                suspected.append(
                    "\(from)>\(to) \(source) → \(target): -\(good.missing.map(\.value)) +\(good.added.map(\.value)) u\(good.unitChanges.count) l\(good.unitLosses.count)"
                )
            }
            // One number altered, left out or added, in either of the texts.
            var changed: [ParallelSentences.Slot?] = slots
            let place = Int.random(in: 0..<slots.count, using: &random)
            let inSource = Bool.random(using: &random)
            var suffix = ""
            switch Int.random(in: 0..<4, using: &random) {
            case 0: changed[place] = nil
            case 1: suffix = " \(Int.random(in: 31...99, using: &random) * 100 + 41)"
            default: changed[place] = sentences.altered(slots[place])
            }
            let bad =
                inSource
                ? NumberComparison(
                    source: sentences.sentence(template, changed, from, left) + suffix, in: from, translation: target,
                    in: to)
                : NumberComparison(
                    source: source, in: from, translation: sentences.sentence(template, changed, to, right) + suffix,
                    in: to)
            if bad.agrees {
                missed.append(
                    inSource
                        ? "\(from)>\(to) \(sentences.sentence(template, changed, from, left))\(suffix) → \(target)"
                        : "\(from)>\(to) \(source) → \(sentences.sentence(template, changed, to, right))\(suffix)")
            } else {
                found += 1
            }
        }
        print(
            "number errors, seed \(seed): \(found) of \(total) found, \(alarms) of \(total) unaltered sentences suspected"
        )
        for line in missed.prefix(40) { print("  missed: \(line)") }
        for line in suspected.prefix(60) { print("  suspected: \(line)") }
        #expect(found >= 1_980)
        #expect(alarms <= 20)
    }
}
