internal import Language

/// A number that a text says, in any form.
package struct NumberMention: Sendable, Hashable {
    /// What is said with the number.
    package enum Kind: Sendable, Hashable {
        /// A cardinal, an ordinal, a year, a part of a date.
        case number
        /// A month by its name, or `5月`.
        case month
        /// A time of day.
        case clock
        /// Digits as in `3/4` that may be a fraction, a date or a score.
        case fraction
    }

    /// A time of day; `isExact` if it is known to be before or after noon.
    package struct Clock: Sendable, Hashable {
        /// 0…24.
        package var hour: Int
        /// 0…59.
        package var minute: Int
        package var isExact: Bool
    }

    /// Its place in the text.
    package var range: Range<String.Index>
    /// The same range with the unit, the currency or the half of the day next to it: `$5`, `5 pm`.
    package var said: Range<String.Index>
    package var kind: Kind
    package var value: ExactDecimal
    /// Other values that it may stand for, if conventions differ (`1.500`).
    package var alternatives: [ExactDecimal]
    /// Other ways to say it as several numbers: 15:30 as 15 and 30.
    package var parts: [[ExactDecimal]]
    package var clock: Clock?
    /// False if the word may also be no number: an article, "second", 一 inside a word. Such a mention can match a number on the
    /// other side, but requires none.
    package var isCertain: Bool
    /// What is counted, if it is a unit or a currency.
    package var unit: MeasureUnit?
    /// Whether it is written in digits.
    package var isDigits = false

    /// The digits of 3.500 and 3,500, and whether the language writes both a group and a fraction in this way.
    var grouped: String?
    var isEither = false
    /// Whether it is no certain number but names the first or second day of a month.
    var isDayOfMonth = false
    /// Whether it is a discount in tenths (八折). The other side may also say the price that is left.
    var isDiscount = false
    /// Whether it is the name of a decade (`nineties`).
    var isDecade = false
    /// Like ``parts``, but only in this order: "twenty to eight" is no 8:20.
    var orderedParts: [[ExactDecimal]] = []

    init(
        range: Range<String.Index>, kind: Kind = .number, value: ExactDecimal, alternatives: [ExactDecimal] = [],
        parts: [[ExactDecimal]] = [], clock: Clock? = nil, isCertain: Bool = true
    ) {
        self.range = range
        said = range
        self.kind = kind
        self.value = value
        self.alternatives = alternatives
        self.parts = parts
        self.clock = clock
        self.isCertain = isCertain
    }

    /// The same mention with what is counted.
    func counting(_ unit: MeasureUnit?) -> NumberMention {
        var copy = self
        copy.unit = unit
        return copy
    }

    /// The same mention, written in digits.
    func inDigits() -> NumberMention {
        var copy = self
        copy.isDigits = true
        return copy
    }
}
