/// chrF2: how many sequences of 1 to 6 characters translations have in common with their references (Popović, 2015).
///
/// White space does not count. The counts of all sentences are added, as `sacrebleu` does.
package struct CharacterScore: Sendable {
    private static let longest = 6
    /// Recall counts four times as much as precision.
    private static let weight = 4.0

    private struct Counts {
        var translated = 0
        var referred = 0
        var common = 0
    }

    private var orders = [Counts](repeating: Counts(), count: longest)

    package init() {}

    package mutating func add(_ translation: String, reference: String) {
        let (own, other) = (Self.characters(translation), Self.characters(reference))
        for order in 1...Self.longest {
            let (ours, theirs) = (NGrams(own, order), NGrams(other, order))
            orders[order - 1].translated += ours.total
            orders[order - 1].referred += theirs.total
            orders[order - 1].common += ours.common(with: theirs)
        }
    }

    /// From 0 to 100; 0 if nothing was added.
    package var value: Double {
        let usable = orders.filter { $0.translated > 0 && $0.referred > 0 }
        guard !usable.isEmpty else { return 0 }
        let count = Double(usable.count)
        let precision = usable.reduce(0) { $0 + Double($1.common) / Double($1.translated) } / count
        let recall = usable.reduce(0) { $0 + Double($1.common) / Double($1.referred) } / count
        guard precision + recall > 0 else { return 0 }
        return 100 * (1 + Self.weight) * precision * recall / (Self.weight * precision + recall)
    }

    private static func characters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
}

/// The sequences of one length in a list, with how often each is there.
struct NGrams<Element: Hashable> {
    let counts: [ArraySlice<Element>: Int]
    let total: Int

    init(_ list: [Element], _ length: Int) {
        total = max(0, list.count - length + 1)
        counts = (0..<total).reduce(into: [:]) { $0[list[$1..<$1 + length], default: 0] += 1 }
    }

    func common(with other: NGrams) -> Int {
        counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
    }
}
