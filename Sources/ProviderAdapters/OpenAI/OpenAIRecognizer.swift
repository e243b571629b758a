internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text as OpenAI's `POST /audio/transcriptions` does it, which Groq, speaches and LocalAI do, too.
///
/// Options: `format` (`json`, or `verbose_json` for word times), `language-field` (`language`, `languages[]` for
/// gpt-transcribe, or `none`), `temperature`, `prompt` (what was said before follows it).
struct OpenAIRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true
    /// Models that tell speakers apart refuse one.
    var takesPrompt: Bool { !declaration.model.hasSuffix("diarize") }

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let streams = declaration.streams ?? false
        let response = try await exchange.post(path, form: form(request, upload, streams: streams))
        let transcript =
            streams && response.contentType == "text/event-stream"
            ? try await transcript(streamedIn: response, to: hypothesis)
            : try await exchange.document(Transcript.self, of: response)
        return try recognition(transcript, request, upload)
    }

    private func form(_ request: RecognitionRequest, _ upload: AudioUpload, streams: Bool) -> MultipartForm {
        let options = declaration.options ?? [:]
        var form = MultipartForm()
        if declaration.wire == .openAI { form.add("model", declaration.model) }
        addLanguage(request, to: &form, field: options["language-field"] ?? "language")
        form.add("prompt", declaration.prompt(for: request))
        form.add("response_format", format)
        form.add("temperature", options["temperature"])
        if format == "verbose_json", declaration.wire == .openAI, declaration.wordTimes ?? false {
            form.add("timestamp_granularities[]", "word")
            // The segments have what speaks against the text (`no_speech_prob`); who asks for words alone is not given them.
            form.add("timestamp_granularities[]", "segment")
        }
        if streams { form.add("stream", "true") }
        form.addFile(
            "file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        return form
    }

    /// Where the language has to be found out, a server that takes several is told which it may be; OpenAI's others find
    /// out by themselves where none is named, and whisper.cpp where it is told to.
    private func addLanguage(_ request: RecognitionRequest, to form: inout MultipartForm, field: String) {
        if field == "none" { return }
        if let language = request.knownLanguage { return form.add(field, language.rawValue) }
        if field.hasSuffix("[]") {
            for language in request.candidates { form.add(field, language.rawValue) }
        } else if declaration.wire == .whisperCpp {
            form.add(field, "auto")
        }
    }

    private var path: String { declaration.wire == .whisperCpp ? "/inference" : "/audio/transcriptions" }

    private var format: String {
        declaration.options?["format"] ?? (declaration.wordTimes ?? false ? "verbose_json" : "json")
    }

    /// `transcript.text.delta` events until `transcript.text.done`, which has the whole text; what only the connection
    /// ends is no transcript.
    private func transcript(
        streamedIn response: ClientResponse, to hypothesis: PartialSink<String>
    ) async throws -> Transcript {
        var heard = ""
        var transcript: Transcript?
        try await exchange.events(of: response) { event in
            if event.text == "[DONE]" { return .stop }
            let step = try exchange.decode(StreamEvent.self, event.data)
            if let error = step.error { throw exchange.error(within: error) }
            switch step.type {
            case "transcript.text.delta":
                heard += step.delta ?? ""
                try await hypothesis(heard.trimmingBlanks)
            case "transcript.text.done":
                transcript = try exchange.decode(Transcript.self, event.data)
                return .stop
            default:
                break
            }
            return .next
        }
        guard let transcript else {
            throw exchange.error(.transient, "its transcript broke off before the end")
        }
        return transcript
    }

    /// One line: whisper.cpp puts each segment on one of its own.
    private func line(_ text: String, _ language: LanguageCode) -> String {
        text.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks }
            .joined(separator: language.isWrittenWithoutSpaces ? "" : " ")
    }

    private func recognition(
        _ transcript: Transcript, _ request: RecognitionRequest, _ upload: AudioUpload
    ) throws -> Recognition {
        let words = transcript.words ?? transcript.segments?.flatMap { $0.words ?? [] } ?? []
        return Recognition(
            text: line(transcript.text, request.language), language: transcript.languageCode ?? request.language,
            words: words.compactMap {
                Recognition.Word(
                    told: $0.word, start: $0.start?.number, end: $0.end?.number, confidence: $0.probability?.number,
                    within: upload.seconds)
            }.inOrder,
            signals: transcript.signals,
            usage: Usage(
                audioSeconds: transcript.usage?.seconds?.consumedSeconds ?? upload.seconds,
                inputTokens: transcript.usage?.inputTokens?.count, outputTokens: transcript.usage?.outputTokens?.count))
    }
}

/// The answer of every format that is JSON.
private struct Transcript: Decodable {
    struct Segment: Decodable {
        var words: [TimedWord]?
        var noSpeech: Told?
        var logProbability: Told?
        var compressionRatio: Told?

        enum CodingKeys: String, CodingKey {
            case words
            case noSpeech = "no_speech_prob"
            case logProbability = "avg_logprob"
            case compressionRatio = "compression_ratio"
        }
    }

    struct Billing: Decodable {
        var seconds: Told?
        var inputTokens: Told?
        var outputTokens: Told?

        enum CodingKeys: String, CodingKey {
            case seconds
            case inputTokens = "input_tokens"
            case outputTokens = "output_tokens"
        }
    }

    struct Detected: Decodable {
        var code: String
    }

    var text: String
    /// A name in English, `spanish`, or a code.
    var language: String?
    var languages: [Detected]?
    var words: [TimedWord]?
    var segments: [Segment]?
    var usage: Billing?

    /// Segments are about as long as each other, so their mean is taken as it is.
    var signals: RecognitionSignals? {
        let segments = segments ?? []
        let sure = segments.compactMap(\.logProbability?.number).filter { $0 <= 0 }
        return RecognitionSignals(
            noSpeech: segments.compactMap(\.noSpeech?.number).filter { (0...1).contains($0) }.min(),
            meanLogProbability: sure.isEmpty ? nil : sure.reduce(0, +) / Double(sure.count),
            compressionRatio: segments.compactMap(\.compressionRatio?.number).filter { (0...1e6).contains($0) }.max(),
            language: languageTold)
    }

    var languageTold: String? { (language ?? languages?.first?.code).flatMap { $0.isEmpty ? nil : $0 } }

    var languageCode: LanguageCode? { languageTold.flatMap { try? LanguageCode(parsing: $0) } }
}

private struct TimedWord: Decodable {
    var word: String
    var start: Told?
    var end: Told?
    var probability: Told?
}

private struct StreamEvent: Decodable {
    var type: String?
    var delta: String?
    var error: JSONValue?
}
