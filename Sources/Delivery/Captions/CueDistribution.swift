internal import Captions
internal import Language

/// Lays the translation of a sentence out over the cues over which the sentence runs.
///
/// Each cue gets about the share that corresponds to its part of the original (``Correspondence``). The cuts are at the ends of
/// clauses, or between words, and never inside one. If there are fewer words than cues, a cue repeats what the one before shows.
struct CueDistribution {
    /// The text of each cue.
    private(set) var pieces: [String]

    /// - Parameter originals: what each cue has of the original, each with text.
    init(
        _ text: String, in language: LanguageCode, over originals: [String], from source: LanguageCode,
        profile: CaptionProfile
    ) {
        let target = CaptionText(text, language: language, profile: profile)
        let count = originals.count
        guard count > 1, !target.atoms.isEmpty else {
            pieces = originals.isEmpty ? [] : [target.line(target.atoms.indices)]
            pieces += Array(repeating: pieces.first ?? "", count: max(0, count - pieces.count))
            return
        }
        guard target.atoms.count > count else {
            pieces = (0..<count).map { target.line(min($0, target.atoms.count - 1)..<min($0 + 1, target.atoms.count)) }
            return
        }
        let joiner = source.isWrittenWithoutSpaces ? "" : " "
        let whole = CaptionText(originals.joined(separator: joiner), language: source, profile: profile)
        let places = Correspondence(target, whole)
        let wanted = (1..<count).map { number in
            let before = CaptionText(originals[..<number].joined(separator: joiner), language: source, profile: profile)
            return places.source(ofTarget: before.columnsBefore.last ?? 0)
        }
        let cuts = Self.cuts(
            of: target, near: wanted, columns: profile.limits(of: language).columns, lines: profile.lines)
        let ends = cuts + [target.atoms.count]
        pieces = zip([0] + cuts, ends).map { target.line($0..<$1) }
    }

    /// The atoms before which the text is cut: the cheapest rising sequence.
    ///
    /// - Parameters:
    ///   - wanted: the columns near which they should be, in ascending order.
    ///   - columns: the columns of a line.
    ///   - lines: the lines of a cue.
    private static func cuts(of text: CaptionText, near wanted: [Int], columns: Int, lines: Int) -> [Int] {
        struct Step {
            var atom: Int
            var cost: Int
            var previous: Int
        }
        // What does not fit into the lines of a cue costs more than any place.
        func overflow(_ width: Int) -> Int { 20 * max(0, width - columns * lines) }
        let count = text.atoms.count
        var steps: [[Step]] = [[Step(atom: 0, cost: 0, previous: 0)]]
        for (number, column) in wanted.enumerated() {
            var step: [Step] = []
            // Every cue after it needs at least one atom.
            for atom in number + 1..<count - (wanted.count - number - 1) {
                let apart = abs(text.columnsBefore[atom] - column) * 42 / columns
                let own = text.atoms[atom - 1].breakCost + apart * apart
                var best: Step?
                for (index, before) in steps[number].enumerated() where before.atom < atom {
                    let cost = before.cost + own + overflow(text.width(before.atom..<atom))
                    if cost < best?.cost ?? .max { best = Step(atom: atom, cost: cost, previous: index) }
                }
                if let best { step.append(best) }
            }
            steps.append(step)
        }
        guard
            var index = steps[wanted.count].indices.min(by: { one, other in
                func cost(_ step: Step) -> Int { step.cost + overflow(text.width(step.atom..<count)) }
                return cost(steps[wanted.count][one]) < cost(steps[wanted.count][other])
            })
        else { return [] }
        var cuts: [Int] = []
        for step in steps.dropFirst().reversed() {
            cuts.append(step[index].atom)
            index = step[index].previous
        }
        return cuts.reversed()
    }
}
