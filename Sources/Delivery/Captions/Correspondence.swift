internal import Language

/// Which places of a text and its translation mean the same: the ends of their sentences, within these the ends of their
/// clauses, and between such places whatever lies as far along.
struct Correspondence {
    /// Places that belong together, in columns from the beginning of each text; both rise.
    private(set) var anchors: [(source: Int, target: Int)]

    /// How far apart two places may lie, in percent of the stretch that they divide, to be taken for the same.
    private static let tolerance = 15

    init(_ source: CaptionText, _ target: CaptionText) {
        anchors = [(0, 0), (source.columnsBefore.last ?? 0, target.columnsBefore.last ?? 0)]
        divide(
            source.columns(endingAtMost: CaptionText.BreakCost.sentence),
            target.columns(endingAtMost: CaptionText.BreakCost.sentence), pairsAll: true)
        divide(
            source.columns(endingAtMost: CaptionText.BreakCost.clause),
            target.columns(endingAtMost: CaptionText.BreakCost.clause), pairsAll: false)
    }

    /// The place in the source that corresponds to one in the translation.
    func source(ofTarget column: Int) -> Int {
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

    /// Divides every stretch between two anchors at those of the given places that lie in it and correspond.
    ///
    /// - Parameter pairsAll: whether equally many places belong together wherever they lie: sentences keep their order in a
    ///   translation, clauses do not always.
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

    /// The places that lie between two others, and where to look for those behind them.
    private static func take(_ index: inout Int, of places: [Int], _ from: Int, _ to: Int) -> ArraySlice<Int> {
        while index < places.count, places[index] <= from { index += 1 }
        let first = index
        while index < places.count, places[index] < to { index += 1 }
        return places[first..<index]
    }

    /// Each place with the one that lies most nearly as far along, where that is near enough.
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
            // The nearest is reached when the next one is no nearer.
            while rest.count > 1, distance(source, rest[rest.startIndex + 1]) <= distance(source, rest[rest.startIndex])
            {
                rest.removeFirst()
            }
            guard let target = rest.first else { break }
            let own = distance(source, target)
            // It may belong to the next place rather than to this one.
            guard own <= tolerance, follower.map({ distance($0, target) >= own }) ?? true else { continue }
            pairs.append((source, target))
            rest.removeFirst()
        }
        return pairs
    }
}

extension CaptionText {
    /// Columns before the places, but for the end, at which breaking costs no more than this.
    func columns(endingAtMost cost: Int) -> [Int] {
        atoms.indices.dropLast().filter { atoms[$0].breakCost <= cost }.map { columnsBefore[$0 + 1] }
    }
}
