/// The places of a text and its translation that mean the same: the ends of their sentences, and within these the ends of their
/// clauses. Between such places, places correspond in proportion to their distances.
package struct Correspondence {
    /// Corresponding places, in columns from the beginning of each text, both in ascending order.
    package private(set) var anchors: [(source: Int, target: Int)]

    /// The maximum distance of two places that count as the same, in percent of the section that they divide.
    private static let tolerance = 15

    package init(_ source: CaptionText, _ target: CaptionText) {
        anchors = [(0, 0), (source.columnsBefore.last ?? 0, target.columnsBefore.last ?? 0)]
        divide(
            source.columns(endingAtMost: CaptionText.BreakCost.sentence),
            target.columns(endingAtMost: CaptionText.BreakCost.sentence), pairsAll: true)
        divide(
            source.columns(endingAtMost: CaptionText.BreakCost.clause),
            target.columns(endingAtMost: CaptionText.BreakCost.clause), pairsAll: false)
    }

    /// The place in the source that corresponds to a place in the translation.
    package func source(ofTarget column: Int) -> Int {
        var (low, high) = (0, anchors.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if anchors[middle].target <= column { low = middle } else { high = middle }
        }
        let (from, to) = (anchors[low], anchors[high])
        let length = to.target - from.target
        guard length > 0 else { return from.source }
        return from.source + (to.source - from.source) * (column - from.target) / length
    }

    /// Divides every section between two anchors at those of the given places that are in it and correspond.
    ///
    /// - Parameter pairsAll: whether places are paired in their order if both sides have equally many, wherever they lie.
    ///   Sentences
    ///   keep their order in a translation, clauses do not always.
    private mutating func divide(_ sources: [Int], _ targets: [Int], pairsAll: Bool) {
        var divided: [(source: Int, target: Int)] = []
        var (s, t) = (0, 0)
        for (from, to) in zip(anchors, anchors.dropFirst()) {
            divided.append(from)
            let inSource = Self.take(&s, of: sources, from.source, to.source)
            let inTarget = Self.take(&t, of: targets, from.target, to.target)
            if pairsAll, inSource.count == inTarget.count {
                divided += zip(inSource, inTarget).map { (source: $0, target: $1) }
            } else {
                divided += Self.nearest(inSource, inTarget, from: from, to: to)
            }
        }
        if let last = anchors.last { divided.append(last) }
        anchors = divided
    }

    /// The places between two others. The index moves on to the first place after them.
    private static func take(_ index: inout Int, of places: [Int], _ from: Int, _ to: Int) -> ArraySlice<Int> {
        while index < places.count, places[index] <= from { index += 1 }
        let first = index
        while index < places.count, places[index] < to { index += 1 }
        return places[first..<index]
    }

    /// Pairs each place with the one at the nearest relative position, if that is near enough.
    private static func nearest(
        _ sources: ArraySlice<Int>, _ targets: ArraySlice<Int>, from: (source: Int, target: Int),
        to: (source: Int, target: Int)
    ) -> [(source: Int, target: Int)] {
        let (sourceLength, targetLength) = (to.source - from.source, to.target - from.target)
        guard sourceLength > 0, targetLength > 0 else { return [] }
        func distance(_ source: Int, _ target: Int) -> Int {
            abs((source - from.source) * 100 / sourceLength - (target - from.target) * 100 / targetLength)
        }
        var pairs: [(source: Int, target: Int)] = []
        var rest = targets
        for (source, follower) in zip(sources, sources.dropFirst().map(Optional.some) + [nil]) {
            // The nearest place is found when the next one is farther away.
            while rest.count > 1, distance(source, rest[rest.startIndex + 1]) <= distance(source, rest[rest.startIndex])
            {
                rest.removeFirst()
            }
            guard let target = rest.first else { break }
            let own = distance(source, target)
            // The found place may belong to the next place rather than to this one.
            guard own <= tolerance, follower.map({ distance($0, target) >= own }) ?? true else { continue }
            pairs.append((source, target))
            rest.removeFirst()
        }
        return pairs
    }
}

extension CaptionText {
    /// Columns after which a break costs no more than this, without the end of the text.
    func columns(endingAtMost cost: Int) -> [Int] {
        atoms.indices.dropLast().filter { atoms[$0].breakCost <= cost }.map { columnsBefore[$0 + 1] }
    }
}
