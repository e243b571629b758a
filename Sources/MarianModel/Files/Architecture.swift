/// The shape of a model's network, as the model file states it.
///
/// Firefox's models are transformers. Their decoder has a simpler simple recurrent unit (SSRU) instead of self-attention. They
/// come in three sizes: tiny (256 wide, 2 decoder layers), base-memory (384, 4) and base (512, 2). All have six encoder layers.
struct Architecture: Sendable, Hashable {
    /// The numbers of a token.
    var width: Int
    var encoderLayers: Int
    var decoderLayers: Int
    var heads: Int
    /// The numbers between the two products of a feed-forward layer.
    var hidden: Int
    var sourceTokens: Int
    var targetTokens: Int
    /// Whether both languages have the same embeddings.
    var sharesEmbeddings: Bool

    /// The numbers of one head.
    var headSize: Int { width / heads }

    /// - Parameter configuration: the lines of `special:model.yml`.
    /// - Throws: ``ModelFault`` that names the first value that another kind of network has.
    init(_ configuration: String) throws(ModelFault) {
        let values = Self.values(configuration)
        for (key, wanted) in Self.expected {
            let found = values[key]?.first ?? ""
            guard wanted.contains(found) else {
                throw ModelFault("its \(key) is '\(found)', and only '\(wanted[0])' is computed")
            }
        }
        func number(_ key: String, _ range: ClosedRange<Int>) throws(ModelFault) -> Int {
            guard let text = values[key]?.first, let number = Int(text), range.contains(number) else {
                throw ModelFault("its \(key) is '\(values[key]?.first ?? "")'")
            }
            return number
        }
        width = try number("dim-emb", 16...4096)
        encoderLayers = try number("enc-depth", 1...64)
        decoderLayers = try number("dec-depth", 1...64)
        heads = try number("transformer-heads", 1...64)
        hidden = try number("transformer-dim-ffn", 16...16384)
        let sizes = (values["dim-vocabs"] ?? []).compactMap { Int($0) }
        guard sizes.count == 2, sizes.allSatisfy((2...1_000_000).contains) else {
            throw ModelFault("its dim-vocabs are \(values["dim-vocabs"] ?? [])")
        }
        (sourceTokens, targetTokens) = (sizes[0], sizes[1])
        sharesEmbeddings = values["tied-embeddings-all"]?.first == "true"
        guard sharesEmbeddings || values["tied-embeddings"]?.first == "true" else {
            throw ModelFault("its output layer has a matrix of its own, which is not computed")
        }
        guard !sharesEmbeddings || sourceTokens == targetTokens else {
            throw ModelFault("its vocabularies differ in size")
        }
        // The loops work on whole vectors of sixteen numbers.
        guard width % heads == 0, headSize % 16 == 0, hidden % 16 == 0 else {
            throw ModelFault("its width \(width) with \(heads) heads and \(hidden) hidden numbers is not computed")
        }
    }

    /// The values that another kind of network would change, with those that are computed. A missing one is the empty text.
    private static let expected: [(String, [String])] = [
        ("type", ["transformer"]), ("transformer-decoder-autoreg", ["rnn"]), ("dec-cell", ["ssru"]),
        ("dec-cell-base-depth", ["2", ""]), ("transformer-ffn-activation", ["relu"]),
        ("transformer-ffn-depth", ["2", ""]), ("transformer-postprocess", ["dan"]),
        ("transformer-preprocess", ["", "d"]), ("transformer-postprocess-emb", ["d", ""]),
        ("transformer-postprocess-top", ["", "d"]), ("transformer-no-projection", ["false", ""]),
        ("transformer-train-position-embeddings", ["false", ""]), ("transformer-tied-layers", ["", "[]"]),
        ("transformer-pool", ["false", ""]), ("transformer-rnn-projection", ["false", ""]),
        ("transformer-no-bias", ["false", ""]), ("transformer-no-affine", ["false", ""]),
        ("transformer-decoder-dim-ffn", ["0", ""]), ("transformer-decoder-ffn-depth", ["0", ""]),
        ("layer-normalization", ["false", ""]), ("lemma-dim-emb", ["0", ""]), ("factors-dim-emb", ["0", ""]),
        ("output-omit-bias", ["false", ""]), ("skip", ["false", ""]), ("ulr", ["false", ""]),
        ("right-left", ["false", ""]),
    ]

    /// The keys of the file with their values: one, or those of the list that follows.
    private static func values(_ text: String) -> [String: [String]] {
        var values: [String: [String]] = [:]
        var last = ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.first == "-" {
                values[last, default: []].append(words.dropFirst().joined(separator: " "))
            } else if let key = words.first, key.hasSuffix(":") {
                last = String(key.dropLast())
                let value = words.dropFirst().joined(separator: " ")
                values[last] = value.isEmpty ? [] : [value == "\"\"" ? "" : value]
            }
        }
        return values
    }
}
