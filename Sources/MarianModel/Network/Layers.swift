internal import CKernels

/// Adds what a layer was given to its result, and normalizes the sum.
struct Normalization: Sendable {
    private let gain: [Float]
    private let bias: [Float]

    init(_ name: String, _ file: MarianTensors, width: Int) throws(ModelFault) {
        gain = try file.floats(name + "_ln_scale", count: width)
        bias = try file.floats(name + "_ln_bias", count: width)
    }

    func apply(
        _ result: UnsafePointer<Float>, _ given: UnsafePointer<Float>, rows: Int, to output: UnsafeMutablePointer<Float>
    ) {
        verbio_add_norm(result, given, gain, bias, Int32(rows), Int32(gain.count), output)
    }
}

/// Attention with several heads, its projections and the normalization after it.
struct AttentionLayer: Sendable {
    let query: Matrix
    let key: Matrix
    let value: Matrix
    let output: Matrix
    let norm: Normalization

    init(_ name: String, _ file: MarianTensors, _ shape: Architecture) throws(ModelFault) {
        func matrix(_ letter: String) throws(ModelFault) -> Matrix {
            try Matrix(
                "\(name)_W\(letter)", bias: "\(name)_b\(letter)", file, outputs: shape.width, inputs: shape.width)
        }
        query = try matrix("q")
        key = try matrix("k")
        value = try matrix("v")
        output = try matrix("o")
        norm = try Normalization("\(name)_Wo", file, width: shape.width)
    }
}

/// Two products with a rectifier in between, and the normalization after them.
struct FeedForward: Sendable {
    private let first: Matrix
    private let second: Matrix
    private let norm: Normalization

    init(_ name: String, _ file: MarianTensors, _ shape: Architecture) throws(ModelFault) {
        first = try Matrix(name + "_W1", bias: name + "_b1", file, outputs: shape.hidden, inputs: shape.width)
        second = try Matrix(name + "_W2", bias: name + "_b2", file, outputs: shape.width, inputs: shape.hidden)
        norm = try Normalization(name + "_ffn", file, width: shape.width)
    }

    /// Replaces the rows by the layer's result.
    func apply(_ rows: UnsafeMutablePointer<Float>, count: Int, _ desk: Desk) {
        let inner = desk.inner(count * first.outputs)
        first.apply(rows, rows: count, positive: true, desk.quantized, to: inner)
        let result = desk.result(count * second.outputs)
        second.apply(inner, rows: count, desk.quantized, to: result)
        norm.apply(result, rows, rows: count, to: rows)
    }
}

/// The rooms in which one calculation works.
final class Desk {
    let quantized = Room<UInt8>()
    let queries = Room<Float>()
    let keys = Room<Float>()
    let values = Room<Float>()
    let turned = Room<Float>()
    let scores = Room<Float>()
    let weights = Room<Float>()
    let attended = Room<Float>()
    let inner = Room<Float>()
    let result = Room<Float>()
    let logits = Room<Float>()
}
