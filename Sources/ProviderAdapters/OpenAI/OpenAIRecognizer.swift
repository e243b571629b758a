internal import Audio
internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by OpenAI's `POST /audio/transcriptions`, which Groq, speaches and LocalAI offer, too.
///
/// Options: `format` (`json`, or `verbose_json` for word times), `language-field` (`language`, `languages[]` for
/// gpt-transcribe, or `none`), `temperature`, `prompt` (the preceding speech follows it), `realtime` (a model that hears speech
/// while it is being said).
struct OpenAIRecognizer: RecognitionAdapter {
    static let languages = LanguageCode.known
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true
    /// Models that distinguish speakers refuse a prompt.
    var takesPrompt: Bool { !declaration.model.hasSuffix("diarize") }

    /// Whether the model has turned out to provide no times.
    private let lacksTimes = Locked(false)

    init(declaration: RecognitionDeclaration, exchange: Exchange) {
        self.declaration = declaration
        self.exchange = exchange
    }

    var streaming: (any StreamingRecognizer)? {
        guard let model = declaration.options?["realtime"], let sockets = exchange.endpoint.sockets else { return nil }
        return OpenAIRealtime(declaration: declaration, exchange: exchange, sockets: sockets, model: model)
    }

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        do {
            return try await recognize(request, upload, as: lacksTimes.withLock { $0 } ? "json" : format, hypothesis)
        } catch let error as ProviderError where isRefusal(of: "verbose_json", error) {
            let recognition = try await recognize(request, upload, as: "json", hypothesis)
            lacksTimes.withLock { $0 = true }
            return recognition
        } catch let error as ProviderError where error.message.contains(Self.silence) {
            return Recognition(text: "", language: request.language, usage: Usage(audioSeconds: upload.seconds))
        }
    }

    /// The error text of faster-whisper's servers if their voice detection finds no voice.
    private static let silence = "No clip timestamps found"

    /// Whether a model refuses the requested answer format, as vLLM's models do.
    private func isRefusal(of format: String, _ error: ProviderError) -> Bool {
        [.rejected, .unsupported].contains(error.failure) && self.format == format && error.message.contains(format)
    }

    private func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, as format: String, _ hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let streams = declaration.streams ?? false
        let response = try await exchange.post(path, form: form(request, upload, as: format, streams: streams))
        let transcript =
            streams && response.contentType == "text/event-stream"
            ? try await transcript(streamedIn: response, to: hypothesis)
            : try await exchange.document(OpenAITranscript.self, of: response)
        return recognition(transcript, request, upload)
    }

    private func form(
        _ request: RecognitionRequest, _ upload: AudioUpload, as format: String, streams: Bool
    ) -> MultipartForm {
        let options = declaration.options ?? [:]
        var form = MultipartForm()
        if declaration.wire == .openAI { form.add("model", declaration.model) }
        addLanguage(request, to: &form, field: options["language-field"] ?? "language")
        form.add("prompt", declaration.prompt(for: request))
        form.add("response_format", format)
        form.add("temperature", options["temperature"])
        // whisper.cpp begins new segments within words unless an option disables that.
        if declaration.wire == .whisperCpp { form.add("split_on_word", "true") }
        if format == "verbose_json", declaration.wire == .openAI, declaration.wordTimes ?? false {
            form.add("timestamp_granularities[]", "word")
            // Segments contain the evidence against the text (`no_speech_prob`); a request for words alone does not get them.
            form.add("timestamp_granularities[]", "segment")
        }
        if streams { form.add("stream", "true") }
        form.addFile(
            "file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        return form
    }

    /// Adds the language to the form.
    ///
    /// If the language has to be detected, a server that takes several languages gets the candidates. OpenAI's others
    /// detect it by themselves if none is named, and whisper.cpp does with an option.
    private func addLanguage(_ request: RecognitionRequest, to form: inout MultipartForm, field: String) {
        if field == "none" { return }
        if let language = request.knownLanguage { return form.add(field, language.spokenCode) }
        if field.hasSuffix("[]") {
            for language in request.candidates { form.add(field, language.spokenCode) }
        } else if declaration.wire == .whisperCpp {
            form.add(field, "auto")
        }
    }

    private var path: String { declaration.wire == .whisperCpp ? "/inference" : "/audio/transcriptions" }

    private var format: String {
        declaration.options?["format"] ?? (declaration.wordTimes ?? false ? "verbose_json" : "json")
    }

    /// Takes `transcript.text.delta` events until `transcript.text.done`, which has the whole text.
    ///
    /// If only the connection ends the events, there is no transcript.
    private func transcript(
        streamedIn response: ClientResponse, to hypothesis: PartialSink<String>
    ) async throws -> OpenAITranscript {
        var heard = ""
        var transcript: OpenAITranscript?
        try await exchange.events(of: response) { event in
            if event.text == "[DONE]" { return .stop }
            let step = try exchange.decode(StreamEvent.self, event.data)
            if let error = step.error { throw exchange.error(within: error) }
            switch step.type {
            case "transcript.text.delta":
                heard += step.delta ?? ""
                try await hypothesis(heard.trimmingBlanks)
            case "transcript.text.done":
                transcript = try exchange.decode(OpenAITranscript.self, event.data)
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

    private func recognition(
        _ transcript: OpenAITranscript, _ request: RecognitionRequest, _ upload: AudioUpload
    ) -> Recognition {
        let text = transcript.line(
            in: transcript.languageCode ?? request.language, cutsWords: declaration.wire == .whisperCpp)
        return Recognition(
            text: text.withoutBrokenCharacters.trimmingBlanks, language: transcript.languageCode ?? request.language,
            words: WholeWords(transcript.words, in: text).words(within: upload.seconds),
            signals: transcript.signals,
            usage: Usage(
                audioSeconds: transcript.usage?.seconds?.consumedSeconds ?? upload.seconds,
                inputTokens: transcript.usage?.inputTokens?.count, outputTokens: transcript.usage?.outputTokens?.count))
    }
}

private struct StreamEvent: Decodable {
    var type: String?
    var delta: String?
    var error: JSONValue?

    private enum CodingKeys: CodingKey {
        case type, delta, error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = members.readable(.type)
        delta = members.readable(.delta)
        error = members.readable(.error)
    }
}
