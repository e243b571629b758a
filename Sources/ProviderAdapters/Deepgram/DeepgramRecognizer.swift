// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

/// Speech to text by Deepgram, with the time and the confidence of every word.
///
/// Options go into the query unchanged: `smart_format`, `keyterm`, `mip_opt_out`, …
struct DeepgramRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let detectsLanguage = true
    static let varieties = Set(
        ["en-AU", "en-GB", "en-IN", "en-NZ", "en-US", "es-419", "fr-CA", "pt-BR", "pt-PT", "zh-Hant"]
            .compactMap(LanguageTag.init(rawValue:)))

    var streaming: (any StreamingRecognizer)? {
        exchange.endpoint.sockets.map { DeepgramStream(declaration: declaration, exchange: exchange, sockets: $0) }
    }

    /// The vendor's name of a language: its variety if the vendor knows it.
    static func name(of tag: LanguageTag) -> String {
        varieties.contains(tag) ? tag.rawValue : tag.code.spokenCode
    }

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        var options = declaration.options ?? [:]
        options["model"] = declaration.model
        if let tag = request.knownTag {
            options["language"] =
                options["language"] ?? Self.name(of: tag)
        } else if options["language"] == nil {
            options["detect_language"] = "true"
        }
        options["punctuate"] = options["punctuate"] ?? "true"
        let query = FormFields(options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        let response = try await exchange.send(
            .post, "/v1/listen?\(query.text)", contentType: upload.encoding.contentType, upload.bytes,
            accept: "application/json")
        let transcript = try await exchange.document(Transcript.self, of: response)
        guard let channel = transcript.results.channels.first, let best = channel.alternatives.first else {
            throw exchange.error(.unusable, "its answer has no channel")
        }
        let confidence = best.confidence?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        return Recognition(
            text: best.transcript.withoutBrokenCharacters.trimmingBlanks,
            language: channel.detected_language.flatMap { try? LanguageCode(parsing: $0) } ?? request.language,
            confidence: best.transcript.isEmpty ? nil : confidence,
            words: (best.words ?? []).compactMap {
                Recognition.Word(
                    told: $0.punctuated_word ?? $0.word, start: $0.start?.number, end: $0.end?.number,
                    confidence: $0.confidence?.number, within: upload.seconds)
            }.inOrder, signals: RecognitionSignals(language: channel.detected_language),
            usage: Usage(audioSeconds: transcript.metadata?.duration?.consumedSeconds ?? upload.seconds))
    }
}

/// Decoding requires only what makes it an answer: a channel with an alternative that has a transcript, which may be null.
private struct Transcript: Decodable {
    struct Metadata: Decodable {
        var duration: LenientNumber?
    }

    struct Results: Decodable {
        var channels: [Channel]
    }

    struct Channel: Decodable {
        var alternatives: [Alternative]
        var detected_language: String?

        enum CodingKeys: CodingKey { case alternatives, detected_language }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            alternatives = try members.decode([Alternative].self, forKey: .alternatives)
            detected_language = members.readable(.detected_language)
        }
    }

    struct Alternative: Decodable {
        var transcript: String
        var confidence: LenientNumber?
        var words: [Word]?

        enum CodingKeys: CodingKey { case transcript, confidence, words }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            transcript = try members.decode(String?.self, forKey: .transcript) ?? ""
            confidence = members.readable(.confidence)
            words = members.readableList(.words)
        }
    }

    struct Word: Decodable {
        var word: String
        var punctuated_word: String?
        var start: LenientNumber?
        var end: LenientNumber?
        var confidence: LenientNumber?
    }

    var metadata: Metadata?
    var results: Results

    enum CodingKeys: CodingKey { case metadata, results }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        metadata = members.readable(.metadata)
        results = try members.decode(Results.self, forKey: .results)
    }
}
