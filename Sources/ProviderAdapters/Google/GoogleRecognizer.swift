internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text by Google Cloud Speech-to-Text v1 with an API key: at most a minute of audio.
///
/// Options: `locale-es` and so on name another locale than a language's usual one.
struct GoogleRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let detectsLanguage = true
    static let varieties = LanguageTag.ofVarieties

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let others = request.candidates.filter { $0 != request.language }
            .map { request.tag(of: $0).locale(declaration.options) }
        let body = RecognizeRequest(
            config: .init(
                encoding: Self.name(upload.encoding), sampleRateHertz: AudioUpload.sampleRate,
                languageCode: request.tag(of: request.language).locale(declaration.options),
                alternativeLanguageCodes: others.isEmpty ? nil : others, model: declaration.model),
            audio: .init(content: Base64.encode(upload.bytes)))
        let answer = try await exchange.document(
            RecognizeAnswer.self, of: try await exchange.post("/v1/speech:recognize", json: body))
        let parts = (answer.results ?? []).compactMap { $0.alternatives?.first }
        let confidences = parts.compactMap(\.confidence?.number).filter { (0...1).contains($0) && $0 > 0 }
        return Recognition(
            text: parts.compactMap(\.transcript).joined(separator: separator(request.language))
                .withoutBrokenCharacters.trimmingBlanks,
            language: said(answer).flatMap { try? LanguageCode(parsing: $0) } ?? request.language,
            confidence: confidences.min(),
            words: parts.flatMap { $0.words ?? [] }.compactMap {
                Recognition.Word(
                    told: $0.word, start: seconds($0.startTime), end: seconds($0.endTime), within: upload.seconds)
            }.inOrder, signals: RecognitionSignals(language: said(answer)),
            usage: Usage(audioSeconds: billed(answer) ?? upload.seconds))
    }

    private static func name(_ encoding: SpeechEncoding) -> String {
        switch encoding {
        case .flac: "FLAC"
        case .wav: "LINEAR16"
        case .opus: "OGG_OPUS"
        }
    }

    private func said(_ answer: RecognizeAnswer) -> String? { answer.results?.lazy.compactMap(\.languageCode).first }

    /// Parts come with a space at their beginning, or without one.
    private func separator(_ language: LanguageCode) -> String { language.isWrittenWithoutSpaces ? "" : " " }

    /// The seconds in a text such as `0.300s`; below zero for any other text.
    private func seconds(_ text: String?) -> Double { text.flatMap { Double($0.dropLast()) } ?? -1 }

    private func billed(_ answer: RecognizeAnswer) -> Double? {
        let seconds = seconds(answer.totalBilledTime)
        return seconds >= 0 && seconds < 1e6 ? seconds : nil
    }
}

private struct RecognizeRequest: Encodable {
    struct Configuration: Encodable {
        var encoding: String
        var sampleRateHertz: Int
        var languageCode: String
        /// The other possible languages; three at most.
        var alternativeLanguageCodes: [String]?
        var model: String
        var enableAutomaticPunctuation = true
        var enableWordTimeOffsets = true
    }

    struct Content: Encodable {
        var content: String
    }

    var config: Configuration
    var audio: Content
}

private struct RecognizeAnswer: Decodable {
    struct Word: Decodable {
        var word: String
        var startTime: String?
        var endTime: String?
    }

    /// Missing if nothing was said.
    var results: [GoogleResult<Word>]?
    var totalBilledTime: String?

    private enum CodingKeys: CodingKey, CaseIterable {
        case results, totalBilledTime, requestId
    }

    private struct AnyName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Silence is an empty document, or one with a bill alone. A document that has only other members is not an answer.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        results = try members.decodeIfPresent([GoogleResult<Word>].self, forKey: .results)
        totalBilledTime = members.readable(.totalBilledTime)
        guard try decoder.container(keyedBy: AnyName.self).allKeys.isEmpty || !members.allKeys.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: CodingKeys.results, in: members, debugDescription: "none of the members of an answer")
        }
    }
}
