import CKernels
import Foundation
import Testing
import VerbioTesting

/// The loops in C, compared with plain sums.
@Suite struct KernelTests {
    private func floats(_ count: Int, _ random: inout SplitMix64, _ range: ClosedRange<Float> = -3...3) -> [Float] {
        (0..<count).map { _ in Float.random(in: range, using: &random) }
    }

    @Test("Given activations, when they are quantized, then each is the nearest whole number within the range")
    func quantize() {
        let values: [Float] = [
            0, 0.5, 1.5, 2.5, -0.5, -1.5, 126.4, 126.6, 127.5, 500, -500, .infinity, -.infinity, 3, -3, 1, 0.49, 100,
            1e20,
            .nan,
        ]
        var output = [UInt8](repeating: 0, count: values.count)
        verbio_int8_quantize(values, values.count, 1, &output)
        #expect(
            output.map { Int($0) - 127 } == [
                0, 0, 2, 2, 0, -2, 126, 127, 127, 127, -127, 127, -127, 3, -3, 1, 0, 100, 127,
                -127,
            ])
    }

    @Test(
        "Given a matrix of 8 bits, when rows are multiplied with it, then the sums are exact",
        arguments: [1, 2, 3, 4, 5, 7, 16], [(16, 4), (48, 32), (256, 256), (144, 1536), (1040, 64)])
    func product(rows: Int, shape: (outputs: Int, inputs: Int)) {
        var random = SplitMix64(seed: UInt64(rows * 7919 + shape.outputs))
        let (outputs, inputs) = shape
        // The extremes are often there, because sixteen bits would overflow with them.
        let extremes: [Int8] = [-127, 127, 0, 1]
        let weights = (0..<outputs * inputs).map { _ in
            random.next(upTo: 2) == 0 ? extremes[random.next(upTo: 4)] : Int8(random.next(upTo: 255) - 127)
        }
        let input = (0..<rows * inputs).map { _ in
            UInt8(random.next(upTo: 2) == 0 ? [0, 254, 127][random.next(upTo: 3)] : random.next(upTo: 255))
        }
        let bias = floats(outputs, &random)
        var packed = [Int8](repeating: 0, count: outputs * inputs)
        var sums = [Int32](repeating: 0, count: outputs)
        verbio_int8_pack(weights, nil, Int32(outputs), Int32(inputs), &packed, &sums)
        let stride = outputs + 16
        for isPositive in [false, true] {
            var output = [Float](repeating: .nan, count: rows * stride)
            verbio_int8_product(
                input, Int32(rows), Int32(inputs), packed, sums, isPositive ? nil : bias, 0.01, Int32(outputs),
                isPositive ? 1 : 0, &output, stride)
            var worst: Float = 0
            for row in 0..<rows {
                for column in 0..<outputs {
                    var sum = 0
                    for index in 0..<inputs {
                        sum += (Int(input[row * inputs + index]) - 127) * Int(weights[column * inputs + index])
                    }
                    var wanted = Float(sum) * 0.01 + (isPositive ? 0 : bias[column])
                    if isPositive { wanted = max(0, wanted) }
                    worst = max(worst, abs(output[row * stride + column] - wanted) / max(1, abs(wanted)))
                }
                #expect(output[row * stride + outputs].isNaN)
            }
            #expect(worst < 1e-6)
        }
    }

    @Test("Given chosen rows, when they are packed, then the block is filled up with rows of zeros")
    func chosenRows() {
        let rows: [Int8] = (0..<40).map { Int8($0) }
        var packed = [Int8](repeating: 9, count: 16 * 4)
        var sums = [Int32](repeating: 9, count: 16)
        verbio_int8_pack(rows, [9, 0, 3], 3, 4, &packed, &sums)
        #expect(Array(packed.prefix(16)) == [36, 37, 38, 39, 0, 1, 2, 3, 12, 13, 14, 15, 0, 0, 0, 0])
        #expect(sums == [150, 6, 54] + [Int32](repeating: 0, count: 13))
    }

    @Test(
        "Given queries, keys and values, when attention is computed, then it is the weighted mean of the values",
        arguments: [1, 5, 16, 33])
    func attention(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let (heads, size, rows) = (2, 16, 3)
        let width = heads * size
        let padded = (count + 15) / 16 * 16
        let queries = floats(rows * width, &random)
        let keys = floats(count * width, &random)
        let values = floats(count * width, &random)
        var turned = [Float](repeating: .nan, count: width * padded)
        verbio_turn_keys(keys, Int32(count), Int32(width), Int32(padded), &turned)
        var scores = [Float](repeating: 0, count: padded)
        var weights = [Float](repeating: 0, count: rows * padded)
        var output = [Float](repeating: 0, count: rows * width)
        verbio_attention(
            queries, Int32(rows), turned, values, Int32(count), Int32(padded), Int32(heads), Int32(size), &scores,
            &weights,
            &output)
        for row in 0..<rows {
            for head in 0..<heads {
                let at = head * size
                let exact = (0..<count).map { key in
                    exp(
                        (0..<size).reduce(0.0) {
                            $0 + Double(queries[row * width + at + $1]) * Double(keys[key * width + at + $1])
                        } / 4)
                }
                let total = exact.reduce(0, +)
                for index in 0..<size {
                    let wanted = (0..<count).reduce(0.0) {
                        $0 + exact[$1] / total * Double(values[$1 * width + at + index])
                    }
                    #expect(abs(Double(output[row * width + at + index]) - wanted) < 1e-4)
                }
                guard head == 0 else { continue }
                for key in 0..<count { #expect(abs(Double(weights[row * padded + key]) - exact[key] / total) < 1e-5) }
            }
        }
    }

    @Test("Given rows, when they are added and normalized, then mean and variance are those of the gain and the bias")
    func norm() {
        var random = SplitMix64(seed: 3)
        let (rows, count) = (3, 48)
        let (x, y) = (floats(rows * count, &random), floats(rows * count, &random))
        let (gain, bias) = (floats(count, &random), floats(count, &random))
        var output = [Float](repeating: 0, count: rows * count)
        verbio_add_norm(x, y, gain, bias, Int32(rows), Int32(count), &output)
        for row in 0..<rows {
            let sums = (0..<count).map { Double(x[row * count + $0]) + Double(y[row * count + $0]) }
            let mean = sums.reduce(0, +) / Double(count)
            let variance = sums.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
            for index in 0..<count {
                let wanted =
                    (sums[index] - mean) / (variance + 1e-6).squareRoot() * Double(gain[index]) + Double(bias[index])
                #expect(abs(Double(output[row * count + index]) - wanted) < 1e-4)
            }
        }
    }

    @Test("Given gates, when the recurrent unit makes a step, then its memory is the weighted mean of old and new")
    func recurrence() {
        var random = SplitMix64(seed: 4)
        let (forget, input) = (floats(32, &random, -90...90), floats(32, &random))
        var memory = floats(32, &random)
        let before = memory
        var output = [Float](repeating: 0, count: 32)
        verbio_ssru_step(forget, input, &memory, &output, 32)
        for index in 0..<32 {
            let keep = 1 / (1 + exp(-Double(forget[index])))
            let wanted = keep * Double(before[index]) + (1 - keep) * Double(input[index])
            #expect(abs(Double(memory[index]) - wanted) < 1e-5)
            #expect(output[index] == max(0, memory[index]))
        }
    }

    @Test("Given logits, when the largest is searched and their exponentials are added up, then both are exact")
    func logits() {
        var random = SplitMix64(seed: 5)
        let values = floats(77, &random, -20...20)
        let place = Int(verbio_largest_place(values, 77))
        #expect(values[place] == values.max())
        #expect(verbio_largest_place([.nan, -.infinity], 2) == -1)
        #expect(verbio_largest_place([1, 2, 2], 3) == 1)
        #expect(abs(Double(verbio_log_sum(values, 77)) - log(values.reduce(0) { $0 + exp(Double($1)) })) < 1e-4)
        #expect(["avx512vnni", "avx2", "plain"].contains(String(cString: verbio_int8_name())))
        #expect(verbio_largest([1, -7, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, -9], 18) == 9)
    }
}
