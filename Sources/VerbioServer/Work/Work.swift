internal import Access
internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import VerbioService

/// What is done to one conversation, with its input.
enum Work: Sendable {
    case translation(ConversationRequest, RequestBody)
    /// A text, each line of which is an utterance.
    case written(ConversationRequest, String)
    /// The upload of a job.
    case upload(ConversationRequest, StoredUpload)
    /// Live speech; its sound is given to ``RunningWork/live``.
    case live(ConversationRequest)
    case correction(CorrectionRequest)
    case rewriting(RewritingRequest)
    /// What is left of a stored conversation.
    case rest(Conversation)

    /// What begins a conversation; nil for work on a stored one.
    private var request: ConversationRequest? {
        switch self {
        case .translation(let request, _), .written(let request, _), .upload(let request, _), .live(let request):
            request
        case .correction, .rewriting, .rest: nil
        }
    }

    /// The kind of work, as traces show it.
    var name: String {
        switch self {
        case .translation: "translation"
        case .written: "text"
        case .upload: "upload"
        case .live: "live"
        case .correction: "correction"
        case .rewriting: "rewriting"
        case .rest: "resumption"
        }
    }

    var isLive: Bool { if case .live = self { true } else { false } }

    /// The voices that its request names.
    var voices: [String] { request?.namedVoices ?? [] }

    /// The same with what the principal prefers; see ``ConversationRequest/preferring(_:)``. Work on a stored conversation keeps its
    /// choices.
    func preferring(_ principal: Principal) -> Work {
        switch self {
        case .translation(let request, let body): .translation(request.preferring(principal), body)
        case .written(let request, let text): .written(request.preferring(principal), text)
        case .upload(let request, let upload): .upload(request.preferring(principal), upload)
        case .live(let request): .live(request.preferring(principal))
        case .correction, .rewriting, .rest: self
        }
    }
}

/// Work on one of several conversations that a request asks for.
struct WorkPart: Sendable {
    /// The language as the request names it; empty if the request asks for one conversation.
    var name = ""
    var work: Work
}
