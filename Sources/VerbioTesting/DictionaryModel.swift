import Foundation

/// The files of a small translation model in the format of Firefox's, which translates word by word.
///
/// It is a whole network with weights that are set by hand. Half of a token's numbers say which word it is, the other half
/// say its place: those of the high frequencies. The decoder looks at the source token of its own place, and the output layer
/// has the same numbers for a word and its translation.
package struct DictionaryModel: Sendable {
    /// The numbers of a token; half of them are for words.
    private static let width = 128
    private static let hidden = 16
    private static let half = width / 2

    /// The pieces of the vocabulary after the end and the unknown piece.
    private let pieces: [String]
    /// For each piece the number of its meaning, and whether it may be written.
    private var meanings: [Int] = []
    private var isWritten: [Bool] = []

    /// - Parameters:
    ///   - words: words and their translations; at most 60 with `copied`.
    ///   - copied: pieces that stay, such as punctuation. A mark U+2581 stands for a space.
    package init(
        _ words: [(String, String)],
        copied: [String] = [".", ",", "!", "?", "\u{2581}", "\u{2581}X", "X", "0", "1", "2", "3"]
    ) {
        var pieces: [String] = []
        for (number, (word, translation)) in words.enumerated() {
            pieces += ["\u{2581}" + word, "\u{2581}" + translation]
            meanings += [number + 1, number + 1]
            isWritten += [word == translation, true]
        }
        for (number, piece) in copied.enumerated() {
            pieces.append(piece)
            meanings.append(words.count + 1 + number)
            isWritten.append(true)
        }
        self.pieces = pieces
    }

    /// Writes the files into a folder, which is made.
    ///
    /// - Parameter direction: such as `enpt`.
    package func write(to folder: String, direction: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, bytes) in [
            ("model.\(direction).intgemm.alphas.bin", model), ("vocab.\(direction).spm", vocabulary),
            ("lex.50.50.\(direction).s2t.bin", shortlist),
        ] {
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
        }
    }

    /// `vocab.….spm`.
    package var vocabulary: [UInt8] {
        var bytes = Self.piece("</s>", 0, kind: 3) + Self.piece("<unk>", 0, kind: 2)
        // Longer pieces are more probable than the same text in shorter ones.
        for piece in pieces { bytes += Self.piece(piece, piece.count > 2 ? -2 : -3, kind: 1) }
        return bytes
    }

    /// `model.….bin`.
    package var model: [UInt8] {
        var file = TensorWriter()
        file.addText("special:model.yml", Self.configuration(tokens: pieces.count + 2))
        file.addMatrix("Wemb", rows: pieces.count + 2, columns: Self.width, multiplier: 40) { row, column in
            if row == 0 { return column == Self.wordNumber(0) ? 127 : 0 }
            return row > 1 && column == Self.wordNumber(meanings[row - 2]) ? 127 : 0
        }
        file.addFloats("none_QuantMultA", [10])
        file.addFloats("decoder_ff_logit_out_b", [0, -100] + isWritten.map { $0 ? 0 : -100 })
        let all = [Float](repeating: 1, count: Self.width)
        let words = (0..<Self.width).map { Float(Self.isPlace($0) ? 0 : 1) }
        let places = words.map { 1 - $0 }
        for name in ["encoder_l1_self", "decoder_l1_context"] {
            let isUsed = name.hasPrefix("decoder")
            for letter in ["q", "k", "v", "o"] {
                // Queries and keys are the places, values the words. The first head has them.
                let weight: Float = letter == "q" || letter == "k" ? 32 : 1
                file.addMatrix("\(name)_W\(letter)", rows: Self.width, columns: Self.width, multiplier: 127 / weight) {
                    let isOne =
                        switch letter {
                        case "v": $0 < Self.half && $1 == Self.wordNumber($0)
                        case "o": $1 < Self.half && $0 == Self.wordNumber($1)
                        default: $0 < Self.half && $1 == Self.placeNumber($0)
                        }
                    guard isUsed else { return 0 }
                    // The difference to a number that is always 0 does not depend on the mean that a norm takes away.
                    if letter == "q" || letter == "k", $0 < Self.half, $1 == Self.zeroNumber { return -127 }
                    return isOne ? 127 : 0
                }
                file.addFloats("\(name)_W\(letter)_QuantMultA", [letter == "q" ? 80 : letter == "k" ? 250 : 11])
                file.addFloats("\(name)_b\(letter)", [Float](repeating: 0, count: Self.width))
            }
            file.addNorm(name + "_Wo", gain: isUsed ? words : all)
        }
        for name in ["encoder_l1_ffn", "decoder_l1_ffn"] {
            for (number, rows, columns) in [(1, Self.hidden, Self.width), (2, Self.width, Self.hidden)] {
                file.addMatrix("\(name)_W\(number)", rows: rows, columns: columns, multiplier: 1) { _, _ in 0 }
                file.addFloats("\(name)_W\(number)_QuantMultA", [10])
                file.addFloats("\(name)_b\(number)", [Float](repeating: 0, count: rows))
            }
            file.addNorm(name + "_ffn", gain: all)
        }
        for letter in ["W", "Wf"] {
            file.addMatrix("decoder_l1_rnn_\(letter)", rows: Self.width, columns: Self.width, multiplier: 1) { _, _ in 0
            }
            file.addFloats("decoder_l1_rnn_\(letter)_QuantMultA", [10])
        }
        file.addFloats("decoder_l1_rnn_bf", [Float](repeating: 0, count: Self.width))
        file.addNorm("decoder_l1_rnn_ffn", gain: places)
        return file.bytes
    }

    /// `lex.….s2t.bin`: for each word its translation.
    package var shortlist: [UInt8] {
        let count = pieces.count + 2
        var starts: [UInt64] = []
        var tokens: [UInt32] = []
        for token in 0..<count {
            starts.append(UInt64(tokens.count))
            guard token > 1 else { continue }
            tokens += (2..<count).filter { meanings[$0 - 2] == meanings[token - 2] }.map(UInt32.init)
        }
        starts.append(UInt64(tokens.count))
        let header: [UInt64] = [0xF11A_48D5_0134_17F5, 0, 2, 50, UInt64(starts.count), UInt64(tokens.count)]
        return (header + starts).flatMap(TensorWriter.bytes) + tokens.flatMap(TensorWriter.bytes)
    }

    private static func piece(_ text: String, _ score: Float, kind: UInt8) -> [UInt8] {
        let letters = Array(text.utf8)
        let message =
            [0x0A, UInt8(letters.count)] + letters + [0x15] + TensorWriter.bytes(score.bitPattern) + [0x18, kind]
        return [0x0A, UInt8(message.count)] + message
    }

    /// Whether a number of a token says its place.
    private static func isPlace(_ number: Int) -> Bool { number % half < half / 2 || number == zeroNumber }
    /// The sine of the lowest frequency.
    private static let zeroNumber = half - 1
    private static func wordNumber(_ word: Int) -> Int { word < half / 2 - 1 ? word + half / 2 : word + half + 1 }
    private static func placeNumber(_ place: Int) -> Int { place < half / 2 ? place : place + half / 2 }

    /// The lines of a model's configuration.
    package static func configuration(tokens: Int) -> String {
        """
        type: transformer
        dim-emb: \(width)
        dim-vocabs:
          - \(tokens)
          - \(tokens)
        enc-depth: 1
        dec-depth: 1
        dec-cell: ssru
        transformer-heads: 2
        transformer-dim-ffn: \(hidden)
        transformer-decoder-autoreg: rnn
        transformer-ffn-activation: relu
        transformer-postprocess: dan
        transformer-preprocess: ""
        tied-embeddings-all: true

        """
    }
}

/// Writes the tensors of a model file of Marian, version 1.
package struct TensorWriter {
    private var tensors: [(name: String, type: UInt64, shape: [Int32], data: [UInt8])] = []

    package init() {}

    package mutating func addText(_ name: String, _ text: String) {
        let data = Array(text.utf8) + [0]
        tensors.append((name, 0x101, [Int32(data.count)], data))
    }

    package mutating func addFloats(_ name: String, _ numbers: [Float]) {
        tensors.append((name, 0x404, [1, Int32(numbers.count)], numbers.flatMap { Self.bytes($0.bitPattern) }))
    }

    /// - Parameters:
    ///   - rows: its outputs, or the tokens of an embedding.
    ///   - value: from a row and a column.
    package mutating func addMatrix(
        _ name: String, rows: Int, columns: Int, multiplier: Float, value: (Int, Int) -> Int8
    ) {
        var data: [UInt8] = []
        for row in 0..<rows { for column in 0..<columns { data.append(UInt8(bitPattern: value(row, column))) } }
        tensors.append((name, 0x4101, [Int32(columns), Int32(rows)], data + Self.bytes(multiplier.bitPattern)))
    }

    package mutating func addNorm(_ name: String, gain: [Float]) {
        addFloats(name + "_ln_scale", gain)
        addFloats(name + "_ln_bias", [Float](repeating: 0, count: gain.count))
    }

    /// The file.
    package var bytes: [UInt8] {
        var file = Self.bytes(UInt64(1)) + Self.bytes(UInt64(tensors.count))
        for tensor in tensors {
            file += [
                UInt64(tensor.name.utf8.count + 1), tensor.type, UInt64(tensor.shape.count), UInt64(tensor.data.count),
            ]
            .flatMap(Self.bytes)
        }
        for tensor in tensors { file += Array(tensor.name.utf8) + [0] }
        for tensor in tensors { file += tensor.shape.flatMap(Self.bytes) }
        let gap = 256 - (file.count + 8) % 256
        file += Self.bytes(UInt64(gap)) + [UInt8](repeating: 0, count: gap)
        for tensor in tensors { file += tensor.data }
        return file
    }

    package static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
