internal import CKernels

/// A matrix of 8 bits, packed for the products of this machine, with its bias.
struct Matrix: Sendable {
    let inputs: Int
    /// A multiple of 16.
    let outputs: Int
    private let packed: [Int8]
    private let sums: [Int32]
    private let bias: [Float]
    /// What the original weights were multiplied with.
    private let multiplier: Float
    /// What activations are multiplied with; nil if their largest one becomes 127.
    private let activation: Float?

    /// - Parameters:
    ///   - bias: the name of its bias; nil for none.
    ///   - scales: the name of the activations' scale if it is not that of the matrix.
    init(_ name: String, bias: String?, _ file: MarianTensors, outputs: Int, inputs: Int) throws(ModelFault) {
        let values = try file.matrix(name, outputs: outputs, inputs: inputs)
        let blocks = (outputs + 15) / 16 * 16
        guard blocks == outputs, inputs % 4 == 0 else { throw ModelFault("\(name) has \(outputs) columns") }
        var packed = [Int8](repeating: 0, count: outputs * inputs)
        var sums = [Int32](repeating: 0, count: outputs)
        values.values.withUnsafeBytes {
            guard let rows = $0.bindMemory(to: Int8.self).baseAddress else { return }
            verbio_int8_pack(rows, nil, Int32(outputs), Int32(inputs), &packed, &sums)
        }
        self.bias = try bias.map { (bias) throws(ModelFault) in try file.floats(bias, count: outputs) } ?? []
        (self.packed, self.sums, self.inputs, self.outputs) = (packed, sums, inputs, outputs)
        multiplier = values.multiplier
        activation = file.scalar(name + "_QuantMultA")
    }

    /// Some rows of a matrix as outputs, filled up to a multiple of 16.
    init(rows: [UInt32], of table: Embedding, bias: [Float]) {
        outputs = (rows.count + 15) / 16 * 16
        inputs = table.width
        (packed, sums) = table.packed(rows)
        self.bias = bias
        (multiplier, activation) = (table.multiplier, table.outputScale)
    }

    /// Multiplies rows of activations with the matrix and adds the bias.
    ///
    /// - Parameters:
    ///   - positive: whether negative results become 0.
    ///   - output: room for `rows` * ``outputs`` numbers.
    func apply(
        _ input: UnsafePointer<Float>, rows: Int, positive: Bool = false, _ quantized: Room<UInt8>,
        to output: UnsafeMutablePointer<Float>
    ) {
        let count = rows * inputs
        let scale = activation ?? Self.scale(of: input, count)
        let whole = quantized(count)
        verbio_int8_quantize(input, count, scale, whole)
        let factor = 1 / (scale * multiplier)
        if bias.isEmpty {
            verbio_int8_product(
                whole, Int32(rows), Int32(inputs), packed, sums, nil, factor, Int32(outputs), positive ? 1 : 0, output,
                outputs)
        } else {
            verbio_int8_product(
                whole, Int32(rows), Int32(inputs), packed, sums, bias, factor, Int32(outputs), positive ? 1 : 0,
                output, outputs)
        }
    }

    private static func scale(of input: UnsafePointer<Float>, _ count: Int) -> Float {
        let largest = verbio_largest(input, count)
        return largest > 0 ? 127 / largest : 1
    }
}
