internal import CKernels

/// Follows the most probable translations of one sentence side by side.
///
/// A finished translation's score is its mean log probability per token, as Firefox's configuration has it (`normalize: 1`).
struct BeamSearch {
    var decoder: Decoder
    var width: Int
    var end: Int
    /// The number of translations.
    var size: Int

    private struct Path {
        var written = Written()
        var score: Float = 0
    }

    func written(_ source: Decoder.Source, _ output: OutputLayer, limit: Int, _ desk: Desk) -> Written {
        var state = decoder.start(rows: 1)
        var paths = [Path()]
        var best: (written: Written, score: Float)?
        for position in 0...limit {
            var aligned = [Int](repeating: 0, count: paths.count)
            let numbers = decoder.step(
                &state, tokens: paths.map(\.written.tokens.last), position: position, source: { _ in (0, source) },
                desk,
                aligned: &aligned)
            let logits = output.logits(numbers, rows: paths.count, desk)
            var next: [(row: Int, column: Int, score: Float)] = []
            for (row, path) in paths.enumerated() {
                let values = UnsafeBufferPointer(start: logits + row * output.columns, count: output.tokens.count)
                guard let start = values.baseAddress else { continue }
                let total = verbio_log_sum(start, Int32(values.count))
                for column in Self.largest(size, of: values) {
                    next.append((row, column, path.score + values[column] - total))
                }
            }
            next.sort { $0.score > $1.score }
            var kept: [Path] = []
            var rows: [Int] = []
            for candidate in next.prefix(size) {
                let token = Int(output.tokens[candidate.column])
                var path = paths[candidate.row]
                path.score = candidate.score
                if token == end {
                    path.written.isComplete = true
                    let mean = path.score / Float(position + 1)
                    if best.map({ mean > $0.score }) ?? true { best = (path.written, mean) }
                } else {
                    path.written.tokens.append(token)
                    path.written.aligned.append(aligned[candidate.row])
                    kept.append(path)
                    rows.append(candidate.row)
                }
            }
            // The rest narrows with each translation that came to its end, as in Marian.
            if kept.isEmpty || position == limit { break }
            paths = kept
            state.select(rows)
        }
        return best?.written ?? paths[0].written
    }

    /// The places of the largest numbers, the largest first.
    private static func largest(_ count: Int, of values: UnsafeBufferPointer<Float>) -> [Int] {
        var places: [Int] = []
        for place in values.indices {
            let value = values[place]
            if places.count == count, let last = places.last, !(value > values[last]) { continue }
            let at = places.firstIndex { value > values[$0] } ?? places.count
            places.insert(place, at: at)
            if places.count > count { places.removeLast() }
        }
        return places
    }
}
