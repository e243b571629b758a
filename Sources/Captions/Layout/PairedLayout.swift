/// Cuts a text and its translation into the same number of parts, both at corresponding places.
///
/// It looks for pairs of places, one in each text, that correspond and at which both texts break well. ``CaptionLayout`` does
/// the same for one text.
package struct PairedLayout {
    let source: CaptionLayout
    let target: CaptionLayout
    private let correspondence: Correspondence

    package init(_ source: CaptionLayout, _ target: CaptionLayout) {
        self.source = source
        self.target = target
        correspondence = Correspondence(source.text, target.text)
    }

    package struct Parts {
        package var source: [Range<Int>]
        package var target: [Range<Int>]
    }

    /// The best cut into at least `count` parts. A few more parts are used if that gives better breaks and stays within
    /// `comfortable` parts. If a side has fewer words than parts, all its words are shown and its remaining parts are empty.
    ///
    /// - Parameter briefParts: returns the number of parts that go by too fast.
    package func parts(atLeast count: Int, comfortable: Int, briefParts: (Parts) -> Int) -> Parts {
        let most = max(source.atomCount, target.atomCount)
        let least = max(source.minimumParts, target.minimumParts, min(count, most))
        var best: (parts: Parts, cost: Int)?
        // If both texts fill their lines, they can be cut together only into some more parts.
        for attempt in least...(least + Self.spareParts) where best == nil || attempt <= comfortable {
            guard var cut = cut(into: attempt) else { continue }
            cut.cost += 2 * CaptionLayout.costOfPart * attempt + Self.costOfBriefPart * briefParts(cut.parts)
            if cut.cost < best?.cost ?? .max { best = cut }
        }
        return best?.parts ?? apart(atLeast: least)
    }

    /// Cuts each text by itself.
    private func apart(atLeast least: Int) -> Parts {
        for count in least...(least + Self.spareParts) {
            if let source = source.cut(into: min(count, source.atomCount)),
                let target = target.cut(into: min(count, target.atomCount))
            {
                return Parts(source: source.parts, target: target.parts)
            }
        }
        return Parts(source: source.filledParts(), target: target.filledParts())
    }

    /// The number of parts beyond the minimum that are tried.
    private static let spareParts = 4
    /// The maximum number of pairs of places that are tried for the end of one part: the best ones.
    private static let pairsPerStep = 96
    private static let costOfBriefPart = 60
    /// The cost of a place at which a sentence ends in only one of the languages.
    private static let costOfHalfAnEnd = 100
    /// The maximum distance of two corresponding places, in columns of lines of 42.
    private static let furthestApart = 16

    /// A pair of places at which both texts may be cut.
    private struct Step {
        var source: Int
        var target: Int
        /// The cost of this place alone.
        var own: Int
        /// The cost of the whole cut up to this place.
        var cost = 0
        var previous = 0
    }

    private func cut(into count: Int) -> (parts: Parts, cost: Int)? {
        let (sourceCount, targetCount) = (source.atomCount, target.atomCount)
        guard count > 0, count <= sourceCount, count <= targetCount else { return nil }
        var steps = [[Step(source: 0, target: 0, own: 0)]]
        for part in 1...count {
            let candidates =
                part == count
                ? [Step(source: sourceCount, target: targetCount, own: 0)] : places(endingPart: part, of: count)
            let step = candidates.compactMap { reached($0, from: steps[part - 1], of: count) }
            if step.isEmpty { return nil }
            steps.append(step)
        }
        var cuts: [Step] = []
        var index = 0
        for step in steps.reversed() {
            cuts.append(step[index])
            index = step[index].previous
        }
        cuts.reverse()
        let pairs = zip(cuts, cuts.dropFirst())
        return (
            Parts(source: pairs.map { $0.source..<$1.source }, target: pairs.map { $0.target..<$1.target }),
            steps[count][0].cost
        )
    }

    /// The place with the cheapest cut that leads to it.
    private func reached(_ place: Step, from steps: [Step], of count: Int) -> Step? {
        var best: Step?
        for (index, before) in steps.enumerated() where before.source < place.source && before.target < place.target {
            let (inSource, inTarget) = (before.source..<place.source, before.target..<place.target)
            guard source.fits(inSource), target.fits(inTarget) else { continue }
            // Sentences have different lengths, so imbalance counts half of what it does in one text.
            let imbalance = source.imbalance(inSource, of: count) + target.imbalance(inTarget, of: count)
            let cost = before.cost + place.own + imbalance / 2
            guard cost < best?.cost ?? .max else { continue }
            var reached = place
            (reached.cost, reached.previous) = (cost, index)
            best = reached
        }
        return best
    }

    /// - Parameter apart: the columns between the place in the source and the one that corresponds to the place in the
    ///   translation.
    private func cost(_ source: Int, _ target: Int, apart: Int) -> Int {
        let apart = apart * 42 / self.source.columns
        let breaks = [self.source.text.atoms[source - 1].breakCost, self.target.text.atoms[target - 1].breakCost]
        let endings = breaks.count { $0 <= CaptionText.BreakCost.sentence }
        return breaks.reduce(0, +) * 3 / 2 + 2 * apart * apart + (endings == 1 ? Self.costOfHalfAnEnd : 0)
    }

    /// The best pairs of places near this share of both texts.
    private func places(endingPart part: Int, of count: Int) -> [Step] {
        var places: [Step] = []
        for target in target.ends(ofPart: part, of: count) {
            let column = correspondence.source(ofTarget: self.target.text.columnsBefore[target])
            for source in source.ends(near: column, within: Self.furthestApart * source.columns / 42) {
                places.append(
                    Step(
                        source: source, target: target,
                        own: cost(source, target, apart: abs(self.source.text.columnsBefore[source] - column))))
            }
        }
        guard places.count > Self.pairsPerStep else { return places }
        let bound = places.map(\.own).sorted()[Self.pairsPerStep - 1]
        var room = Self.pairsPerStep
        return places.filter { place in
            guard place.own <= bound, room > 0 else { return false }
            room -= 1
            return true
        }
    }
}
