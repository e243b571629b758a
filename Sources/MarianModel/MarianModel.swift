/// One direction of Firefox's translation models: its vocabularies, its network and its shortlist.
///
/// It is immutable, so that several threads may translate with it at the same time.
package final class MarianModel: Sendable {
    /// The bytes of its files.
    package struct Files: Sendable {
        /// `model.….bin`.
        package var model: [UInt8]
        /// `vocab.….spm`, or `srcvocab.….spm`.
        package var sourceVocabulary: [UInt8]
        /// `trgvocab.….spm`; nil if both languages share one vocabulary.
        package var targetVocabulary: [UInt8]?
        /// `lex.….s2t.bin`; nil if every token may follow.
        package var shortlist: [UInt8]?

        package init(
            model: [UInt8], sourceVocabulary: [UInt8], targetVocabulary: [UInt8]? = nil, shortlist: [UInt8]? = nil
        ) {
            self.model = model
            self.sourceVocabulary = sourceVocabulary
            self.targetVocabulary = targetVocabulary
            self.shortlist = shortlist
        }
    }

    /// The translation of one sentence.
    package struct Sentence: Sendable, Hashable {
        package var text: String
        /// The pieces of the translation, and for each the place of the source piece that it was aligned with. The place after
        /// the last piece is the end of the source.
        package var pieces: [String]
        package var aligned: [Int]
        /// False if the translation reached the limit of its length, which means that it repeats itself.
        package var isComplete: Bool
    }

    /// The longest sentence that the network reads, in pieces. Firefox cuts longer ones.
    package static let longestSentence = 256

    package let source: PieceModel
    package let target: PieceModel
    private let shape: Architecture
    private let encoder: Encoder
    private let decoder: Decoder
    private let output: Embedding
    private let outputBias: [Float]
    private let shortlist: Shortlist?

    /// Reads a model.
    ///
    /// - Parameter files: if the caller gives them away, each leaves the memory when it has been read.
    /// - Throws: ``ModelFault`` with the file and the first thing that is wrong with it.
    package init(_ files: consuming Files) throws(ModelFault) {
        var files = files
        source = try Self.naming("the source vocabulary") { () throws(ModelFault) in
            try PieceModel(files.sourceVocabulary)
        }
        if let own = files.targetVocabulary {
            target = try Self.naming("the target vocabulary") { () throws(ModelFault) in try PieceModel(own) }
        } else {
            target = source
        }
        let tensors = try Self.naming("the model") { () throws(ModelFault) in try MarianTensors(files.model) }
        files.model = []
        guard let configuration = tensors.text("special:model.yml") else {
            throw ModelFault("the model does not state its network")
        }
        let shape = try Self.naming("the model") { () throws(ModelFault) in try Architecture(configuration) }
        guard source.count == shape.sourceTokens, target.count == shape.targetTokens else {
            throw ModelFault(
                "the model knows \(shape.sourceTokens) and \(shape.targetTokens) pieces, and the vocabularies have "
                    + "\(source.count) and \(target.count)")
        }
        shortlist = try files.shortlist.map { (bytes) throws(ModelFault) in
            try Self.naming("the shortlist") { () throws(ModelFault) in
                try Shortlist(bytes, sourceTokens: shape.sourceTokens, targetTokens: shape.targetTokens)
            }
        }
        files.shortlist = nil
        let parts = try Self.naming("the model") { () throws(ModelFault) in
            let positions = Positions(width: shape.width)
            let reading = try Embedding(
                shape.sharesEmbeddings ? "Wemb" : "encoder_Wemb", tensors, tokens: shape.sourceTokens,
                width: shape.width)
            let writing =
                shape.sharesEmbeddings
                ? reading
                : try Embedding("decoder_Wemb", tensors, tokens: shape.targetTokens, width: shape.width)
            return (
                encoder: try Encoder(tensors, shape, reading, positions),
                decoder: try Decoder(tensors, shape, writing, positions), writing: writing,
                bias: try tensors.floats("decoder_ff_logit_out_b", count: shape.targetTokens)
            )
        }
        (encoder, decoder, output, outputBias) = (parts.encoder, parts.decoder, parts.writing, parts.bias)
        self.shape = shape
    }

    /// Translates sentences. A sentence's translation does not depend on the others.
    ///
    /// - Parameters:
    ///   - sentences: texts of at most ``longestSentence`` pieces each; what is beyond is not read.
    ///   - beam: the number of translations that are followed side by side; 1 takes the most probable piece at each step.
    package func translate(_ sentences: [String], beam: Int = 1) -> [Sentence] {
        translate(pieces: sentences.map { source.tokens(of: $0) }, beam: beam)
    }

    /// As ``translate(_:beam:)``, for texts that are cut into pieces already.
    package func translate(pieces: [[Int]], beam: Int = 1) -> [Sentence] {
        let tokens = pieces.map { $0.prefix(Self.longestSentence) + [source.end] }
        var results: [Sentence] = []
        // Enough for full vectors, and a bound for memory.
        for start in stride(from: 0, to: tokens.count, by: Self.batch) {
            results += translated(tokens[start..<min(start + Self.batch, tokens.count)].map { Array($0) }, beam: beam)
        }
        return results
    }

    private static let batch = 16

    private func translated(_ sentences: [[Int]], beam: Int) -> [Sentence] {
        let desk = Desk()
        let contexts = encoder.contexts(of: sentences, desk)
        let sources = decoder.sources(contexts, lengths: sentences.map(\.count), desk)
        let outputs = sentences.map { sentence in
            OutputLayer(
                shortlist?.tokens(for: sentence, sharesVocabulary: shape.sharesEmbeddings)
                    ?? (0..<UInt32(shape.targetTokens)).map(\.self),
                of: output, bias: outputBias, forbidden: target.unknown)
        }
        // Firefox's limit, and a little more for the shortest sentences.
        let limits = sentences.map { min(Positions.maximum - 1, 5 * $0.count / 2 + 8) }
        let written: [Written]
        if beam <= 1 {
            written = GreedySearch(decoder: decoder, width: shape.width, end: target.end)
                .written(sources, outputs, limits: limits, desk)
        } else {
            let search = BeamSearch(decoder: decoder, width: shape.width, end: target.end, size: beam)
            written = sentences.indices.map { search.written(sources[$0], outputs[$0], limit: limits[$0], desk) }
        }
        return written.map {
            Sentence(
                text: target.text(of: $0.tokens), pieces: $0.tokens.map { target.text(of: $0) }, aligned: $0.aligned,
                isComplete: $0.isComplete)
        }
    }

    private static func naming<Value>(
        _ file: String, _ body: () throws(ModelFault) -> Value
    ) throws(ModelFault) -> Value {
        do throws(ModelFault) { return try body() } catch {
            throw ModelFault("\(file) cannot be used: \(error.reason)")
        }
    }
}
