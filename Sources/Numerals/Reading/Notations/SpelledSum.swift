internal import Language

/// Adds up the words of one number.
struct SpelledSum {
    private let isFrench: Bool
    private let isArabic: Bool
    private let isGerman: Bool
    private var total = 0
    private var current = 0
    private var lastScale = Int.max
    private var hasAny = false
    private var lastValue = 0
    private(set) var isClosed = false
    /// "nineteen eighty-four" as 19 and 84.
    private(set) var year: [Int]?

    init(_ language: LanguageCode) {
        isFrench = language == .fr
        isArabic = language == .ar
        isGerman = language == .de
    }

    var value: Int? { hasAny ? total + current : nil }
    /// The tens and units of the part that is being read.
    var low: Int { current % 100 }

    /// Adds the tens behind an ordinal that has ended the number.
    mutating func addTens(_ tens: Int) { current += tens }

    /// Adds a word; false, with the sum unchanged, if it does not continue the number.
    mutating func add(_ role: NumberWords.Role, joined: Bool) -> Bool {
        guard !isClosed else { return false }
        switch role {
        case .value(let value): return addValue(value, joined)
        case .ordinal(let value):
            guard addValue(value, joined) else { return false }
            isClosed = true
        case .hundred:
            guard current < 100, current != 0 || total % 1_000 == 0, year == nil else { return false }
            guard current != 10 && (current < 20 || current % 10 != 0) else { return false }
            current = (current == 0 ? 1 : current) * 100
        case .scale(let power):
            guard power <= 12 else { return false }
            let factor = (0..<power).reduce(1) { product, _ in product * 10 }
            if power < lastScale {
                guard current != 0 || total == 0 else { return false }
                guard let product = multiply(max(current, hasAny ? current : 1), factor) else { return false }
                total += product
                current = 0
                lastScale = power
            } else {
                // "mil millones", "एक लाख करोड़": the whole number is multiplied.
                guard power > lastScale, let product = multiply(total + current, factor) else { return false }
                (total, current, lastScale) = (product, 0, power)
            }
        case .dozen:
            guard let product = multiply(hasAny ? total + current : 1, 12) else { return false }
            (total, current, isClosed) = (product, 0, true)
        }
        hasAny = true
        lastValue = 0
        return true
    }

    private func multiply(_ value: Int, _ factor: Int) -> Int? {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow || product > 1_000_000_000_000_000 ? nil : product
    }

    private mutating func addValue(_ value: Int, _ joined: Bool) -> Bool {
        guard !hasAny || value > 0 else { return false }
        if !hasAny, value >= 1_000 {
            // ألفان: two thousand in one word.
            (total, lastScale) = (value, value >= 1_000_000_000 ? 9 : value >= 1_000_000 ? 6 : 3)
        } else if !hasAny {
            current = value
        } else if isFrench, value == 20, low == 4, lastValue == 4, !joined {
            current += 76
        } else if isFrench, value < 20, low == 60 || low == 80, value >= 10 || lastValue != 0 {
            current += value
        } else if isFrench, low == 10 || low == 70 || low == 90, lastValue == 10, (7...9).contains(value), !joined {
            current += value
        } else if (isGerman || isArabic) && joined && (20...90).contains(value) && (1...9).contains(low) {
            current += value
        } else if isArabic, value == 10, (1...9).contains(low), !joined {
            current += 10
        } else if !joined, !isArabic, !isGerman, lastScale == Int.max, (10...20).contains(current),
            (10...99).contains(value), total == 0,
            current != 10 || value >= 60
        {
            year = [current, value]
            current = current * 100 + value
        } else if value < 10, year != nil, low % 10 == 0, low >= 20, let first = year?.first, year?.count == 2 {
            current += value
            year = [first, low]
        } else {
            guard year == nil else { return false }
            let unit = value >= 100_000 ? 0 : value >= 1_000 ? 1_000_000 : value >= 100 ? 1_000 : value >= 10 ? 100 : 10
            guard unit > 0, current % unit == 0, value >= 10 || low != 10 || current == 0,
                value < 1_000 || total == 0 && current == 0
            else { return false }
            guard value < 10 || low == 0 else { return false }
            // Arabic joins added parts with و; without it another number begins.
            guard !isArabic || joined || current == 0 else { return false }
            current += value
        }
        hasAny = true
        lastValue = value
        return true
    }
}
