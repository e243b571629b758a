/// The output layer for one sentence: only the tokens that its shortlist allows.
struct OutputLayer {
    /// The tokens of the columns, in ascending order.
    let tokens: [UInt32]
    private let matrix: Matrix

    /// Below every real result.
    private static let never: Float = -1e30

    /// - Parameters:
    ///   - tokens: the tokens of the shortlist.
    ///   - forbidden: a token that is never written: the one for what is unknown.
    init(_ tokens: [UInt32], of embedding: Embedding, bias: [Float], forbidden: Int) {
        self.tokens = tokens
        var chosen = tokens.map { $0 == UInt32(forbidden) ? Self.never : bias[Int($0)] }
        chosen += [Float](repeating: Self.never, count: (16 - tokens.count % 16) % 16)
        matrix = Matrix(rows: tokens, of: embedding, bias: chosen)
    }

    /// The number of columns, filled up to whole vectors; those without a token are never the largest.
    var columns: Int { matrix.outputs }

    /// - Returns: `rows` times ``columns`` numbers, valid until the next call.
    func logits(_ numbers: UnsafePointer<Float>, rows: Int, _ desk: Desk) -> UnsafePointer<Float> {
        let output = desk.logits(rows * columns)
        matrix.apply(numbers, rows: rows, desk.quantized, to: output)
        return UnsafePointer(output)
    }
}
