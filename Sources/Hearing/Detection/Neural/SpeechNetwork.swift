internal import CKernels
internal import Foundation

/// Computes Silero's network: for each 32 ms of audio the probability of speech.
///
/// It has a short-time Fourier transform (four windows of 256 samples, 128 apart) and four convolutions over its magnitudes.
/// The convolutions reduce the four steps to two, then to one. A long short-term memory of 128 cells and one output follow.
/// Windows and steps are the columns of matrix products.
struct SpeechNetwork: Sendable {
    /// Samples of one step, 32 ms.
    static let chunk = 512
    /// Samples of the previous step that the first window includes.
    static let context = 64

    private static let cells = 128

    private let model: SpeechModel
    private var spectra = WindowedSpectra()
    /// The end of the previous chunk.
    private var before = [Float](repeating: 0, count: SpeechNetwork.context)
    private var memory = [Float](repeating: 0, count: SpeechNetwork.cells)
    /// The memory's output, after the space for its input: together they are one column.
    private var column = [Float](repeating: 0, count: 2 * SpeechNetwork.cells)
    /// The input and the output of a matrix product.
    private var input: [Float]
    private var output: [Float]

    init(model: SpeechModel) {
        self.model = model
        let layers = [model.memory] + model.encoder
        input = [Float](repeating: 0, count: layers.map { $0.inputs * $0.columns }.max() ?? 0)
        output = [Float](repeating: 0, count: layers.map { $0.outputs * $0.columns }.max() ?? 0)
    }

    /// Resets all state.
    mutating func reset() { self = SpeechNetwork(model: model) }

    /// Takes the next 512 samples in; the network is defined for no other number.
    mutating func probability(of chunk: UnsafeBufferPointer<Float>) -> Float {
        guard chunk.count == SpeechNetwork.chunk else { return 0 }
        layOutSpectra(of: chunk)
        model.encoder[0].apply(to: input, giving: &output)
        layOutSteps()
        model.encoder[1].apply(to: input, giving: &output)
        // The two remaining steps, side by side for each channel; the last layer before the memory has one step.
        for channel in 0..<64 {
            input[2 * channel] = max(0, output[channel])
            input[2 * channel + 1] = max(0, output[64 + channel])
        }
        model.encoder[2].apply(to: input, giving: &output)
        for channel in 0..<64 { input[channel] = max(0, output[channel]) }
        model.encoder[3].apply(to: input, giving: &output)
        for channel in 0..<SpeechNetwork.cells { column[channel] = max(0, output[channel]) }
        model.memory.apply(to: column, giving: &output)
        remember()
        var sum = model.outputBias
        for cell in 0..<SpeechNetwork.cells { sum += max(0, column[SpeechNetwork.cells + cell]) * model.output[cell] }
        return 1 / (1 + exp(-sum))
    }

    /// Computes the magnitudes of the four windows' spectra, each between its neighbours in time.
    ///
    /// The end of the chunk is appended again, reversed.
    private mutating func layOutSpectra(of chunk: UnsafeBufferPointer<Float>) {
        var spectra = spectra
        before.withUnsafeBufferPointer { before in
            input.withUnsafeMutableBytes { input in
                spectra.magnitudes { place in
                    SIMD4(
                        place < 64 ? before[place] : chunk[place - 64], chunk[place + 64], chunk[place + 192],
                        chunk[place < 192 ? place + 320 : 702 - place])
                } _: { bin, magnitudes in
                    let (one, two, three, four) = (magnitudes.x, magnitudes.y, magnitudes.z, magnitudes.w)
                    let at = bin * 48
                    input.storeBytes(of: SIMD4(0, one, two, three), toByteOffset: at, as: SIMD4<Float>.self)
                    input.storeBytes(of: magnitudes, toByteOffset: at + 16, as: SIMD4<Float>.self)
                    input.storeBytes(of: SIMD4(two, three, four, 0), toByteOffset: at + 32, as: SIMD4<Float>.self)
                }
            }
        }
        self.spectra = spectra
        for index in 0..<SpeechNetwork.context {
            before[index] = chunk[SpeechNetwork.chunk - SpeechNetwork.context + index]
        }
    }

    /// Copies every second of the four steps, between its neighbours in time.
    private mutating func layOutSteps() {
        output.withUnsafeBufferPointer { output in
            input.withUnsafeMutableBufferPointer { input in
                for channel in 0..<128 {
                    let at = 6 * channel
                    input[at] = 0
                    input[at + 1] = max(0, output[128 + channel])
                    input[at + 2] = max(0, output[channel])
                    input[at + 3] = max(0, output[256 + channel])
                    input[at + 4] = input[at + 1]
                    input[at + 5] = max(0, output[384 + channel])
                }
            }
        }
    }

    private mutating func remember() {
        output.withUnsafeBufferPointer { gates in
            memory.withUnsafeMutableBufferPointer { memory in
                column.withUnsafeMutableBufferPointer { column in
                    guard let gates = gates.baseAddress, let memory = memory.baseAddress,
                        let column = column.baseAddress
                    else { return }
                    verbio_lstm_step(gates, memory, column + SpeechNetwork.cells, Int32(SpeechNetwork.cells))
                }
            }
        }
    }
}

extension SpeechModel.Layer {
    /// Computes the product of the layer's matrix with its columns, without the non-linear function.
    func apply(to input: [Float], giving output: inout [Float]) {
        precondition(input.count >= inputs * columns && output.count >= outputs * columns)
        input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                guard let weights = weights.pointer, let bias = bias.pointer, let input = input.baseAddress,
                    let output = output.baseAddress
                else { return }
                verbio_product(weights, bias, input, Int32(inputs), Int32(columns), output, Int32(outputs))
            }
        }
    }
}
