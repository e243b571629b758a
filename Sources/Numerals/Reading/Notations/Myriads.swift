/// The total of a number in Chinese or Korean numerals, which continue in steps of four digits: 万, 亿, 만, 억.
enum Myriads {
    /// Numbers from here on are no amounts.
    private static let limit = 1_000_000_000_000_000

    /// Adds up to four digits and the unit behind them. A unit above ten thousand multiplies what stands before it: 三万亿.
    ///
    /// - Returns: nil from 10¹⁵ on.
    static func adding(_ section: Int, of unit: Int, to total: Int) -> Int? {
        let multipliesAll = unit > 10_000 && total > 0
        let (product, isTooLarge) = (multipliesAll ? total + section : section).multipliedReportingOverflow(by: unit)
        guard !isTooLarge else { return nil }
        let sum = multipliesAll ? product : total + product
        return sum < limit ? sum : nil
    }
}
