internal import Audio
internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by a language model of Google: `POST /models/MODEL:generateContent`, with the audio in the request.
///
/// The model is asked for a document with the text and its language, so that it adds no words of its own. It gives no times of
/// words. Options: `temperature`, `reasoning-effort`.
struct GeminiRecognizer: RecognitionAdapter {
    static let languages = LanguageCode.known
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true
    /// Its Ogg files contain Vorbis, so Opus is not sent.
    static let uploads: [SpeechEncoding] = [.flac, .wav]

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let options = declaration.options ?? [:]
        let body = GenerateRequest(
            contents: [
                .init(parts: [
                    .init(text: Self.instructions(request)),
                    .init(inlineData: .init(mimeType: upload.encoding.contentType, data: Base64.encode(upload.bytes))),
                ])
            ],
            generationConfig: .init(
                temperature: options["temperature"].flatMap { Double($0) },
                thinkingConfig: options["reasoning-effort"].map { .init(thinkingLevel: $0) }))
        let path = "/models/\(percentEncoded(declaration.model)):generateContent"
        let answer = try await exchange.document(
            GenerateAnswer.self, of: try await exchange.post(path, json: body))
        let usage = answer.usage(seconds: upload.seconds)
        let spoken = try spoken(in: answer, usage)
        let detected = spoken.language.flatMap { try? LanguageCode(parsing: $0) }
        return Recognition(
            text: spoken.text.withoutBrokenCharacters.trimmingBlanks, language: detected ?? request.language,
            signals: RecognitionSignals(language: spoken.language), usage: usage)
    }

    private static func instructions(_ request: RecognitionRequest) -> String {
        let languages = (request.candidates.isEmpty ? [request.language] : request.candidates)
            .map { "\($0.englishName) (\($0.rawValue))" }
        let told =
            languages.count == 1
            ? "The language is \(languages[0])." : "The language is one of \(languages.joined(separator: ", "))."
        return """
            Write down exactly what is said in the recording, word by word and with punctuation, in the language in \
            which it is said. Never translate, summarize, explain, or answer what is said. If nothing is said, leave \
            the text empty. \(told)
            """
    }

    /// The text that the model has written.
    ///
    /// - Throws: `ProviderError` if the recording is refused, or if the answer was cut or is no document.
    private func spoken(in answer: GenerateAnswer, _ usage: Usage) throws -> Spoken {
        func failure(_ failure: ProviderError.Failure, _ message: String) -> ProviderError {
            var error = exchange.error(failure, message)
            error.usage = usage
            return error
        }
        guard let candidate = answer.candidates?.first else {
            let reason = answer.promptFeedback?.blockReason ?? "it gives no reason"
            throw failure(.rejected, "it refuses the recording (\(reason))")
        }
        if let reason = ModelEnding.recognizedReason(candidate.finishReason), ModelEnding.isCut(reason) {
            throw failure(.unusable, "its answer was cut (\(reason))")
        }
        let parts = (candidate.content?.parts ?? []).filter { !($0.thought ?? false) }
        let text = parts.compactMap(\.text).joined()
        guard !text.trimmingBlanks.isEmpty else { return Spoken(text: "") }
        guard let spoken = try? TolerantJSON.decode(Spoken.self, Array(text.utf8)) else {
            throw failure(.unusable, "it answered with a text that is not the requested document")
        }
        return spoken
    }
}

/// The document that the model writes.
private struct Spoken: Decodable {
    var text: String
    var language: String?
}

private struct GenerateRequest: Encodable {
    struct Content: Encodable {
        struct Part: Encodable {
            struct Blob: Encodable {
                var mimeType: String
                var data: String
            }

            var text: String?
            var inlineData: Blob?
        }

        var role = "user"
        var parts: [Part]
    }

    struct Schema: Encodable {
        struct Member: Encodable {
            var type = "STRING"
        }

        var type = "OBJECT"
        var properties = ["language": Member(), "text": Member()]
        var required = ["language", "text"]
    }

    struct Generation: Encodable {
        struct Thinking: Encodable {
            var thinkingLevel: String
        }

        var temperature: Double?
        var responseMimeType = "application/json"
        var responseSchema = Schema()
        var thinkingConfig: Thinking?
    }

    var contents: [Content]
    var generationConfig: Generation
}

private struct GenerateAnswer: Decodable {
    struct Candidate: Decodable {
        struct Content: Decodable {
            struct Part: Decodable {
                var text: String?
                /// Whether it is what the model thinks, and not its answer.
                var thought: Bool?
            }

            var parts: [Part]?
        }

        var content: Content?
        var finishReason: String?
    }

    struct Feedback: Decodable {
        var blockReason: String?
    }

    struct Tokens: Decodable {
        var promptTokenCount: LenientNumber?
        var cachedContentTokenCount: LenientNumber?
        var candidatesTokenCount: LenientNumber?
        var thoughtsTokenCount: LenientNumber?
    }

    var candidates: [Candidate]?
    var promptFeedback: Feedback?
    private var tokens: Tokens?

    private enum CodingKeys: CodingKey { case candidates, promptFeedback, usageMetadata }

    /// A refused request has no candidates. A document that has neither these nor the reason is not an answer.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        promptFeedback = members.readable(.promptFeedback)
        candidates =
            promptFeedback == nil
            ? try members.decode([Candidate].self, forKey: .candidates)
            : try members.decodeIfPresent([Candidate].self, forKey: .candidates)
        tokens = members.readable(.usageMetadata)
    }

    /// Thoughts are charged as output.
    func usage(seconds: Double) -> Usage {
        let input = tokens?.promptTokenCount?.count
        let cached = tokens?.cachedContentTokenCount?.count.map { min($0, input ?? $0) }
        let output = [tokens?.candidatesTokenCount?.count, tokens?.thoughtsTokenCount?.count].compactMap(\.self)
        return Usage(
            audioSeconds: seconds, inputTokens: input, cachedInputTokens: cached,
            outputTokens: output.isEmpty ? nil : output.reduce(0, +))
    }
}
