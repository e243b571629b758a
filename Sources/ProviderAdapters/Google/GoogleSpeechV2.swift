internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text by version 2 of Google's interface, which has the models called Chirp: at most a minute of audio.
///
/// The URL contains the project and the location, and the key is an access token. Options: `locale-es` and so on name another
/// locale than a language's usual one.
struct GoogleSpeechV2: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true
    static let varieties = LanguageTag.ofVarieties

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let language = request.knownTag.map { locale(of: $0) } ?? "auto"
        let body = RecognizeRequest(
            config: .init(model: declaration.model, languageCodes: [language]), content: Base64.encode(upload.bytes))
        let answer = try await exchange.document(
            RecognizeAnswer.self, of: try await exchange.post("/recognizers/_:recognize", json: body))
        let parts = (answer.results ?? []).compactMap { $0.alternatives?.first }
        let said = answer.results?.lazy.compactMap(\.languageCode).first
        let detected = said.flatMap { $0.hasPrefix("cmn") ? .zh : try? LanguageCode(parsing: $0) }
        let separator = (detected ?? request.language).isWrittenWithoutSpaces ? "" : " "
        return Recognition(
            text: parts.compactMap { $0.transcript?.trimmingBlanks }.filter { !$0.isEmpty }
                .joined(separator: separator).withoutBrokenCharacters.trimmingBlanks,
            language: detected ?? request.language,
            words: parts.flatMap { $0.words ?? [] }.compactMap {
                Recognition.Word(
                    told: $0.word, start: seconds($0.startOffset ?? "0s"), end: seconds($0.endOffset),
                    within: upload.seconds)
            }.inOrder, signals: RecognitionSignals(language: said),
            usage: Usage(audioSeconds: seconds(answer.metadata?.totalBilledDuration) ?? upload.seconds))
    }

    /// Chirp names Chinese by its script.
    private func locale(of tag: LanguageTag) -> String {
        switch tag.locale(declaration.options) {
        case "zh-CN": "cmn-Hans-CN"
        case "zh-TW": "cmn-Hant-TW"
        case let other: other
        }
    }

    /// The seconds in a text such as `0.300s`; nil for any other text.
    private func seconds(_ text: String?) -> Double? {
        text.flatMap { $0.hasSuffix("s") ? Double($0.dropLast()) : nil }.flatMap { (0..<1e6).contains($0) ? $0 : nil }
    }
}

private struct RecognizeRequest: Encodable {
    struct Detection: Encodable {}

    struct Features: Encodable {
        var enableAutomaticPunctuation = true
        var enableWordTimeOffsets = true
    }

    struct Configuration: Encodable {
        var autoDecodingConfig = Detection()
        var model: String
        var languageCodes: [String]
        var features = Features()
    }

    var config: Configuration
    var content: String
}

private struct RecognizeAnswer: Decodable {
    struct Word: Decodable {
        var word: String
        /// Left out for the very beginning, as JSON leaves out zeros.
        var startOffset: String?
        var endOffset: String?
    }

    struct Metadata: Decodable {
        var totalBilledDuration: String?
    }

    /// Missing if nothing was said.
    var results: [GoogleResult<Word>]?
    var metadata: Metadata?

    private enum CodingKeys: CodingKey, CaseIterable { case results, metadata }

    /// Silence has metadata alone. A document with neither is not an answer.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        results = try members.decodeIfPresent([GoogleResult<Word>].self, forKey: .results)
        metadata = members.readable(.metadata)
        guard !members.allKeys.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: CodingKeys.results, in: members, debugDescription: "none of the members of an answer")
        }
    }
}
