import Foundation

/// BLEU: how many sequences of 1 to 4 words translations have in common with their references (Papineni and others, 2002).
///
/// Words are cut as `sacrebleu` does by default (`13a`), or into characters. A length without a match counts half of one match, the
/// next such length a quarter, and so on (its smoothing `exp`).
package struct WordScore: Sendable {
    private static let longest = 4

    private let isOfCharacters: Bool
    private var totals = [Int](repeating: 0, count: longest)
    private var common = [Int](repeating: 0, count: longest)
    private var (translated, referred) = (0, 0)

    /// - Parameter ofCharacters: for languages without blanks between words.
    package init(ofCharacters: Bool = false) { isOfCharacters = ofCharacters }

    package mutating func add(_ translation: String, reference: String) {
        let (own, other) = (words(translation), words(reference))
        translated += own.count
        referred += other.count
        for order in 1...Self.longest {
            let ours = NGrams(own, order)
            totals[order - 1] += ours.total
            common[order - 1] += ours.common(with: NGrams(other, order))
        }
    }

    /// From 0 to 100; 0 if no sentence has four words, or if no word is right.
    package var value: Double {
        guard totals.allSatisfy({ $0 > 0 }), common.contains(where: { $0 > 0 }) else { return 0 }
        var smoothing = 1.0
        var sum = 0.0
        for (matches, total) in zip(common, totals) {
            if matches == 0 { smoothing *= 2 }
            sum += log((matches == 0 ? 1 / smoothing : Double(matches)) / Double(total))
        }
        let brevity = translated < referred ? exp(1 - Double(referred) / Double(translated)) : 1
        return 100 * brevity * exp(sum / Double(Self.longest))
    }

    private func words(_ text: String) -> [String] {
        if isOfCharacters {
            return text.unicodeScalars.filter { !$0.properties.isWhitespace }.map { String($0) }
        }
        let signs = " \(text) ".replacing(/[{-~\[-` -&(-+:-@\/]/) { " \($0.output) " }
        let ends = signs.replacing(/([^0-9])([.,])/) { "\($0.output.1) \($0.output.2) " }
            .replacing(/([.,])([^0-9])/) { " \($0.output.1) \($0.output.2)" }
            .replacing(/([0-9])(-)/) { "\($0.output.1) \($0.output.2) " }
        return ends.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
