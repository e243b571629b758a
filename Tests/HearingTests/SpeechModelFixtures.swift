import Foundation
import Hearing
import VerbioTesting

/// Safetensors files for tests: synthetic ones of the network's shape, and the real one if it is installed.
enum ModelFile {
    static let shapes: [(name: String, shape: [Int])] = [
        ("stft_conv.weight", [258, 1, 256]), ("conv1.weight", [128, 129, 3]), ("conv1.bias", [128]),
        ("conv2.weight", [64, 128, 3]), ("conv2.bias", [64]), ("conv3.weight", [64, 64, 3]), ("conv3.bias", [64]),
        ("conv4.weight", [128, 64, 3]), ("conv4.bias", [128]), ("lstm_cell.weight_ih", [512, 128]),
        ("lstm_cell.weight_hh", [512, 128]), ("lstm_cell.bias_ih", [512]), ("lstm_cell.bias_hh", [512]),
        ("final_conv.weight", [1, 128, 1]), ("final_conv.bias", [1]),
    ]

    /// All tensors, those of the transform as the network's, the others at random about as large as trained ones.
    static func tensors(seed: UInt64) -> [String: [Float]] {
        var numbers = SplitMix64(seed: seed)
        var tensors: [String: [Float]] = [:]
        for (name, shape) in shapes {
            let count = shape.reduce(1, *)
            let size = Float(shape.dropFirst().reduce(1, *)).squareRoot()
            tensors[name] = (0..<count).map { _ in Float.random(in: -2...2, using: &numbers) / size }
        }
        tensors["stft_conv.weight"] = fourier
        return tensors
    }

    /// Cosines and sines under a Hann window, worked out one by one.
    static let fourier: [Float] = (0..<258).flatMap { row in
        (0..<256).map { index in
            let angle = 2 * Double.pi * Double((row % 129) * index) / 256
            let hann = 0.5 * (1 - cos(2 * Double.pi * Double(index) / 256))
            return Float(hann * (row < 129 ? cos(angle) : -sin(angle)))
        }
    }

    /// A file of these tensors; `change` may alter the header before it is written.
    static func bytes(
        _ tensors: [String: [Float]], change: (inout [String: Any]) -> Void = { _ in }
    ) throws -> [UInt8] {
        var header: [String: Any] = ["__metadata__": ["format": "pt"]]
        var numbers: [UInt8] = []
        for (name, shape) in shapes {
            guard let values = tensors[name] else { continue }
            let start = numbers.count
            values.withUnsafeBytes { numbers += $0 }
            header[name] = ["dtype": "F32", "shape": shape, "data_offsets": [start, numbers.count]] as [String: Any]
        }
        change(&header)
        return try file(header: [UInt8](JSONSerialization.data(withJSONObject: header)), numbers)
    }

    static func file(header: [UInt8], _ numbers: [UInt8]) throws -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) } + header + numbers
    }
}

/// The network worked out number by number in doubles, as its authors describe it.
struct PlainNetwork {
    let tensors: [String: [Float]]
    private var before = [Double](repeating: 0, count: 64)
    private var hidden = [Double](repeating: 0, count: 128)
    private var memory = [Double](repeating: 0, count: 128)

    init(_ tensors: [String: [Float]]) { self.tensors = tensors }

    mutating func probability(of chunk: ArraySlice<Float>) -> Double {
        var samples = before + chunk.map(Double.init)
        before = Array(samples.suffix(64))
        samples += samples[(samples.count - 65)..<(samples.count - 1)].reversed()
        // The transform's rows over four windows 128 apart, then magnitudes: [bin][window].
        let transform = tensors["stft_conv.weight"] ?? []
        func row(_ row: Int, _ window: Int) -> Double {
            (0..<256).reduce(0.0) { $0 + Double(transform[row * 256 + $1]) * samples[window * 128 + $1] }
        }
        var steps = (0..<129).map { bin in
            (0..<4).map { window in hypot(row(bin, window), row(129 + bin, window)) }
        }
        for (layer, stride) in [("conv1", 1), ("conv2", 2), ("conv3", 2), ("conv4", 1)] {
            steps = convolved(steps, layer, stride: stride)
        }
        let input = steps.map { $0[0] }
        let gates = (0..<512).map { gate in
            Double(value("lstm_cell.bias_ih", gate) + value("lstm_cell.bias_hh", gate))
                + (0..<128).reduce(0.0) {
                    $0 + Double(value("lstm_cell.weight_ih", gate * 128 + $1)) * input[$1]
                        + Double(value("lstm_cell.weight_hh", gate * 128 + $1)) * hidden[$1]
                }
        }
        func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
        var sum = Double(value("final_conv.bias", 0))
        for cell in 0..<128 {
            let fresh = sigmoid(gates[cell]) * tanh(gates[256 + cell])
            memory[cell] = sigmoid(gates[128 + cell]) * memory[cell] + fresh
            hidden[cell] = sigmoid(gates[384 + cell]) * tanh(memory[cell])
            sum += max(0, hidden[cell]) * Double(value("final_conv.weight", cell))
        }
        return sigmoid(sum)
    }

    private func value(_ name: String, _ index: Int) -> Float { tensors[name]?[index] ?? 0 }

    private func convolved(_ steps: [[Double]], _ layer: String, stride: Int) -> [[Double]] {
        let rows = tensors[layer + ".bias"]?.count ?? 0
        let length = steps[0].count
        return (0..<rows).map { row in
            Swift.stride(from: 0, to: length, by: stride).map { centre in
                var sum = Double(value(layer + ".bias", row))
                for (channel, values) in steps.enumerated() {
                    for tap in 0..<3 where (0..<length).contains(centre + tap - 1) {
                        let weight = value(layer + ".weight", (row * steps.count + channel) * 3 + tap)
                        sum += Double(weight) * values[centre + tap - 1]
                    }
                }
                return max(0, sum)
            }
        }
    }
}
