package import Language

/// Whether two texts in two languages say the same numbers.
///
/// Each number that one text certainly says must be said by the other, in any digits, words, conventions or units of time.
/// Examples: `2,5 Millionen` is 250万, "half past three" is 15:30 or 3:30, half an hour is 30 minutes. An uncertain mention can
/// match a number on the other side, but requires none.
package struct NumberComparison: Sendable {
    /// Numbers of the source that the translation does not say.
    package internal(set) var missing: [NumberMention] = []
    /// Numbers of the translation that the source does not say.
    package internal(set) var added: [NumberMention] = []
    /// Numbers that both say, but with different units or currencies.
    package private(set) var unitChanges: [(source: NumberMention, translation: NumberMention)] = []
    /// Numbers with a unit or currency that the translation does not name at all.
    package private(set) var unitLosses: [NumberMention] = []
    /// Numbers that are below zero on one side only.
    package private(set) var signChanges: [NumberMention] = []

    /// Whether nothing differs that is certain.
    package var agrees: Bool {
        missing.isEmpty && added.isEmpty && unitChanges.isEmpty && unitLosses.isEmpty && signChanges.isEmpty
    }

    var source: [NumberMention]
    var translation: [NumberMention]
    private var isUsed: [Bool]
    private var isAnswered: [Bool]
    private var matched: [(NumberMention, NumberMention)] = []
    /// Amounts of money that one side says as one number and the other as two, each with the first of those two.
    private var split: [(source: NumberMention, translation: NumberMention)] = []

    /// Reads the numbers of both texts and compares them.
    package init(source: String, in from: LanguageCode, translation target: String, in to: LanguageCode) {
        self.init(
            source: source, in: from, saying: NumberReader(from).mentions(in: source),
            translation: target, in: to, saying: NumberReader(to).mentions(in: target))
    }

    /// The same comparison if the numbers of the texts have been read before.
    ///
    /// - Parameters:
    ///   - said: the numbers of the source, as ``NumberReader/mentions(in:)`` gives them.
    ///   - translated: those of the translation.
    package init(
        source: String, in from: LanguageCode, saying said: [NumberMention],
        translation target: String, in to: LanguageCode, saying translated: [NumberMention]
    ) {
        let (sourceReader, targetReader) = (NumberReader(from), NumberReader(to))
        self.source = said
        translation = translated
        isUsed = Array(repeating: false, count: translation.count)
        isAnswered = Array(repeating: false, count: self.source.count)
        // 打八折, 20 % off, can match both 20 and the 80 that are left. If the other text says that something costs less, only 20
        // counts.
        if self.source.contains(where: \.isDiscount), targetReader.phrases.saysOff(target) {
            Self.keepDiscounts(&self.source)
        }
        if translation.contains(where: \.isDiscount), sourceReader.phrases.saysOff(source) {
            Self.keepDiscounts(&translation)
        }
        // The order of matching: certain mentions before uncertain ones, the same unit before another, the same value before
        // other ways to say it.
        pair { $0.isCertain && $1.isCertain && Self.isSame($0, $1) && Self.unitsAgree($0, $1) }
        pair { $0.isCertain && $1.isCertain && Self.isSame($0, $1) }
        pair { ($0.isCertain || $1.isCertain) && Self.isSame($0, $1) && Self.unitsAgree($0, $1) }
        pair { ($0.isCertain || $1.isCertain) && Self.isSame($0, $1) }
        pair { ($0.isCertain || $1.isCertain) && Self.isSaidOtherwise($0, $1) }
        explode()
        joinDigits()
        saysWeeksInDays(source, sourceReader, target, targetReader)
        saysRoundTheClock(source, sourceReader, target, targetReader)
        missing = zip(self.source, isAnswered).filter { !$1 && $0.isCertain }.map(\.0)
        added = zip(translation, isUsed).filter { !$1 && $0.isCertain }.map(\.0)
        checkFew(source, target)
        checkOrder(source, sourceReader, target, targetReader)
        findConflicts(\.isDayOfMonth)
        findConflicts(\.isDecade)
        findConflicts { $0.kind == .fraction && !$0.isDigits || $0.value == Self.quarter && $0.unit == nil }
        checkUnits(source, sourceReader, target, targetReader)
        checkTimes(source, sourceReader, target, targetReader)
        checkMiddays(source, sourceReader, target, targetReader)
        checkSigns(source, sourceReader, target, targetReader)
    }

    private mutating func pair(_ matches: (NumberMention, NumberMention) -> Bool) {
        for left in source.indices where !isAnswered[left] {
            guard
                let right = translation.indices.first(where: { !isUsed[$0] && matches(source[left], translation[$0]) })
            else {
                continue
            }
            isAnswered[left] = true
            isUsed[right] = true
            matched.append((source[left], translation[right]))
        }
    }

    static func unitsAgree(_ left: NumberMention, _ right: NumberMention) -> Bool {
        guard let first = left.unit, let second = right.unit else { return left.unit == nil && right.unit == nil }
        return first.agrees(with: second)
    }

    private static func isSame(_ left: NumberMention, _ right: NumberMention) -> Bool {
        if left.kind == .clock || right.kind == .clock, let first = left.clock, let second = right.clock {
            return isSame(first, second)
        }
        if left.kind == .clock, let clock = left.clock { return isSame(clock, right) }
        if right.kind == .clock, let clock = right.clock { return isSame(clock, left) }
        // 3.500 in Spanish, kept as it is written: a group of thousands on one side and a fraction on the other.
        if left.isEither || right.isEither, let one = left.grouped, one == right.grouped { return true }
        let values = ([left.value] + left.alternatives).map(\.magnitude)
        return ([right.value] + right.alternatives).contains { values.contains($0.magnitude) }
    }

    private static func isSame(_ first: NumberMention.Clock, _ second: NumberMention.Clock) -> Bool {
        guard first.minute == second.minute else { return false }
        return first.hour % 24 == second.hour % 24
            || !(first.isExact && second.isExact) && first.hour % 12 == second.hour % 12
    }

    /// Whether a time of day matches a plain number: an hour, or half past three as three and a half.
    private static func isSame(_ clock: NumberMention.Clock, _ number: NumberMention) -> Bool {
        guard number.kind == .number || number.kind == .fraction, let hundredths = number.value.scaled(by: 2).integer,
            hundredths >= 0
        else { return false }
        guard hundredths % 25 == 0, clock.minute == hundredths % 100 * 60 / 100 else { return false }
        let hour = hundredths / 100
        return hour == clock.hour
            || hour <= 24 && hour % 12 == clock.hour % 12
                && (hour <= 12 || !clock.isExact || hour % 24 == clock.hour % 24)
    }

    /// Whether two mentions are the same length of time in other units, or the same years with and without their century.
    private static func isSaidOtherwise(_ left: NumberMention, _ right: NumberMention) -> Bool {
        if let first = left.unit, let second = right.unit {
            for size in [\MeasureUnit.seconds, \.millimetres, \.milligrams, \.months] {
                guard let one = first[keyPath: size], let other = second[keyPath: size], one != other else { continue }
                return left.value.times(one) != nil && left.value.times(one) == right.value.times(other)
            }
        }
        if let year = left.value.integer, let short = right.value.integer {
            let (long, brief) = (max(year, short), min(year, short))
            if (1_900...2_099).contains(long), brief < 100, long % 100 == brief, brief % 10 == 0 { return true }
        }
        return false
    }

    /// Matches a time, date or fraction on one side with the several numbers that the other side says for it.
    private mutating func explode() {
        for index in source.indices where !isAnswered[index] {
            for parts in source[index].parts + source[index].orderedParts {
                guard let places = places(of: parts, said: source[index], in: translation, isUsed) else {
                    continue
                }
                for place in places { isUsed[place] = true }
                isAnswered[index] = true
                if let first = places.first { split.append((source[index], translation[first])) }
                break
            }
        }
        for index in translation.indices where !isUsed[index] {
            for parts in translation[index].parts + translation[index].orderedParts {
                guard let places = places(of: parts, said: translation[index], in: source, isAnswered) else {
                    continue
                }
                for place in places { isAnswered[place] = true }
                isUsed[index] = true
                if let first = places.first { split.append((source[first], translation[index])) }
                break
            }
        }
        // Compares both sides in parts: 2/3 and "deux tiers" are read alike, 5/3 and 3/5 may be the same date.
        for left in source.indices where !isAnswered[left] && source[left].isCertain {
            for right in translation.indices where !isUsed[right] {
                let same = source[left].parts.contains { one in
                    translation[right].parts.contains { $0.sorted() == one.sorted() }
                }
                // 5/6 and 5.6. are the same date.
                guard same, source[left].kind == .fraction || translation[right].kind == .fraction,
                    source[left].isDigits == translation[right].isDigits || source[left].kind == translation[right].kind
                else { continue }
                isAnswered[left] = true
                isUsed[right] = true
                break
            }
        }
    }

    private func places(
        of parts: [ExactDecimal], said mention: NumberMention, in mentions: [NumberMention], _ taken: [Bool]
    ) -> [Int]? {
        var places: [Int] = []
        let (kind, isOrdered) = (mention.kind, mention.orderedParts.contains(parts))
        for part in parts {
            let place = mentions.indices.first { index in
                !taken[index] && !places.contains(index) && mentions[index].kind != .clock
                    && (!isOrdered || index > places.last ?? -1)
                    && ([mentions[index].value] + mentions[index].alternatives).contains { $0.magnitude == part }
            }
            if let place {
                places.append(place)
            } else if !(kind == .fraction && part == ExactDecimal(1) || kind == .clock && part == ExactDecimal(0)) {
                return nil
            }
        }
        return places.isEmpty ? nil : places
    }

    /// Matches telephone numbers that are grouped in different ways.
    private mutating func joinDigits() {
        let left = source.indices.filter { !isAnswered[$0] && source[$0].isDigits && source[$0].value.integer != nil }
        let right = translation.indices.filter {
            !isUsed[$0] && translation[$0].isDigits && translation[$0].value.integer != nil
        }
        guard left.count != right.count else { return }
        let one = left.map { source[$0].value.magnitude.description }.joined().filter(\.isNumber)
        let other = right.map { translation[$0].value.magnitude.description }.joined().filter(\.isNumber)
        guard one.count >= 6, one == other else { return }
        for index in left { isAnswered[index] = true }
        for index in right { isUsed[index] = true }
    }

    /// Matches "quinze jours" with two weeks and "huit jours" with one. Other languages do not count the day itself.
    private mutating func saysWeeksInDays(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        for index in source.indices where !isAnswered[index] {
            guard let weeks = sourceReader.weeks(saidBy: source[index]) else { continue }
            if let place = Self.place(of: weeks, in: translation, isUsed) {
                (isAnswered[index], isUsed[place]) = (true, true)
            } else if weeks == 1, targetReader.units(in: target).contains(where: { $0.codes == ["week"] }) {
                isAnswered[index] = true
            }
        }
        for index in translation.indices where !isUsed[index] {
            guard let weeks = targetReader.weeks(saidBy: translation[index]) else { continue }
            if let place = Self.place(of: weeks, in: source, isAnswered) {
                (isUsed[index], isAnswered[place]) = (true, true)
            } else if weeks == 1, sourceReader.units(in: text).contains(where: { $0.codes == ["week"] }) {
                isUsed[index] = true
            }
        }
    }

    /// Matches 24 hours with words for round the clock on the other side.
    private mutating func saysRoundTheClock(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        let open = source.indices.filter { !isAnswered[$0] && Self.isWholeDay(source[$0]) }
        if !open.isEmpty, targetReader.phrases.saysRoundTheClock(target) {
            for index in open { isAnswered[index] = true }
        }
        let others = translation.indices.filter { !isUsed[$0] && Self.isWholeDay(translation[$0]) }
        if !others.isEmpty, sourceReader.phrases.saysRoundTheClock(text) {
            for index in others { isUsed[index] = true }
        }
    }

    private static func isWholeDay(_ mention: NumberMention) -> Bool {
        mention.value == ExactDecimal(24) && (mention.unit == nil || mention.unit?.codes == ["hour"])
            || mention.parts == [[ExactDecimal(24), ExactDecimal(7)]]
    }

    private static func keepDiscounts(_ mentions: inout [NumberMention]) {
        for index in mentions.indices where mentions[index].isDiscount { mentions[index].alternatives = [] }
    }

    /// Checks how often something happens, and per what length of time.
    private mutating func checkTimes(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        let times = Self.frequencyDifference(text, sourceReader, target, targetReader)
        missing += times.missing.filter { time in !missing.contains { $0.range.overlaps(time.range) } }
        added += times.added.filter { time in !added.contains { $0.range.overlaps(time.range) } }
        if let rates = times.rates { unitChanges.append(rates) }
    }

    private static func place(of weeks: Int, in mentions: [NumberMention], _ taken: [Bool]) -> Int? {
        mentions.indices.first {
            guard !taken[$0] else { return false }
            // "Quinze jours" are two weeks and "vierzehn Tage".
            let (unit, value) = (mentions[$0].unit?.codes, mentions[$0].value)
            return unit == ["week"] && value == ExactDecimal(weeks)
                || unit == ["day"] && value == ExactDecimal(weeks * 7)
        }
    }

    private static let quarter = ExactDecimal(coefficient: 25, exponent: -2)

    /// Compares mentions that are uncertain on both sides, such as "the first of May" and "a third", which may be said by
    /// names. If both sides have some without a match, they contradict each other.
    private mutating func findConflicts(_ isOfKind: (NumberMention) -> Bool) {
        var left = zip(source, isAnswered).filter { !$1 && !$0.isCertain && isOfKind($0) }.map(\.0)
        var right = zip(translation, isUsed).filter { !$1 && !$0.isCertain && isOfKind($0) }.map(\.0)
        for mention in left {
            guard let place = right.firstIndex(where: { $0.value == mention.value }) else { continue }
            right.remove(at: place)
            left.removeAll { $0 == mention }
        }
        guard !left.isEmpty, !right.isEmpty else { return }
        missing += left
        added += right
    }

    private mutating func checkUnits(
        _ text: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        // Read only on demand, because few numbers need the units of the other text.
        lazy var named = targetReader.units(in: target)
        for pair in split {
            guard let unit = pair.source.unit, let translated = pair.translation.unit, unit.dimension == .currency,
                translated.dimension == .currency, !unit.agrees(with: translated), unit.codes != ["cent"],
                translated.codes != ["cent"]
            else { continue }
            unitChanges.append(pair)
        }
        for (left, right) in matched where left.isCertain || right.isCertain {
            guard let unit = left.unit else { continue }
            if let other = right.unit {
                guard !unit.agrees(with: other), left.isCertain, right.isCertain, left.kind != .clock,
                    right.kind != .clock, !Self.isSaidOtherwise(left, right),
                    // 時速50キロ: the other text may name the hour of a speed in another place.
                    !unit.isSpeed(of: other, named), !other.isSpeed(of: unit, sourceReader.units(in: text))
                else { continue }
                unitChanges.append((left, right))
            } else if left.isCertain, unit.dimension != .duration, !unit.codes.contains(where: { $0.hasPrefix("°") }),
                !named.contains(where: { $0.agrees(with: unit) }), !isCents(left, right)
            {
                unitLosses.append(left)
            }
        }
    }

    /// "Three euros and twenty cents" and "drei Euro zwanzig": the second number needs no unit if the first has its own.
    private func isCents(_ left: NumberMention, _ right: NumberMention) -> Bool {
        guard left.unit?.codes == ["cent"], let place = source.firstIndex(of: left), place > 0,
            let other = translation.firstIndex(of: right), other > 0
        else { return false }
        let (first, second) = (source[place - 1], translation[other - 1])
        guard let unit = first.unit, unit.dimension == .currency, let money = second.unit else { return false }
        return unit.agrees(with: money) && first.value == second.value
    }

    private mutating func checkSigns(
        _ source: String, _ sourceReader: NumberReader, _ target: String, _ targetReader: NumberReader
    ) {
        for (said, translated) in matched
        where said.value.coefficient.signum() * translated.value.coefficient.signum() < 0 {
            let plain = said.value.coefficient < 0 ? (target, targetReader) : (source, sourceReader)
            if !plain.1.saysMinus(plain.0) { signChanges.append(said) }
        }
    }
}
