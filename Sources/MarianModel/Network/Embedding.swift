internal import CKernels
internal import Glibc

/// The numbers of each token of a vocabulary, in 8 bits. The same numbers are the output layer of the decoder.
struct Embedding: Sendable {
    let width: Int
    /// What the original numbers were multiplied with.
    let multiplier: Float
    /// What activations are multiplied with before the output layer; nil if their largest one becomes 127.
    let outputScale: Float?
    private let values: [Int8]

    init(_ name: String, _ file: MarianTensors, tokens: Int, width: Int) throws(ModelFault) {
        let matrix = try file.matrix(name, outputs: tokens, inputs: width)
        values = matrix.values.map { Int8(bitPattern: $0) }
        self.width = width
        multiplier = matrix.multiplier
        // Marian gave the output layer's matrix this name, because it has none of its own.
        outputScale = file.scalar("none_QuantMultA") ?? file.scalar(name + "_QuantMultA")
    }

    /// Writes a token's numbers at a position of the sentence; nil stands for the beginning of a translation.
    func write(_ token: Int?, at position: Int, _ positions: Positions, to output: UnsafeMutablePointer<Float>) {
        let scale = Float(width).squareRoot() / multiplier
        positions.withNumbers(at: position) { place in
            guard let place else { return }
            if let token {
                values.withUnsafeBufferPointer { values in
                    guard let start = values.baseAddress else { return }
                    verbio_embed(start + token * width, scale, place, Int32(width), output)
                }
            } else {
                verbio_embed(nil, scale, place, Int32(width), output)
            }
        }
    }

    /// Some of the rows, packed for products.
    func packed(_ rows: [UInt32]) -> (values: [Int8], sums: [Int32]) {
        let outputs = (rows.count + 15) / 16 * 16
        var sums = [Int32](repeating: 0, count: outputs)
        let packed = [Int8](unsafeUninitializedCapacity: outputs * width) { packed, count in
            if let start = packed.baseAddress {
                verbio_int8_pack(values, rows, Int32(rows.count), Int32(width), start, &sums)
            }
            count = outputs * width
        }
        return (packed, sums)
    }
}

/// The sines and cosines that tell a token its place in the sentence.
struct Positions: Sendable {
    /// The longest sentence in tokens, with its end.
    static let maximum = 1024

    private let width: Int
    private let numbers: [Float]

    init(width: Int) {
        self.width = width
        let half = width / 2
        var numbers = [Float](repeating: 0, count: Self.maximum * width)
        let step = logf(10_000) / (Float(half) - 1)
        for index in 0..<half {
            let frequency = expf(Float(index) * -step)
            for position in 0..<Self.maximum {
                let angle = Float(position) * frequency
                numbers[position * width + index] = sinf(angle)
                numbers[position * width + half + index] = cosf(angle)
            }
        }
        self.numbers = numbers
    }

    /// - Parameter position: places beyond the last one are taken for the last one.
    func withNumbers(at position: Int, _ body: (UnsafePointer<Float>?) -> Void) {
        numbers.withUnsafeBufferPointer { numbers in
            body(numbers.baseAddress.map { $0 + min(position, Self.maximum - 1) * width })
        }
    }
}
