internal import CKernels

/// Writes the most probable token at each step, for several sentences at a time.
struct GreedySearch {
    var decoder: Decoder
    var width: Int
    /// The token of the end.
    var end: Int

    /// - Parameters:
    ///   - sources: the sentences.
    ///   - outputs: their output layers.
    ///   - limits: the longest translation of each, in tokens.
    func written(
        _ sources: [Decoder.Source], _ outputs: [OutputLayer], limits: [Int], _ desk: Desk
    ) -> [Written] {
        var written = [Written](repeating: Written(), count: sources.count)
        var active = Array(sources.indices)
        var tokens = [Int?](repeating: nil, count: active.count)
        var state = decoder.start(rows: active.count)
        var position = 0
        while !active.isEmpty {
            var aligned = [Int](repeating: 0, count: active.count)
            let rows = active
            let numbers = decoder.step(
                &state, tokens: tokens, position: position, source: { (rows[$0], sources[rows[$0]]) }, desk,
                aligned: &aligned)
            var going: [Int] = []
            for (row, sentence) in active.enumerated() {
                let output = outputs[sentence]
                let logits = output.logits(numbers + row * width, rows: 1, desk)
                let place = Int(verbio_largest_place(logits, Int32(output.tokens.count)))
                let token = place < 0 ? end : Int(output.tokens[place])
                if token == end {
                    written[sentence].isComplete = true
                } else if written[sentence].tokens.count < limits[sentence] {
                    written[sentence].tokens.append(token)
                    written[sentence].aligned.append(aligned[row])
                    tokens[row] = token
                    going.append(row)
                }
            }
            if going.count < active.count {
                state.select(going)
                tokens = going.map { tokens[$0] }
                active = going.map { active[$0] }
            }
            position += 1
        }
        return written
    }
}
