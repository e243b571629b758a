internal import CKernels

/// The layers that read the source.
struct Encoder: Sendable {
    private struct Layer: Sendable {
        var attention: AttentionLayer
        var forward: FeedForward
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
        for number in 1...shape.encoderLayers {
            layers.append(
                Layer(
                    attention: try AttentionLayer("encoder_l\(number)_self", file, shape),
                    forward: try FeedForward("encoder_l\(number)_ffn", file, shape)))
        }
        self.layers = layers
    }

    /// The context of every token, sentence after sentence.
    ///
    /// The products of all sentences are computed together; attention looks at one sentence at a time.
    ///
    /// - Parameter sentences: tokens, each with its end.
    func contexts(of sentences: [[Int]], _ desk: Desk) -> [Float] {
        let width = shape.width
        let rows = sentences.reduce(0) { $0 + $1.count }
        return [Float](unsafeUninitializedCapacity: rows * width) { buffer, count in
            count = rows * width
            guard let x = buffer.baseAddress else { return }
            var row = 0
            for sentence in sentences {
                for (position, token) in sentence.enumerated() {
                    embedding.write(token, at: position, positions, to: x + row * width)
                    row += 1
                }
            }
            for layer in layers {
                attend(layer.attention, x, rows, sentences.map(\.count), desk)
                layer.forward.apply(x, count: rows, desk)
            }
        }
    }

    private func attend(
        _ layer: AttentionLayer, _ x: UnsafeMutablePointer<Float>, _ rows: Int, _ lengths: [Int], _ desk: Desk
    ) {
        let width = shape.width
        let queries = desk.queries(rows * width)
        let keys = desk.keys(rows * width)
        let values = desk.values(rows * width)
        let attended = desk.attended(rows * width)
        layer.query.apply(x, rows: rows, desk.quantized, to: queries)
        layer.key.apply(x, rows: rows, desk.quantized, to: keys)
        layer.value.apply(x, rows: rows, desk.quantized, to: values)
        var start = 0
        for length in lengths {
            let padded = TurnedKeys.padded(length)
            let turned = desk.turned(width * padded)
            verbio_turn_keys(keys + start * width, Int32(length), Int32(width), Int32(padded), turned)
            verbio_attention(
                queries + start * width, Int32(length), turned, values + start * width, Int32(length), Int32(padded),
                Int32(shape.heads), Int32(shape.headSize), desk.scores(padded), nil, attended + start * width)
            start += length
        }
        let result = desk.result(rows * width)
        layer.output.apply(attended, rows: rows, desk.quantized, to: result)
        layer.norm.apply(result, x, rows: rows, to: x)
    }
}

/// The keys of one sentence, turned so that those of all tokens lie side by side.
enum TurnedKeys {
    /// The number of tokens, filled up to whole vectors.
    static func padded(_ tokens: Int) -> Int { (tokens + 15) / 16 * 16 }
}
