// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text by ElevenLabs Scribe, with the time of every word.
struct ElevenLabsRecognizer: RecognitionAdapter {
    static let languages = LanguageCode.known
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        var form = MultipartForm()
        form.add("model_id", declaration.model)
        form.add("language_code", request.knownLanguage?.spokenCode)
        form.add("timestamps_granularity", "word")
        form.add("tag_audio_events", "false")
        for (name, value) in (declaration.options ?? [:]).sorted(by: { $0.key < $1.key }) { form.add(name, value) }
        form.addFile("file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let transcript = try await exchange.document(
            Transcript.self, of: try await exchange.post("/v1/speech-to-text", form: form))
        return Recognition(
            text: transcript.spoken.withoutBrokenCharacters.trimmingBlanks,
            language: transcript.languageCode ?? request.language,
            confidence: nil,
            words: (transcript.words ?? []).filter { $0.type == "word" }.compactMap {
                Recognition.Word(told: $0.text, start: $0.start?.number, end: $0.end?.number, within: upload.seconds)
            }.inOrder, signals: transcript.signals, usage: Usage(audioSeconds: upload.seconds))
    }
}

/// Decoding requires only what makes it an answer: the text, which may be null.
private struct Transcript: Decodable {
    struct Item: Decodable {
        var text: String
        var start: LenientNumber?
        var end: LenientNumber?
        /// `word`, `spacing` or `audio_event`: laughter and other sounds that are not speech.
        var type: String
        /// The logarithm of the word's probability.
        var logprob: LenientNumber?
    }

    var language_code: String?
    var text: String
    var words: [Item]?

    enum CodingKeys: CodingKey { case language_code, text, words }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        language_code = members.readable(.language_code)
        text = try members.decode(String?.self, forKey: .text) ?? ""
        words = members.readableList(.words)
    }

    /// The text without audio events.
    var spoken: String {
        guard let words, words.contains(where: { $0.type == "audio_event" }) else { return text }
        return words.filter { $0.type != "audio_event" }.map(\.text).joined()
    }

    var signals: RecognitionSignals? {
        let sure = (words ?? []).filter { $0.type == "word" }.compactMap(\.logprob?.number).filter { $0 <= 0 }
        return RecognitionSignals(
            meanLogProbability: sure.isEmpty ? nil : sure.reduce(0, +) / Double(sure.count), language: language_code)
    }

    /// ElevenLabs uses codes of three letters (ISO 639-3).
    var languageCode: LanguageCode? {
        let codes = [
            "eng": LanguageCode.en, "spa": .es, "fra": .fr, "deu": .de, "ita": .it, "por": .pt, "zho": .zh,
            "cmn": .zh, "jpn": .ja, "kor": .ko, "ara": .ar, "arb": .ar, "hin": .hi, "rus": .ru,
        ]
        return language_code.flatMap { codes[$0] ?? (try? LanguageCode(parsing: $0)) }
    }
}
