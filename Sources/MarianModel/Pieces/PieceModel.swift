internal import Foundation

/// A SentencePiece model of the kind *unigram*: the pieces of a vocabulary with their log probabilities.
///
/// A text is cut so that the product of the probabilities of its pieces is the largest (Viterbi).
package struct PieceModel: Sendable {
    /// What a piece is for, with SentencePiece's numbers.
    private enum Kind: UInt8 {
        case normal = 1
        case unknown, control, symbol, unused, byte
    }

    /// The token of characters that no piece has.
    package let unknown: Int
    /// The token after the last one of a sentence.
    package let end: Int

    private let bytes: [UInt8]
    private let texts: [Range<Int>]
    private let scores: [Float]
    private let kinds: [Kind]
    private let normalizer: Normalizer
    private let trie: PieceTrie
    /// The tokens of the 256 bytes; empty if the model has none.
    private let byteTokens: [Int]
    private let lowest: Float
    private let highest: Float

    /// What an unknown character costs beyond the least probable piece.
    private static let unknownPenalty: Float = 10

    package var count: Int { texts.count }

    /// - Parameter bytes: a file `vocab.….spm`.
    /// - Throws: ``ModelFault`` if the file is broken, or its pieces are those of another algorithm.
    package init(_ bytes: [UInt8]) throws(ModelFault) {
        var (texts, scores, kinds): ([Range<Int>], [Float], [Kind]) = ([], [], [])
        var normalizer = Normalizer(map: try CharacterMap([]))
        var message = ProtocolBuffer(bytes, in: 0..<bytes.count)
        while let (field, value) = try message.next() {
            guard case .bytes(let range) = value else { continue }
            switch field {
            case 1:
                let piece = try Self.piece(bytes, range)
                texts.append(piece.text)
                scores.append(piece.score)
                kinds.append(piece.kind)
            case 2: try Self.checkTraining(bytes, range)
            case 3: try Self.read(&normalizer, bytes, range)
            default: break
            }
        }
        guard (2...1_000_000).contains(texts.count) else { throw ModelFault("it has \(texts.count) pieces") }
        guard let unknown = kinds.firstIndex(of: .unknown) else {
            throw ModelFault("it has no piece for what is unknown")
        }
        let ends = zip(kinds, texts).enumerated().filter { _, piece in
            piece.0 == .control && bytes[piece.1].elementsEqual("</s>".utf8)
        }
        guard let end = ends.first?.offset else { throw ModelFault("it has no piece </s>") }
        var trie = PieceTrie(capacity: texts.reduce(0) { $0 + $1.count } / 2)
        var byteTokens: [Int] = []
        for (token, kind) in kinds.enumerated() {
            switch kind {
            case .normal, .symbol:
                guard !texts[token].isEmpty else { throw ModelFault("its piece \(token) is empty") }
                trie.insert(bytes[texts[token]], Int32(token))
            case .byte: byteTokens.append(token)
            default: break
            }
            if kind == .symbol { normalizer.symbols.append(Array(bytes[texts[token]])) }
        }
        guard byteTokens.isEmpty || byteTokens.count == 256 else {
            throw ModelFault("it has \(byteTokens.count) bytes")
        }
        let normal = zip(kinds, scores).filter { $0.0 == .normal }.map(\.1)
        guard scores.allSatisfy(\.isFinite) else { throw ModelFault("a score of its pieces is no number") }
        (lowest, highest) = (normal.min() ?? 0, normal.max() ?? 0)
        (self.bytes, self.texts, self.scores, self.kinds) = (bytes, texts, scores, kinds)
        (self.normalizer, self.trie, self.byteTokens) = (normalizer, trie, byteTokens)
        (self.unknown, self.end) = (unknown, end)
    }

    /// The text of a token as the vocabulary has it, with marks for spaces.
    package func text(of token: Int) -> String { String(decoding: bytes[texts[token]], as: UTF8.self) }

    // MARK: Text to tokens

    /// The tokens of a text, without the end.
    ///
    /// A run of unknown characters is one token ``unknown``, unless the model has tokens for bytes.
    package func tokens(of text: String) -> [Int] {
        let input = normalizer.normalized(text)
        var best = [(score: Float, start: Int32, token: Int32)](repeating: (0, -1, -1), count: input.count + 1)
        let unknownScore = lowest - Self.unknownPenalty
        var start = 0
        while start < input.count {
            let before = best[start].score
            let length = min(Normalizer.length(input[start]), input.count - start)
            var hasCharacter = false
            var node: UInt32 = 0
            var place = start
            func offer(_ end: Int, _ score: Float, _ token: Int32) {
                if best[end].start < 0 || score > best[end].score { best[end] = (score, Int32(start), token) }
            }
            while place < input.count, let next = trie.next(node, input[place]) {
                node = next
                place += 1
                let token = trie.pieces[Int(node)]
                guard token >= 0 else { continue }
                let score =
                    kinds[Int(token)] == .symbol ? Float(place - start) * highest - 0.1 : scores[Int(token)]
                offer(place, before + score, token)
                if place - start == length { hasCharacter = true }
            }
            if !hasCharacter { offer(start + length, before + unknownScore, Int32(unknown)) }
            start += length
        }
        return path(best, input)
    }

    private func path(_ best: [(score: Float, start: Int32, token: Int32)], _ input: [UInt8]) -> [Int] {
        var tokens: [Int] = []
        var end = input.count
        while end > 0 {
            let node = best[end]
            let token = Int(node.token)
            if token == unknown, !byteTokens.isEmpty {
                for byte in input[Int(node.start)..<end].reversed() { tokens.append(byteTokens[Int(byte)]) }
            } else if token != unknown || tokens.last != unknown {
                tokens.append(token)
            }
            end = Int(node.start)
        }
        return tokens.reversed()
    }

    // MARK: Tokens to text

    /// The text of tokens. Control tokens have none.
    package func text(of tokens: [Int]) -> String {
        var output: [UInt8] = []
        for token in tokens where texts.indices.contains(token) {
            switch kinds[token] {
            case .normal, .symbol, .unused: output += bytes[texts[token]]
            case .byte: output.append(UInt8(byteTokens.firstIndex(of: token) ?? 0))
            // SentencePiece's own text for something unknown.
            case .unknown: output += " \u{2047} ".utf8
            case .control: break
            }
        }
        let text = String(decoding: output, as: UTF8.self).replacing("\u{2581}", with: " ")
        return normalizer.addsSpace && text.hasPrefix(" ") ? String(text.dropFirst()) : text
    }

    // MARK: Reading

    private static func piece(
        _ bytes: [UInt8], _ range: Range<Int>
    ) throws(ModelFault) -> (text: Range<Int>, score: Float, kind: Kind) {
        var (text, score, kind) = (range.lowerBound..<range.lowerBound, Float(0), Kind.normal)
        var message = ProtocolBuffer(bytes, in: range)
        while let (field, value) = try message.next() {
            switch (field, value) {
            case (1, .bytes(let place)): text = place
            case (2, .word(let bits)): score = Float(bitPattern: bits)
            case (3, .number(let number)):
                guard let known = UInt8(exactly: number).flatMap(Kind.init) else {
                    throw ModelFault("it has pieces of an unknown kind")
                }
                kind = known
            default: break
            }
        }
        return (text, score, kind)
    }

    private static func checkTraining(_ bytes: [UInt8], _ range: Range<Int>) throws(ModelFault) {
        var message = ProtocolBuffer(bytes, in: range)
        while let (field, value) = try message.next() {
            switch (field, value) {
            case (3, .number(let kind)) where kind != 1:
                let name = [2: "byte pairs (BPE)", 3: "words", 4: "characters"][kind] ?? "kind \(kind)"
                throw ModelFault("its pieces are \(name), and only unigram models are read")
            case (24, .number(1)): throw ModelFault("it marks the end of words, which is not read")
            default: break
            }
        }
    }

    private static func read(
        _ normalizer: inout Normalizer, _ bytes: [UInt8], _ range: Range<Int>
    ) throws(ModelFault) {
        var message = ProtocolBuffer(bytes, in: range)
        while let (field, value) = try message.next() {
            switch (field, value) {
            case (2, .bytes(let map)): normalizer.map = try CharacterMap(bytes[map])
            case (3, .number(let adds)): normalizer.addsSpace = adds != 0
            case (4, .number(let removes)): normalizer.removesExtraSpaces = removes != 0
            case (5, .number(0)): throw ModelFault("it does not mark spaces, which is not read")
            default: break
            }
        }
    }
}
