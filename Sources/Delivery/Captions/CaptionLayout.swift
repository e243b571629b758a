internal import Language

/// Cuts a text into the parts that are shown one after the other, and a part into its lines.
///
/// Among all ways to cut it into as many parts as needed, it takes the one with the least cost: breaks at the ends of
/// sentences rather than of clauses rather than between words, and parts of about equal length.
struct CaptionLayout {
    let text: CaptionText
    let language: LanguageCode
    /// Whether a mark stands before the text.
    let isMarked: Bool
    /// Columns of a line.
    let columns: Int
    let linesPerPart: Int
    /// A part of fewer columns than this is said in less than a second, and goes by too fast to be seen well.
    var briefColumns = 0
    /// `reach[i]`: the end of the longest line that begins with atom i.
    private let reach: [Int]

    init(_ text: String, language: LanguageCode, linesPerPart: Int, mark: String? = nil) {
        self.text = CaptionText(text, language: language, mark: mark)
        self.language = language
        self.linesPerPart = linesPerPart
        isMarked = mark != nil
        columns = CaptionLimits.of(language).columns
        var reach: [Int] = []
        var end = 0
        for start in self.text.atoms.indices {
            end = max(end, start + 1)
            while end < self.text.atoms.count, self.text.width(start..<(end + 1)) <= columns { end += 1 }
            reach.append(end)
        }
        self.reach = reach
    }

    var atomCount: Int { text.atoms.count }

    /// The least number of parts that hold the text.
    var leastParts: Int { filledParts().count }

    /// A way to cut the text, and how bad it is.
    struct Cut {
        var parts: [Range<Int>]
        var cost: Int
    }

    /// The best cut into exactly so many parts, or nil where there is none near equal lengths.
    func cut(into count: Int) -> Cut? {
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

    /// The best cut into at least so many parts, and two more at most where that makes for better breaks and
    /// `comfortable` parts are not exceeded by it.
    func parts(atLeast count: Int, comfortable: Int) -> [Range<Int>] {
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

    /// Every part as full as it gets: always possible, never pretty.
    func filledParts() -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        while start < atomCount {
            let end = furthestEnd(from: start)
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    /// The lines of a part, the lower one rather longer than the upper.
    func lines(_ part: Range<Int>) -> [String] {
        guard text.width(part) > columns, linesPerPart > 1, part.count > 1 else { return [text.line(part)] }
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
        return [text.line(part.lowerBound..<best), text.line(best..<part.upperBound)]
    }

    /// What one part more must at least save: less than a break between words costs, more than one between clauses.
    static let costOfPart = 40
    /// More than a break between words costs.
    private static let costOfBriefPart = 120

    private struct Step {
        /// Where this part ends, and where the next one may end.
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

    func fits(_ part: Range<Int>) -> Bool {
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

    /// What it costs that a part is longer or shorter than one of so many equal ones.
    func imbalance(_ part: Range<Int>, of count: Int) -> Int {
        imbalance(part, mean: max(1, text.columnsBefore[atomCount] / count))
    }

    /// Atoms at which that one of so many parts may end: those less than one part away from where equal ones do.
    func ends(ofPart part: Int, of count: Int) -> Range<Int> {
        ends(near: text.columnsBefore[atomCount] * part / count, within: columns * linesPerPart)
    }

    /// Atoms at which a part may end that should end after so many columns: those less than the distance away.
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
