/// An exact decimal number, `coefficient × 10^exponent`. The coefficient has no zeros at its end, so that equal numbers are
/// equal values (1.50 and 1.5 are one).
package struct ExactDecimal: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let coefficient: Int128
    package let exponent: Int

    /// The most digits that a coefficient is read with. A longer run of digits is an identifier and is cut into pieces.
    static let maximumDigits = 30

    /// A whole number.
    package init(_ value: Int) { self.init(coefficient: Int128(value), exponent: 0) }

    package init(coefficient: Int128, exponent: Int) {
        var (rest, power) = (coefficient, exponent)
        while rest != 0, rest.isMultiple(of: 10) {
            rest /= 10
            power += 1
        }
        self.coefficient = rest
        self.exponent = rest == 0 ? 0 : power
    }

    /// The whole number as an `Int`; nil if there is a fraction or if it is too large.
    package var integer: Int? {
        guard exponent >= 0, exponent <= 18 else { return nil }
        let (product, overflow) = coefficient.multipliedReportingOverflow(by: Self.power(exponent))
        return overflow ? nil : Int(exactly: product)
    }

    /// The number without its sign.
    package var magnitude: ExactDecimal {
        coefficient < 0 ? ExactDecimal(coefficient: -coefficient, exponent: exponent) : self
    }

    /// The number with its decimal point moved; multiplication by a power of ten.
    func scaled(by powerOfTen: Int) -> ExactDecimal {
        ExactDecimal(coefficient: coefficient, exponent: exponent + powerOfTen)
    }

    /// The product; nil if it cannot be represented.
    func times(_ factor: Int) -> ExactDecimal? {
        let (product, overflow) = coefficient.multipliedReportingOverflow(by: Int128(factor))
        return overflow ? nil : ExactDecimal(coefficient: product, exponent: exponent)
    }

    /// The sum; nil if it cannot be represented.
    func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let low = min(exponent, other.exponent)
        guard let left = widened(to: low), let right = other.widened(to: low) else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : ExactDecimal(coefficient: sum, exponent: low)
    }

    private func widened(to power: Int) -> Int128? {
        guard exponent - power <= Self.maximumDigits else { return nil }
        let (product, overflow) = coefficient.multipliedReportingOverflow(by: Self.power(exponent - power))
        return overflow ? nil : product
    }

    private static func power(_ exponent: Int) -> Int128 {
        (0..<max(0, min(exponent, 37))).reduce(Int128(1)) { product, _ in product * 10 }
    }

    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let difference = left.adding(ExactDecimal(coefficient: -right.coefficient, exponent: right.exponent))
        if let difference { return difference.coefficient < 0 }
        return left.exponent == right.exponent
            ? left.coefficient < right.coefficient : left.exponent < right.exponent
    }

    /// The number with a decimal point and no grouping, `1234.5`.
    package var description: String {
        let sign = coefficient < 0 ? "-" : ""
        var digits = String(coefficient.magnitude)
        if exponent >= 0 {
            return exponent > 40
                ? "\(sign)\(digits)e\(exponent)" : sign + digits + String(repeating: "0", count: exponent)
        }
        if digits.count <= -exponent {
            digits = String(repeating: "0", count: -exponent - digits.count + 1) + digits
        }
        let point = digits.index(digits.endIndex, offsetBy: exponent)
        return sign + digits[..<point] + "." + digits[point...]
    }
}
