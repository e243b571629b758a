internal import Language

/// Every number, date, time, unit and currency of one text must be in the other.
struct NumberGuard: TranslationGuard {
    let name = "numbers"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let comparison = NumberComparison(
            source: answer.source, in: answer.pair.from, translation: answer.translation, in: answer.pair.to)
        guard !comparison.agrees else { return nil }
        let missing = comparison.missing.map { piece($0, answer.source) }
        let added = comparison.added.map { piece($0, answer.translation) }
        let units = comparison.unitChanges.map {
            "\(piece($0.source, answer.source)) as \(piece($0.translation, answer.translation))"
        }
        let losses = comparison.unitLosses.map { piece($0, answer.source) }
        let signs = comparison.signChanges.map { piece($0, answer.source) }
        var (reasons, hints): ([String], [String]) = ([], [])
        func add(_ list: [String], _ reason: String, _ hint: String) {
            guard !list.isEmpty else { return }
            reasons.append("\(reason) \(list.joined(separator: ", "))")
            hints.append("\(hint) \(list.joined(separator: ", ")).")
        }
        add(missing, "not in the translation:", "Keep these numbers of the text:")
        add(added, "not in the text:", "Remove these numbers, which the text does not say:")
        add(units, "another unit or currency:", "Keep the units and currencies:")
        add(losses, "without its unit or currency:", "Keep the unit or currency of:")
        add(signs, "another sign:", "Keep what is below zero below zero:")
        return GuardFinding(
            flag: name,
            severity: missing.isEmpty && added.isEmpty && units.isEmpty && signs.isEmpty ? .detail : .meaning,
            reason: reasons.joined(separator: "; "), evidence: missing + added + units + losses + signs,
            hint: hints.joined(separator: " "))
    }

    private func piece(_ mention: NumberMention, _ text: String) -> String { String(text[mention.range]) }
}
