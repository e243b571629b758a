internal import Conversations
internal import Language
internal import Providers

/// Divides the cost of a batch among its lines, by the letters of each line's source and translation. The shares add up
/// exactly, to the last token and the last billionth of a dollar.
struct BatchShares {
    private let answer: TranslatedBatch
    private let weights: [Int]

    /// A line without a translation has no share. If no line has one, the first line bears the whole cost.
    init(of answer: TranslatedBatch, _ lines: [BatchRequest.Line]) {
        self.answer = answer
        let weights = zip(lines, answer.texts).map { line, text in
            text.map { line.text.unicodeScalars.count + $0.unicodeScalars.count } ?? 0
        }
        self.weights = weights.contains { $0 > 0 } ? weights : weights.indices.map { $0 == 0 ? 1 : 0 }
    }

    /// The line for which the call is counted.
    private var bearer: Int? { weights.firstIndex { $0 > 0 } }

    /// - Parameters:
    ///   - timing: of the call, which is counted for one line.
    ///   - key: of the whole batch.
    func lines(_ timing: StageTiming, _ key: ContentKey, in pair: LanguagePair) -> [BatchedLine?] {
        let usages = usages
        return answer.texts.enumerated().map { index, text in
            guard let text else { return nil }
            var own = timing
            if index != bearer { (own.calls, own.connection) = (0, nil) }
            return BatchedLine(
                translation: Translation(
                    text: text, tag: pair.target, notes: ["batch:\(answer.texts.count)"], usage: usages[index]),
                key: .line(index + 1, of: key), timing: own)
        }
    }

    /// Each line's share of the call's charge; lines without a share are left out.
    func charges(_ whole: Charge) -> [(line: Int, Charge)] {
        let (usages, costs) = (usages, whole.cost.map { Self.shares(of: $0.nanodollars, by: weights) })
        return weights.indices.filter { weights[$0] > 0 }.map { index in
            var own = whole
            own.cost = costs.map { Money(nanodollars: $0[index]) }
            own.usage = usages[index]
            own.calls = index == bearer ? whole.calls : 0
            return (index, own)
        }
    }

    private var usages: [Usage] {
        let usage = answer.usage
        let characters = shares(usage.characters)
        let (input, cached, output) = (
            shares(usage.inputTokens), shares(usage.cachedInputTokens), shares(usage.outputTokens)
        )
        return weights.indices.map { index in
            Usage(
                characters: characters?[index], inputTokens: input?[index],
                cachedInputTokens: cached?[index], outputTokens: output?[index])
        }
    }

    private func shares(_ amount: Int?) -> [Int]? {
        amount.map { Self.shares(of: Int64($0), by: weights).map(Int.init) }
    }

    /// Divides an amount by weight into whole parts that add up to it, by the largest remainder.
    static func shares(of amount: Int64, by weights: [Int]) -> [Int64] {
        let total = Double(max(1, weights.reduce(0, +)))
        let exact = weights.map { Double(amount) * Double($0) / total }
        var parts = exact.map { Int64($0.rounded(.down)) }
        let byRemainder = exact.indices.sorted { left, right in
            let (one, other) = (exact[left] - exact[left].rounded(.down), exact[right] - exact[right].rounded(.down))
            return one == other ? left < right : one > other
        }
        for index in byRemainder.prefix(max(0, Int(amount - parts.reduce(0, +)))) { parts[index] += 1 }
        return parts
    }
}
