internal import Language

/// What two texts say other than by their numbers: how often, per what length of time, at what discount, round the clock.
extension NumberComparison {
    /// Differences between two texts that both say how often, or both per what length of time.
    struct FrequencyDifference {
        /// Numbers of times that the translation does not say, if it says others: "twice a day", `dreimal täglich`.
        var missing: [NumberMention] = []
        var added: [NumberMention] = []
        /// The lengths of time, if each text says one and they differ: "a month", `pro Woche`.
        var rates: (source: NumberMention, translation: NumberMention)?
    }

    static func frequencyDifference(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) -> FrequencyDifference {
        var result = FrequencyDifference()
        let source = sourceReader.phrases.frequency(in: text)
        // Most texts say nothing about it; then it does not matter what the other text says.
        guard !source.times.isEmpty || source.rate != nil else { return result }
        let translation = targetReader.phrases.frequency(in: target)
        let missing = source.times.filter { mention in !translation.times.contains { $0.value == mention.value } }
        let added = translation.times.filter { mention in !source.times.contains { $0.value == mention.value } }
        if !missing.isEmpty, !added.isEmpty { (result.missing, result.added) = (missing, added) }
        // A text may also name the other length of time in words that may be no rate: `im Monat`, 月額.
        if let rate = source.rate, let translated = translation.rate, rate.unit != translated.unit,
            !targetReader.phrases.names(rate.unit, in: target),
            !sourceReader.phrases.names(translated.unit, in: text)
        {
            result.rates = (rate.mention, translated.mention)
        }
        return result
    }
}

extension NumberComparison {
    /// Finds noon that has become midnight, or the reverse; both are said as twelve.
    mutating func checkMiddays(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        guard let source = sourceReader.phrases.midday(in: text),
            let translation = targetReader.phrases.midday(in: target),
            source.isNoon != translation.isNoon
        else {
            return
        }
        missing.append(source.mention)
        added.append(translation.mention)
    }
}
