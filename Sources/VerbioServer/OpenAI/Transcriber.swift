internal import Audio
internal import Conversations
internal import Coordination
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Language
internal import NIOCore
internal import Plumbing
internal import VerbioService

/// Transcribes or translates the recording of a form, as a conversation like any other.
struct Transcriber: Sendable {
    let configuration: ServerConfiguration
    let service: any ConversationService
    let work: ScopedWork
    let turns: any WorkTurns
    let isTranslated: Bool
    let files: AnswerFiles

    /// - Parameter name: the address, for the key of the request.
    func respond(to request: Request, at name: RouteName, context: ServerContext) async throws -> Response {
        guard FormUpload.isForm(request.headers) || JSONFields.isJSON(request.headers) else {
            throw Refusal(
                .unsupportedMediaType,
                Problem(
                    .input, "body.content-type", "the body must be a form with a file, or JSON with one in base64",
                    cure: "use curl -F file=@talk.wav -F model=whisper-1"))
        }
        let key = try RequestKey(request.headers)
        try work.checkRoom()
        let (form, unread) = try await upload(request)
        let order = try TranscriptionOrder(form.fields, isTranslated: isTranslated)
        context.findings.ignore(order.others + unread)
        guard let file = form.file else {
            throw Problem(.usage, "form.no-file", "it is missing", at: "file", cure: "send a recording")
        }
        guard let key else { return try await text(of: file, order, context) }
        let fields = form.fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.flatMap { [$0.name, $0.value] }
        var repeats = RequestRepeats(key: key, store: service.store, turns: turns, time: work.time)
        // A part of a text was refused, so the text is translated again.
        repeats.finals = [.complete]
        let content = RequestKey.fingerprint(name, fields + [try await file.hash()])
        return try await repeats.perform(content) { conversation in
            try await replayedAnswer(conversation, order).replayed
        } begin: { begun in
            try await text(of: file, order, context, begun: begun)
        }
    }

    /// The fields and the recording of the body, and the names of what no form has.
    private func upload(_ request: Request) async throws -> (FormUpload, unread: [String]) {
        let most = configuration.maximumBodyBytes
        guard JSONFields.isJSON(request.headers) else {
            return (try await FormUpload.read(from: request, maximumBytes: most), [])
        }
        let object = try await RecordingObject.read(from: request, limit: FormUpload.longestField, maximumBytes: most)
        let (fields, others) = try object.fields()
        return (FormUpload(fields: fields, file: object.file, fileField: object.field), others)
    }

    /// Transcribes or translates a recording.
    ///
    /// - Parameter begun: takes the conversation as soon as it has begun.
    func text(
        of file: UploadedFile, _ order: TranscriptionOrder, _ context: ServerContext,
        begun: ServedWork.Begun? = nil
    ) async throws -> Response {
        let spoken = try await language(of: file, order)
        let asked = try self.request(order, spoken: spoken)
        let run = try await work.begin(.translation(asked, file.body), begun: begun)
        run.endWithConnection(context)
        let transcript = Transcript(in: asked.isTranslated ? order.target : spoken, isTranslated: asked.isTranslated)
        if order.isStreamed {
            return try await TranscriptStream(run, transcript, service.store, order.format).response()
        }
        return try await answer(try await run.end(), transcript, order)
    }

    /// The answer with the conversation of an earlier request.
    private func replayedAnswer(_ conversation: Conversation, _ order: TranscriptionOrder) async throws -> Response {
        let settings = conversation.settings
        var transcript = Transcript(
            in: settings.isTranslated ? settings.pair.target : settings.pair.source, isTranslated: settings.isTranslated
        )
        let outcome = RunningWork.Outcome(
            conversation: conversation, finished: try await service.store.ending(of: conversation))
        guard order.isStreamed else { return try await answer(outcome, transcript, order) }
        try await transcript.add(conversation.id, from: service.store)
        return try TranscriptStream.response(of: transcript, order.format, conversation.persons)
    }

    /// The language that the request names or that is detected.
    private func language(of file: UploadedFile, _ order: TranscriptionOrder) async throws -> LanguageTag {
        if let language = order.language { return language }
        return try await language(of: file, raw: order.raw)
    }

    /// The language of a recording by its first speech.
    ///
    /// - Parameter raw: the format of samples without a header; nil for a recording of any kind.
    /// - Throws: `Problem` of kind `usage`, code `language.undetected`; what the service throws.
    func language(of file: UploadedFile, raw: RawFormat?) async throws -> LanguageTag {
        var listening = ConversationRequest.Listening()
        listening.raw = raw
        // The recognizer is called, so there must be something left of what the principal may use.
        let found = try await work.permitted { permit in
            let pipe = BytePipe(capacity: 256 << 10)
            return try await withThrowingTaskGroup(of: Void.self) { [listening] group in
                group.addTask {
                    // Once enough is heard, the pipe takes no more.
                    for try await piece in file.body { try await pipe.send(Array(piece.readableBytesView)) }
                    pipe.finish()
                }
                defer { group.cancelAll() }
                return try await service.language(of: pipe, listening, within: permit)
            }
        }
        guard let found else {
            throw Problem(
                .usage, "language.undetected", "the language of the recording cannot be detected here", at: "language",
                cure: "pass it, such as language=en")
        }
        return found
    }

    /// - Parameter spoken: the language of the recording. If it is also the target language, nothing is left to translate.
    private func request(_ order: TranscriptionOrder, spoken: LanguageTag) throws(Problem) -> ConversationRequest {
        let translates = isTranslated && spoken.code != order.target.code
        let pair = translates ? try LanguagePair(spoken, to: order.target) : LanguagePair(only: spoken)
        return ConversationRequest(pair) {
            ($0.isTranslated, $0.isSpoken, $0.listening.raw) = (translates, false, order.raw)
            if order.format == .diarized { $0.answers[.speakers] = PersonCount.automaticName }
        }
    }

    private func answer(
        _ outcome: RunningWork.Outcome, _ transcript: Transcript, _ order: TranscriptionOrder
    ) async throws -> Response {
        try Self.check(outcome)
        let id = outcome.conversation.id
        if [.srt, .vtt].contains(order.format),
            let format = OutputFormat.stored.first(where: { $0.name == order.format.rawValue })
        {
            let conversation = try await service.store.conversation(id) ?? outcome.conversation
            let file = try await ConversationFile(
                format, transcript.isTranslated ? .target : .source, of: conversation, from: files,
                voiceless: .unprocessableContent)
            return file.file.response(type: file.type, name: file.name)
        }
        var transcript = transcript
        try await transcript.add(id, from: service.store)
        let seconds = outcome.finished.seconds
        switch order.format {
        case .text:
            return .text(transcript.text + "\n", "text/plain; charset=utf-8")
        case .tsv: return .text(transcript.table, "text/tab-separated-values; charset=utf-8")
        case .verbose: return try OpenAIAnswer.response(transcript.verbose(seconds: seconds, order))
        case .diarized:
            let persons = try await service.store.conversation(id)?.persons
            return try OpenAIAnswer.response(transcript.diarized(seconds: seconds, persons))
        case .json, .srt, .vtt: return try OpenAIAnswer.response(transcript.plain(seconds: seconds))
        }
    }

    /// A text with a gap would be mistaken for the whole, so it is refused.
    static func check(_ outcome: RunningWork.Outcome) throws(Refusal) {
        guard outcome.finished.state != .complete else { return }
        var refusal = Refusal(
            .badGateway,
            Problem(
                .provider, "conversation.\(outcome.finished.state.rawValue)", "a part of the recording is not finished",
                cure: "send it again; finished work is not repeated"))
        refusal.conversation = outcome.conversation.id
        throw refusal
    }
}
