package import Language

/// Cuts a text into the parts that are shown one after the other, and a part into its lines.
///
/// Among all ways to cut the text into as many parts as needed, it takes the one with the lowest cost. Breaks at the ends of
/// sentences cost less than those at the ends of clauses, and these less than breaks between words. Parts of about equal length
/// cost less.
package struct CaptionLayout: Sendable {
    package let text: CaptionText
    package let language: LanguageCode
    /// Whether the text begins with a mark.
    package let isMarked: Bool
    /// The number of columns of a line.
    package let columns: Int
    package private(set) var linesPerPart: Int
    /// If a part has fewer columns than this, it is said in less than a second and goes by too fast to be seen well.
    package var briefColumns = 0
    /// `reach[i]`: the end of the longest line that begins with atom i.
    private let reach: [Int]

    package init(
        _ text: String, language: LanguageCode, profile: CaptionProfile, linesPerPart: Int, mark: String? = nil
    ) {
        self.text = CaptionText(text, language: language, profile: profile, mark: mark)
        self.language = language
        self.linesPerPart = linesPerPart
        isMarked = mark != nil
        columns = profile.limits(of: language).columns
        var reach: [Int] = []
        var end = 0
        for start in self.text.atoms.indices {
            end = max(end, start + 1)
            while end < self.text.atoms.count, self.text.width(start..<(end + 1)) <= columns { end += 1 }
            reach.append(end)
        }
        self.reach = reach
    }

    package var atomCount: Int { text.atoms.count }

    /// The minimum number of parts that hold the text.
    package var minimumParts: Int { filledParts().count }

    /// A way to cut the text, and its cost.
    package struct Cut {
        package var parts: [Range<Int>]
        var cost: Int
    }

    /// The best cut into exactly this many parts, or nil if no cut comes near equal lengths.
    package func cut(into count: Int) -> Cut? {
        guard count > 0, count <= atomCount else { return nil }
        if count == 1 { return fits(0..<atomCount) ? Cut(parts: [0..<atomCount], cost: 0) : nil }
        let total = text.columnsBefore[atomCount]
        let mean = max(1, total / count)
        var steps: [[Step]] = [[Step(end: 0, furthest: furthestEnd(from: 0), cost: 0, previous: 0)]]
        for part in 1...count {
            let ends = part == count ? atomCount..<(atomCount + 1) : self.ends(ofPart: part, of: count)
            var step: [Step] = []
            for end in ends {
                var best: Step?
                for (index, before) in steps[part - 1].enumerated()
                where before.end < end && end <= before.furthest {
                    let cost = before.cost + self.cost(before.end..<end, mean: mean)
                    if cost < best?.cost ?? .max {
                        best = Step(end: end, furthest: furthestEnd(from: end), cost: cost, previous: index)
                    }
                }
                if let best { step.append(best) }
            }
            if step.isEmpty { return nil }
            steps.append(step)
        }
        var cuts: [Int] = []
        var index = 0
        let cost = steps[count][0].cost
        for step in steps.reversed() {
            cuts.append(step[index].end)
            index = step[index].previous
        }
        cuts.reverse()
        return Cut(parts: zip(cuts, cuts.dropFirst()).map { $0..<$1 }, cost: cost)
    }

    /// The best cut into at least `count` parts. Up to two more parts are used if that gives better breaks and stays within
    /// `comfortable` parts.
    package func parts(atLeast count: Int, comfortable: Int) -> [Range<Int>] {
        let filled = filledParts()
        let least = max(filled.count, min(count, atomCount))
        var best: Cut?
        for attempt in least...(least + 2) where best == nil || attempt <= comfortable {
            guard var cut = cut(into: attempt) else { continue }
            cut.cost += Self.costOfPart * attempt
            if cut.cost < best?.cost ?? .max { best = cut }
        }
        return best?.parts ?? filled
    }

    /// Fills every part as far as possible. This always works, but the breaks are not good.
    package func filledParts() -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        while start < atomCount {
            let end = furthestEnd(from: start)
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    /// The lines of a part. The lower one is preferably longer than the upper one.
    package func lines(_ part: Range<Int>) -> [String] { lineRanges(part).map { text.line($0) } }

    /// The atoms of each line of a part.
    package func lineRanges(_ part: Range<Int>) -> [Range<Int>] {
        guard text.width(part) > columns, linesPerPart > 1, part.count > 1 else { return [part] }
        if linesPerPart > 2, text.width(part) > 2 * columns { return filledLines(part) }
        var best = part.lowerBound + 1
        var bestCost = Int.max
        for middle in (part.lowerBound + 1)..<part.upperBound {
            let upper = text.width(part.lowerBound..<middle)
            let lower = text.width(middle..<part.upperBound)
            guard upper <= columns, lower <= columns else { continue }
            let imbalance = upper > lower ? 4 * (upper - lower) : 2 * (lower - upper)
            let cost = text.atoms[middle - 1].breakCost + imbalance
            if cost < bestCost { (best, bestCost) = (middle, cost) }
        }
        return [part.lowerBound..<best, best..<part.upperBound]
    }

    /// All of the text: on as few lines as hold it, of nearly equal lengths, even if these are more than a part may have.
    package var allLines: [String] {
        guard atomCount > 0 else { return [] }
        if minimumParts == 1 { return lines(0..<atomCount) }
        var single = self
        single.linesPerPart = 1
        let parts = single.cut(into: single.minimumParts)?.parts ?? single.filledParts()
        return parts.map { text.line($0) }
    }

    /// Fills one line after the other.
    private func filledLines(_ part: Range<Int>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = part.lowerBound
        while start < part.upperBound {
            let end = min(reach[start], part.upperBound)
            lines.append(start..<end)
            start = end
        }
        return lines
    }

    /// The minimum saving of one more part: less than the cost of a break between words, more than that of one between clauses.
    static let costOfPart = 40
    /// More than the cost of a break between words.
    private static let costOfBriefPart = 120

    private struct Step {
        /// The end of this part, and the furthest end of the next one.
        var end: Int
        var furthest: Int
        var cost: Int
        var previous: Int
    }

    private func furthestEnd(from start: Int) -> Int {
        var end = start
        for _ in 0..<linesPerPart where end < atomCount { end = reach[end] }
        return end
    }

    package func fits(_ part: Range<Int>) -> Bool {
        !part.isEmpty && furthestEnd(from: part.lowerBound) >= part.upperBound
    }

    private func cost(_ part: Range<Int>, mean: Int) -> Int {
        let isLast = part.upperBound == atomCount
        return imbalance(part, mean: mean) + (isLast ? 0 : text.atoms[part.upperBound - 1].breakCost)
    }

    private func imbalance(_ part: Range<Int>, mean: Int) -> Int {
        let percent = (text.width(part) - mean) * 100 / mean
        let isBrief = text.width(part) < briefColumns && part.count < atomCount
        return 150 * percent * percent / 10_000 + (isBrief ? Self.costOfBriefPart : 0)
    }

    /// The cost of a part that is longer or shorter than one of so many equal parts.
    func imbalance(_ part: Range<Int>, of count: Int) -> Int {
        imbalance(part, mean: max(1, text.columnsBefore[atomCount] / count))
    }

    /// Atoms at which a part may end: those less than one part away from its end if all parts were equal.
    func ends(ofPart part: Int, of count: Int) -> Range<Int> {
        ends(near: text.columnsBefore[atomCount] * part / count, within: columns * linesPerPart)
    }

    /// Atoms at which a part may end that should end at this column: those closer than the distance.
    func ends(near column: Int, within distance: Int) -> Range<Int> {
        let first = max(1, firstIndex(atLeast: column - distance))
        let last = firstIndex(atLeast: column + distance)
        return first..<max(first, min(atomCount, max(last, first + 1)))
    }

    private func firstIndex(atLeast column: Int) -> Int {
        var (low, high) = (0, text.columnsBefore.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if text.columnsBefore[middle] < column { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
