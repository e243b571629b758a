internal import Language
internal import Numerals
internal import Providers

/// Every number, date, time, unit and currency of one text must be in the other.
struct NumberGuard: TranslationGuard {
    let name = "numbers"
    let readsWords = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let comparison = NumberComparison(
            source: answer.source, in: answer.pair.from, saying: answer.sourceNumbers,
            translation: answer.translation, in: answer.pair.to, saying: answer.translationNumbers)
        guard !comparison.agrees else { return nil }
        let times = halfDays(comparison)
        let missing = comparison.missing.filter { !times.map(\.source).contains($0) }.map { piece($0, answer.source) }
        let added = comparison.added.filter { !times.map(\.translation).contains($0) }.map {
            piece($0, answer.translation)
        }
        let losses = comparison.unitLosses.map { piece($0, answer.source) }
        let signs = comparison.signChanges.map { piece($0, answer.source) }
        func changes(_ pairs: [Change], _ word: String) -> [String] {
            pairs.map { "\(piece($0.source, answer.source))\(word)\(piece($0.translation, answer.translation))" }
        }
        var (reasons, hints): ([String], [String]) = ([], [])
        func add(_ list: [String], _ reason: String, _ hint: String, _ told: [String]? = nil) {
            guard !list.isEmpty else { return }
            reasons.append("\(reason) \(list.joined(separator: ", "))")
            let told = told ?? list
            if !told.isEmpty { hints.append("\(hint) \(told.joined(separator: ", ")).") }
        }
        add(missing, "not in the translation:", "Keep these numbers of the text:")
        // A hint to keep 5 and another to remove 5 would contradict each other.
        add(
            added, "not in the text:", "Remove these numbers, which the text does not say:",
            added.filter { !missing.contains($0) })
        let (halves, units) = (changes(times, " as "), changes(comparison.unitChanges, " as "))
        add(halves, "another half of the day:", "Keep the times of day:", changes(times, ", not "))
        add(
            units, "another unit or currency:", "Keep the units and currencies:",
            changes(comparison.unitChanges, ", not "))
        add(losses, "without its unit or currency:", "Keep the unit or currency of:")
        add(signs, "another sign:", "Keep what is below zero below zero:")
        let worse = missing + added + halves + units + signs
        return GuardFinding(
            flag: name, severity: worse.isEmpty ? .detail : .meaning, reason: reasons.joined(separator: "; "),
            evidence: missing + added + halves + units + losses + signs, hint: hints.joined(separator: " "))
    }

    private typealias Change = (source: NumberMention, translation: NumberMention)

    /// Times that the translation puts in the other half of the day: 5 pm as 5 in the morning.
    private func halfDays(_ comparison: NumberComparison) -> [Change] {
        var left = comparison.added
        return comparison.missing.compactMap { mention in
            guard let clock = mention.clock,
                let place = left.firstIndex(where: {
                    guard let other = $0.clock else { return false }
                    return other.hour % 12 == clock.hour % 12 && other.minute == clock.minute
                })
            else { return nil }
            return (mention, left.remove(at: place))
        }
    }

    /// A number with its unit, as the text says it.
    private func piece(_ mention: NumberMention, _ text: String) -> String { String(text[mention.said]) }
}
