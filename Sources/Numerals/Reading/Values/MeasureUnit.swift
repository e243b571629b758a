/// What a number counts: a currency, a share, a measure or a length of time.
///
/// A word may stand for several (`$` for many dollars, "pound" for money and weight); two agree if they may stand for the same.
package struct MeasureUnit: Sendable, Hashable, CustomStringConvertible {
    /// The four kinds of units.
    package enum Dimension: Sendable, Hashable { case currency, share, measure, duration }

    /// ISO 4217 codes or the symbols of units.
    package let codes: Set<String>
    package let dimension: Dimension

    package var description: String { codes.sorted().joined(separator: "/") }

    /// Whether both may stand for the same.
    package func agrees(with other: MeasureUnit) -> Bool { !codes.isDisjoint(with: other.codes) }

    /// Seconds of one of it, for lengths of time that are exact.
    var seconds: Int? {
        switch codes.first {
        case "second": 1
        case "minute": 60
        case "hour": 3_600
        case "day": 86_400
        case "week": 604_800
        default: nil
        }
    }

    /// Months of one of it.
    var months: Int? {
        switch codes.first {
        case "month": 1
        case "year": 12
        default: nil
        }
    }

    /// Millimetres of one of it, for metres and their parts.
    var millimetres: Int? {
        switch codes.first {
        case "mm" where codes.count == 1: 1
        case "cm" where codes.count == 1: 10
        case "m" where codes.count == 1: 1_000
        case "km" where codes.count == 1: 1_000_000
        default: nil
        }
    }

    /// Milligrams of one of it, for kilograms and their parts.
    var milligrams: Int? {
        // The market pound: in China it is half a kilogram since 1959.
        if codes.contains("斤") { return 500_000 }
        if codes == ["kg"] || codes == ["km", "kg"] { return 1_000_000 }
        return codes == ["g"] ? 1_000 : codes == ["mg"] ? 1 : nil
    }

    /// The speed of one of it in an hour; nil if it is no distance.
    var perHour: MeasureUnit? {
        codes.contains("km") ? MeasureUnit(tag: "Mkmh") : codes == ["mile"] ? MeasureUnit(tag: "Mmph") : nil
    }

    /// Whether this is the speed that belongs to another unit's distance, in a text that also names an hour or a speed.
    func isSpeed(of distance: MeasureUnit, _ named: [MeasureUnit]) -> Bool {
        distance.perHour == self && named.contains { $0 == self || $0.codes == ["hour"] }
    }

    /// A square or a cube of it; nil if it is no length.
    func raised(to sign: Unicode.Scalar) -> MeasureUnit? {
        guard dimension == .measure, let code = codes.first, codes.count == 1, Self.lengths.contains(code)
        else { return nil }
        return MeasureUnit(tag: "M\(code)\(sign)")
    }

    private static let lengths: Set<String> = ["km", "m", "cm", "mm", "mile", "ft", "in"]

    private init(_ dimension: Dimension, _ codes: String) {
        self.dimension = dimension
        self.codes = Set(codes.split(separator: "/").map(String.init))
    }

    /// Reads a tag of ``UnitTable``: `CUSD`, `Mkm`.
    init?(tag: some StringProtocol) {
        guard let mark = tag.first else { return nil }
        let codes = String(tag.dropFirst())
        switch mark {
        case "C": self.init(.currency, codes)
        case "P": self.init(.share, codes)
        case "M": self.init(.measure, codes)
        case "D": self.init(.duration, codes)
        default: return nil
        }
    }
}
