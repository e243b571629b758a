internal import Language

/// What two texts say other than by their numbers: how often, per what length of time, at what discount, round the clock.
extension NumberComparison {
    /// Differences between two texts that both say how often, or both per what length of time.
    struct Often {
        /// Numbers of times that the translation does not say, if it says others: "twice a day", `dreimal täglich`.
        var missing: [NumberMention] = []
        var added: [NumberMention] = []
        /// The lengths of time, if each text says one and they differ: "a month", `pro Woche`.
        var rates: (source: NumberMention, translation: NumberMention)?
    }

    static func often(_ text: String, _ left: NumberReader, _ target: String, _ right: NumberReader) -> Often {
        var result = Often()
        let said = left.sayings.often(in: text)
        // Most texts say nothing about it; then it does not matter what the other text says.
        guard !said.times.isEmpty || said.rate != nil else { return result }
        let told = right.sayings.often(in: target)
        let missing = said.times.filter { mention in !told.times.contains { $0.value == mention.value } }
        let added = told.times.filter { mention in !said.times.contains { $0.value == mention.value } }
        if !missing.isEmpty, !added.isEmpty { (result.missing, result.added) = (missing, added) }
        // A text may also name the other length of time in words that may be no rate: `im Monat`, 月額.
        if let one = said.rate, let other = told.rate, one.unit != other.unit,
            !right.sayings.names(one.unit, in: target),
            !left.sayings.names(other.unit, in: text)
        {
            result.rates = (one.mention, other.mention)
        }
        return result
    }
}

extension NumberComparison {
    /// Finds noon that has become midnight, or the reverse; both are said as twelve.
    mutating func checkMiddays(_ text: String, _ left: NumberReader, _ target: String, _ right: NumberReader) {
        guard let said = left.sayings.midday(in: text), let told = right.sayings.midday(in: target),
            said.isNoon != told.isNoon
        else {
            return
        }
        missing.append(said.mention)
        added.append(told.mention)
    }
}
