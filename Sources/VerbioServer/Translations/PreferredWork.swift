internal import Access
internal import VerbioService

extension TranslationRun.Work {
    /// The same with what the principal prefers; see ``ConversationRequest/preferring(_:)``. Corrections keep the choices of their
    /// conversation.
    func preferring(_ principal: Principal) -> TranslationRun.Work {
        switch self {
        case .translation(let request, let body): .translation(request.preferring(principal), body)
        case .written(let request, let text): .written(request.preferring(principal), text)
        case .targets(let targets, let input):
            .targets(targets.map { ($0.name, $0.request.preferring(principal)) }, input)
        case .live(let request): .live(request.preferring(principal))
        case .correction, .rewriting: self
        }
    }
}
