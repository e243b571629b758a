internal import CKernels

/// The layers that write the translation, one token at a time.
///
/// Each layer has a simpler simple recurrent unit. Its memory is all that it keeps of the tokens so far, then attention over
/// the source, then a feed-forward layer.
struct Decoder: Sendable {
    private struct Layer: Sendable {
        var input: Matrix
        var forget: Matrix
        var norm: Normalization
        var attention: AttentionLayer
        var forward: FeedForward

        init(_ name: String, _ file: MarianTensors, _ shape: Architecture) throws(ModelFault) {
            let (rnn, width) = (name + "_rnn", shape.width)
            input = try Matrix(rnn + "_W", bias: nil, file, outputs: width, inputs: width)
            forget = try Matrix(rnn + "_Wf", bias: rnn + "_bf", file, outputs: width, inputs: width)
            norm = try Normalization(rnn + "_ffn", file, width: width)
            attention = try AttentionLayer(name + "_context", file, shape)
            forward = try FeedForward(name + "_ffn", file, shape)
        }
    }

    /// What the decoder needs of one source sentence: keys and values for each layer.
    struct Source {
        fileprivate var keys: [[Float]]
        fileprivate var values: [[Float]]
        fileprivate var length: Int
    }

    /// The state of several translations, one row for each.
    struct State {
        /// The memory of each layer, row after row.
        fileprivate var memory: [[Float]]
        fileprivate let width: Int
        private(set) var rows: Int

        /// Keeps some rows in a new order; one may be taken more than once.
        mutating func select(_ chosen: [Int]) {
            for layer in memory.indices {
                var next: [Float] = []
                next.reserveCapacity(chosen.count * width)
                for row in chosen { next += memory[layer][row * width..<(row + 1) * width] }
                memory[layer] = next
            }
            rows = chosen.count
        }

        fileprivate init(layers: Int, width: Int, rows: Int) {
            memory = [[Float]](repeating: [Float](repeating: 0, count: width * rows), count: layers)
            (self.width, self.rows) = (width, rows)
        }
    }

    private let shape: Architecture
    private let layers: [Layer]
    private let embedding: Embedding
    private let positions: Positions

    init(
        _ file: MarianTensors, _ shape: Architecture, _ embedding: Embedding, _ positions: Positions
    ) throws(ModelFault) {
        self.shape = shape
        self.embedding = embedding
        self.positions = positions
        var layers: [Layer] = []
        for number in 1...shape.decoderLayers { layers.append(try Layer("decoder_l\(number)", file, shape)) }
        self.layers = layers
    }

    /// - Parameter rows: the number of translations that begin.
    func start(rows: Int) -> State { State(layers: shape.decoderLayers, width: shape.width, rows: rows) }

    /// Computes the keys and values of each sentence.
    ///
    /// - Parameter contexts: what the encoder made of the sentences.
    func sources(_ contexts: [Float], lengths: [Int], _ desk: Desk) -> [Source] {
        let width = shape.width
        let rows = lengths.reduce(0, +)
        var sources = lengths.map { Source(keys: [], values: [], length: $0) }
        for layer in layers {
            let keys = desk.keys(rows * width)
            let values = desk.values(rows * width)
            layer.attention.key.apply(contexts, rows: rows, desk.quantized, to: keys)
            layer.attention.value.apply(contexts, rows: rows, desk.quantized, to: values)
            var start = 0
            for (number, length) in lengths.enumerated() {
                let padded = TurnedKeys.padded(length)
                let turned = [Float](unsafeUninitializedCapacity: width * padded) { buffer, count in
                    count = width * padded
                    guard let to = buffer.baseAddress else { return }
                    verbio_turn_keys(keys + start * width, Int32(length), Int32(width), Int32(padded), to)
                }
                sources[number].keys.append(turned)
                sources[number].values.append(
                    Array(UnsafeBufferPointer(start: values + start * width, count: length * width)))
                start += length
            }
        }
        return sources
    }

    /// One step of every translation of a state.
    ///
    /// - Parameters:
    ///   - tokens: the last token of each; nil at the beginning.
    ///   - position: the number of tokens so far.
    ///   - source: the source of each row. Rows that follow each other and have the same source are computed together.
    ///   - aligned: receives the place of the source token that each row looks at.
    /// - Returns: the last layer's numbers, row after row, valid until the next step.
    func step(
        _ state: inout State, tokens: [Int?], position: Int, source: (Int) -> (number: Int, source: Source),
        _ desk: Desk, aligned: inout [Int]
    ) -> UnsafePointer<Float> {
        let (rows, width) = (tokens.count, shape.width)
        let x = desk.queries(3 * rows * width)
        let (y, z) = (x + rows * width, x + 2 * rows * width)
        for (row, token) in tokens.enumerated() {
            embedding.write(token, at: position, positions, to: x + row * width)
        }
        for (number, layer) in layers.enumerated() {
            layer.input.apply(x, rows: rows, desk.quantized, to: y)
            layer.forget.apply(x, rows: rows, desk.quantized, to: z)
            state.memory[number].withUnsafeMutableBufferPointer {
                if let memory = $0.baseAddress { verbio_ssru_step(z, y, memory, z, rows * width) }
            }
            layer.norm.apply(z, x, rows: rows, to: x)
            layer.attention.query.apply(x, rows: rows, desk.quantized, to: y)
            attend(number, rows, y, z, source, desk, &aligned)
            layer.attention.output.apply(z, rows: rows, desk.quantized, to: y)
            layer.attention.norm.apply(y, x, rows: rows, to: x)
            layer.forward.apply(x, count: rows, desk)
        }
        return UnsafePointer(x)
    }

    private func attend(
        _ layer: Int, _ rows: Int, _ queries: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
        _ source: (Int) -> (number: Int, source: Source), _ desk: Desk, _ aligned: inout [Int]
    ) {
        var row = 0
        while row < rows {
            let (number, one) = source(row)
            var end = row + 1
            while end < rows, source(end).number == number { end += 1 }
            let padded = TurnedKeys.padded(one.length)
            // Marian was trained to align the words with the first head of the last layer.
            let weights = layer == layers.count - 1 ? desk.weights((end - row) * padded) : nil
            verbio_attention(
                queries + row * shape.width, Int32(end - row), one.keys[layer], one.values[layer], Int32(one.length),
                Int32(padded), Int32(shape.heads), Int32(shape.headSize), desk.scores(padded), weights,
                output + row * shape.width)
            if let weights {
                for each in row..<end {
                    aligned[each] = Int(verbio_largest_place(weights + (each - row) * padded, Int32(one.length)))
                }
            }
            row = end
        }
    }
}
