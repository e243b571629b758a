internal import HTTPTypes
internal import Plumbing
internal import VerbioService

/// The request for a translation, and the form of its answer.
struct TranslationOrder: Sendable {
    /// One for each language, with its name in the request; a transcript has no name.
    private let targets: [(name: String, request: ConversationRequest)]
    let spoken: PieceEncoding?
    let form: AnswerForm

    /// - Throws: ``Problem`` of kind `usage`, or ``Refusal`` with status 406.
    init(_ query: QueryParameters, _ fields: HTTPFields) throws {
        let languages = try TargetLanguages(query)
        var requests = try languages.requests(query)
        form = try AnswerParameters.read(query, fields)
        spoken = try AudioParameter.read(query, isEventStream: form == .events)
        if case .file = form, requests.count > 1 {
            throw Problem(
                .usage, "formats.several", "one file has one language", at: "to",
                cure: "name one language, or several formats, whose addresses are then answered")
        }
        let canSpeak = requests[0].isTranslated && query["tts"] != "none"
        guard !form.hasVoice || canSpeak else { throw ConversationRequest.nothingToSpeak("formats", query) }
        // The translation is spoken, and the speech paid for, only on request.
        if canSpeak, form.hasVoice || spoken != nil {
            for index in requests.indices { requests[index].isSpoken = true }
        }
        targets = zip(languages.values, requests).map { ($0 ?? "", $1) }
    }

    /// The request; the first one if there are several languages.
    var asked: ConversationRequest { targets[0].request }

    var hasSeveral: Bool { targets.count > 1 }

    /// What is translated.
    enum Input: Sendable {
        case recording(UploadedFile)
        case text(String)
    }

    /// The work on an input: a part for each language.
    func parts(_ input: Input) -> [WorkPart] {
        targets.map { name, request in
            switch input {
            case .recording(let file): WorkPart(name: name, work: .translation(request, file.body))
            case .text(let text): WorkPart(name: name, work: .written(request, text))
            }
        }
    }

    static let keyOfSeveral = Problem(
        .usage, "idempotency.several", "a key names one conversation, and there are several languages", at: "to",
        cure: "send one request for each language, or POST /api/jobs")
}

extension TranslationOrder.Input {
    /// A text that differs for different inputs.
    func fingerprint() async throws -> [String] {
        switch self {
        case .recording(let file): [try await file.hash()]
        case .text(let text): ["text", text]
        }
    }
}
