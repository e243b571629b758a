internal import Foundation
internal import Language

/// A folder with a translation model in CTranslate2's format, and what it translates.
///
/// OPUS-MT's folders have `source.spm` and `target.spm`. Argos's have the model in `model/` and `metadata.json`. M2M100, NLLB
/// and MADLAD have tokens for languages. Only its name or its metadata shows which languages a bilingual model translates.
struct TranslationModel: Sendable {
    /// Why a folder cannot be used, as one clause.
    struct Fault: Error, Hashable {
        var reason: String
    }

    /// The tokens around a sentence for one direction.
    struct Tokens: Sendable, Hashable, Encodable {
        var before: [String] = []
        var after: [String] = []
        /// The tokens with which the translation begins.
        var prefix: [String] = []
    }

    /// The name, such as `opus-mt-en-es`, or the folder's path if it was named by that.
    let name: String
    /// Its folder.
    let directory: String
    /// The folder that has `model.bin`.
    let weights: String
    let sourcePieces: String
    let targetPieces: String
    /// Each direction that it translates, with the varieties that it can be asked for.
    let directions: [LanguagePair: Tokens]

    var size: Int64 { FileFacts(weights + "/model.bin")?.size ?? 0 }
    var files: [String] {
        Set([weights + "/model.bin", weights + "/config.json", sourcePieces, targetPieces]).sorted()
    }
    /// Bilingual models come first, because they are smaller and better than those of a hundred languages.
    var rank: Int { directions.count }

    /// - Parameters:
    ///   - name: a folder's name, or a path.
    ///   - models: the folder that holds a folder for each model.
    init(_ name: String, in models: String) throws(Fault) {
        self.name = name
        let folder = name.hasPrefix("/") ? name : "\(models)/\(name)"
        guard FileFacts(folder)?.isDirectory == true else { throw Fault(reason: "there is no folder \(folder)") }
        directory = folder
        let inner = folder + "/model"
        let weights = FileFacts(inner + "/model.bin") == nil ? folder : inner
        self.weights = weights
        guard FileFacts(weights + "/model.bin")?.isRegular == true else {
            throw Fault(reason: "\(folder) has no model.bin")
        }
        let isOpus = FileFacts(folder + "/source.spm")?.isRegular == true
        let found =
            isOpus
            ? folder + "/source.spm"
            : [folder, weights].flatMap { folder in Self.pieces.map { "\(folder)/\($0)" } }
                .first { FileFacts($0)?.isRegular == true }
        guard let found else {
            throw Fault(
                reason: FileFacts(folder + "/bpe.model") == nil
                    ? "\(folder) has no SentencePiece model" : "\(folder) has a BPE model, which is not read")
        }
        sourcePieces = found
        let target = folder + "/target.spm"
        targetPieces = isOpus && FileFacts(target)?.isRegular == true ? target : found
        let named = Self.metadata(folder) ?? Self.languages(named: folder)
        let vocabulary = ModelVocabulary(of: weights)
        let end = Self.addsEnd(weights) ? [] : ["</s>"]
        directions = Self.directions(named, vocabulary, end: end, isOpus: isOpus)
        guard !directions.isEmpty else {
            throw Fault(
                reason: "the languages of \(folder) are not known: end its name with them, as in opus-mt-en-es")
        }
    }

    /// The names of the usable translation models in a folder of models.
    static func installed(in models: String) -> [TranslationModel] {
        FileFacts.names(in: models).filter { !$0.hasPrefix(".") && !$0.hasPrefix("whisper-") }
            .compactMap { try? TranslationModel($0, in: models) }
    }

    private static let pieces = [
        "sentencepiece.model", "sentencepiece.bpe.model", "spiece.model", "spm.model", "spm.128k.model",
    ]

    private typealias Named = (from: Set<LanguageCode>, to: Set<LanguageCode>)

    private struct Metadata: Decodable {
        var from: String
        var to: String

        private enum CodingKeys: String, CodingKey {
            case from = "from_code"
            case to = "to_code"
        }
    }

    private static func metadata(_ folder: String) -> Named? {
        guard let data = FileManager.default.contents(atPath: folder + "/metadata.json"),
            let read = try? JSONDecoder().decode(Metadata.self, from: data),
            let from = LanguageTokens.languages(named: read.from[...]),
            let to = LanguageTokens.languages(named: read.to[...])
        else { return nil }
        return (from, to)
    }

    /// The last two parts of the folder's name that are languages: `ct2fast-opus-mt-en-ROMANCE`, `translate-en_es-1_9`.
    private static func languages(named folder: String) -> Named? {
        let name = folder.split(separator: "/").last ?? ""
        let parts = name.split { $0 == "-" || $0 == "_" }
        let places = zip(parts, parts.dropFirst()).reversed()
        for (from, to) in places {
            guard let from = LanguageTokens.languages(named: from), let to = LanguageTokens.languages(named: to) else {
                continue
            }
            return (from, to)
        }
        return nil
    }

    /// Whether CTranslate2 itself marks the end of each sentence.
    private static func addsEnd(_ folder: String) -> Bool {
        struct Configuration: Decodable {
            var addsEnd: Bool?

            private enum CodingKeys: String, CodingKey {
                case addsEnd = "add_source_eos"
            }
        }
        let data = FileManager.default.contents(atPath: folder + "/config.json")
        return data.flatMap { try? JSONDecoder().decode(Configuration.self, from: $0) }?.addsEnd ?? false
    }

    private static func directions(
        _ named: Named?, _ vocabulary: ModelVocabulary, end: [String], isOpus: Bool
    ) -> [LanguagePair: Tokens] {
        let all = Set(LanguageCode.known)
        switch vocabulary.form {
        case .nllb?, .m2m?:
            return pairs(all, vocabulary) { source, target in
                guard let source = vocabulary.token(of: LanguageTag(source)) else { return nil }
                return Tokens(before: [source], after: end, prefix: [target])
            }
        case .madlad?:
            return pairs(all, vocabulary) { _, target in Tokens(before: [target], after: end) }
        case .targets?:
            guard let named else { return [:] }
            return pairs(named.from, vocabulary) { _, target in Tokens(before: [target], after: end) }
                .filter { named.to.contains($0.key.to) }
        case nil:
            // If a model has no tokens for languages, it has only one language to translate into.
            guard let named, named.to.count == 1 else { return [:] }
            // Only OPUS-MT's models were trained with an end of the source.
            let tokens = Tokens(after: isOpus ? end : [])
            return Dictionary(
                uniqueKeysWithValues: named.from.flatMap { from in
                    named.to.compactMap { try? LanguagePair(from: from, to: $0) }.map { ($0, tokens) }
                })
        }
    }

    /// Every pair into a language or a variety that the vocabulary has a token for.
    private static func pairs(
        _ sources: Set<LanguageCode>, _ vocabulary: ModelVocabulary, _ tokens: (LanguageCode, String) -> Tokens?
    ) -> [LanguagePair: Tokens] {
        let targets = LanguageCode.known.map { LanguageTag($0) } + LanguageTag.ofVarieties
        var directions: [LanguagePair: Tokens] = [:]
        for target in targets {
            guard let token = vocabulary.token(of: target) else { continue }
            for source in sources {
                guard let pair = try? LanguagePair(LanguageTag(source), to: target) else { continue }
                directions[pair] = tokens(source, token)
            }
        }
        return directions
    }
}
