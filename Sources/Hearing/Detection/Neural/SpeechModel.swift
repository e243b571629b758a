internal import FoundationEssentials
package import Plumbing

/// The weights of the network that distinguishes speech from all other sounds, read once and shared by all detectors.
///
/// The network is Silero's (MIT licence, https://github.com/snakers4/silero-vad), release 5 and 6 at 16 kHz. Its weights are
/// not part of Verbio; they come with the Python package `silero-vad` as a safetensors file of 1.2 MB.
package final class SpeechModel: Sendable {
    /// The name of its file.
    package static let fileName = "silero-vad.safetensors"

    /// The name of these weights: the same for the same file on every machine.
    package let name: String

    /// The names of the weights that `make model` installs or has installed: those of `silero-vad` 6.2.3.
    ///
    /// Any number is a valid weight, so only this check detects damage in transit or on the disk. Examples are a
    /// flipped bit and a lost sector. With damaged weights the network would run and decide differently, without an
    /// error. The check is no protection from forgeries. `make model` checks what it installs by SHA-256, and a process
    /// that can write the file can also change Verbio. Add the name of the new file when you change `MODEL_PACKAGE` in
    /// the Makefile.
    static let knownNames: Set<String> = ["silero-3eb4d29cba696410"]

    let encoder: [Layer]
    let memory: Layer
    /// The weights of the 128 cells for the one output, and its bias.
    let output: [Float]
    let outputBias: Float

    /// Reads the weights from a file, which must be one that `make model` installs, byte for byte.
    ///
    /// - Throws: `Problem` of kind `input` if it cannot be read, is not this network, or has other weights.
    package convenience init(path: String) throws(Problem) {
        let data: Data
        do {
            let file = URL(filePath: path).resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            // Reading a pipe or a device would block or never end.
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw TensorFile.Refusal(what: "it is no regular file")
            }
            let size = attributes[.size] as? Int ?? 0
            guard size <= TensorFile.largestFile else { throw TensorFile.Refusal(what: "it has \(size) bytes") }
            data = try Data(contentsOf: URL(filePath: path))
        } catch let refusal as TensorFile.Refusal {
            throw SpeechModel.problem(refusal).at(path)
        } catch {
            throw Problem(
                .input, "model.unreadable", "the speech model cannot be read", at: path,
                cure: "install it with 'verbio models install silero-vad'")
        }
        do { try self.init(bytes: Array(data)) } catch { throw error.at(path) }
        guard SpeechModel.knownNames.contains(name) else {
            throw SpeechModel.problem(TensorFile.Refusal(what: "its weights are damaged, or those of another release"))
                .at(path)
        }
    }

    /// Reads any weights from the bytes of a safetensors file, without comparing them with the known ones.
    ///
    /// - Throws: `Problem` of kind `input` if they are not this network.
    package init(bytes: [UInt8]) throws(Problem) {
        do throws(TensorFile.Refusal) {
            let file = try TensorFile(bytes)
            guard file.names == SpeechModel.tensors else {
                throw TensorFile.Refusal(what: "its tensors have other names")
            }
            func layer(
                _ name: String, _ rows: Int, _ inputs: Int, _ taps: Int, columns: Int, keeping: Range<Int>? = nil
            )
                throws(TensorFile.Refusal) -> Layer
            {
                Layer(
                    weights: try file.floats(name + ".weight", shape: [rows, inputs, taps]),
                    bias: try file.floats(name + ".bias", shape: [rows]), rows: rows, inputs: inputs, taps: taps,
                    keeping: keeping ?? 0..<taps, columns: columns)
            }
            let transform = try file.floats("stft_conv.weight", shape: [258, 1, 256])
            guard zip(transform, WindowedSpectra.matrix()).allSatisfy({ abs($0 - $1) < 1e-5 }) else {
                throw TensorFile.Refusal(what: "its first tensor is not the Fourier transform")
            }
            // Some taps of the third and fourth convolution only meet the zeros around the few remaining steps.
            encoder = [
                try layer("conv1", 128, 129, 3, columns: 4), try layer("conv2", 64, 128, 3, columns: 2),
                try layer("conv3", 64, 64, 3, columns: 1, keeping: 1..<3),
                try layer("conv4", 128, 64, 3, columns: 1, keeping: 1..<2),
            ]
            let fromInput = try file.floats("lstm_cell.weight_ih", shape: [512, 128])
            let fromMemory = try file.floats("lstm_cell.weight_hh", shape: [512, 128])
            let inputBias = try file.floats("lstm_cell.bias_ih", shape: [512])
            let memoryBias = try file.floats("lstm_cell.bias_hh", shape: [512])
            var gates: [Float] = []
            for row in stride(from: 0, to: 512 * 128, by: 128) {
                gates += fromInput[row..<(row + 128)]
                gates += fromMemory[row..<(row + 128)]
            }
            memory = Layer(
                weights: gates, bias: zip(inputBias, memoryBias).map { $0 + $1 }, rows: 512, inputs: 256, taps: 1,
                keeping: 0..<1, columns: 1)
            output = try file.floats("final_conv.weight", shape: [1, 128, 1])
            outputBias = try file.floats("final_conv.bias", shape: [1])[0]
        } catch { throw SpeechModel.problem(error) }
        name = "silero-" + SpeechModel.fingerprint(of: bytes)
    }

    private static let tensors: Set<String> = [
        "stft_conv.weight", "conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias", "conv3.weight", "conv3.bias",
        "conv4.weight", "conv4.bias", "lstm_cell.weight_ih", "lstm_cell.weight_hh", "lstm_cell.bias_ih",
        "lstm_cell.bias_hh", "final_conv.weight", "final_conv.bias",
    ]

    private static func problem(_ refusal: TensorFile.Refusal) -> Problem {
        Problem(
            .input, "model.damaged", "the file is not the speech model: \(refusal.what)",
            cure: "install it again with 'verbio models install silero-vad'")
    }

    /// FNV-1a in 64 bits: it distinguishes files, but does not detect forgeries.
    private static func fingerprint(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A matrix in the order in which the kernel reads it.
    struct Layer: Sendable {
        let weights: AlignedFloats
        let bias: AlignedFloats
        /// The inputs of each column: one for each input channel and tap.
        let inputs: Int
        /// The outputs of each column, rounded up to a multiple of the kernel's width. The added ones are 0.
        let outputs: Int
        let columns: Int

        /// - Parameters:
        ///   - weights: row by row, then input by input, then tap by tap.
        ///   - keeping: the taps to use.
        fileprivate init(
            weights: [Float], bias: [Float], rows: Int, inputs: Int, taps: Int, keeping: Range<Int>, columns: Int
        ) {
            let width = 128 / columns
            let blocks = (rows + width - 1) / width
            let count = inputs * keeping.count
            var packed = [Float](repeating: 0, count: blocks * width * count)
            for row in 0..<rows {
                for index in 0..<count {
                    let (input, tap) = (index / keeping.count, keeping.lowerBound + index % keeping.count)
                    let place = (row / width * count + index) * width + row % width
                    packed[place] = weights[(row * inputs + input) * taps + tap]
                }
            }
            self.weights = AlignedFloats(packed)
            self.bias = AlignedFloats(bias + [Float](repeating: 0, count: blocks * width - rows))
            self.inputs = count
            outputs = blocks * width
            self.columns = columns
        }
    }
}
