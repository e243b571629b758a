internal import Access
internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import VerbioService

/// The kinds of work that a ``TranslationRun`` does.
enum TranslationWork: Sendable {
    case translation(ConversationRequest, RequestBody)
    /// A text, each line of which is an utterance.
    case written(ConversationRequest, String)
    /// A recording or a text for several languages.
    case targets([(name: String, request: ConversationRequest)], TargetRuns.Input)
    /// Live speech; its bytes are given with ``TranslationRun/feed(_:)``.
    case live(ConversationRequest)
    case correction(CorrectionRequest)
    case rewriting(RewritingRequest)
    /// What is left of a stored conversation.
    case rest(Conversation)

    var isLive: Bool { if case .live = self { true } else { false } }

    /// The voices that its request names.
    var voices: [String] {
        switch self {
        case .translation(let request, _), .written(let request, _), .live(let request): request.namedVoices
        case .targets(let targets, _): targets.first?.request.namedVoices ?? []
        case .correction, .rewriting, .rest: []
        }
    }

    /// The same with what the principal prefers; see ``ConversationRequest/preferring(_:)``. Work on a stored conversation keeps its
    /// choices.
    func preferring(_ principal: Principal) -> TranslationWork {
        switch self {
        case .translation(let request, let body): .translation(request.preferring(principal), body)
        case .written(let request, let text): .written(request.preferring(principal), text)
        case .targets(let targets, let input):
            .targets(targets.map { ($0.name, $0.request.preferring(principal)) }, input)
        case .live(let request): .live(request.preferring(principal))
        case .correction, .rewriting, .rest: self
        }
    }
}
